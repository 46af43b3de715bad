import type { FrameworkPackage } from '../../face/framework-package.js';

/** The package of lm-evaluation-harness. */
export const harnessPackage: FrameworkPackage = {
  name: 'lm_eval',
  marks: ['__init__.py', 'tasks/__init__.py', 'api/registry.py'],
  data: ['tasks'],
};
