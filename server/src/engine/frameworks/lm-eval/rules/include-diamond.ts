import { problemRule } from '../../../checks/support/problems.js';
import { inlineIncludeFix } from './support/inline-include.js';

/** Two included files that include the same one (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`). */
export const includeDiamond = problemRule(
  {
    id: 'include-diamond',
    title: 'A file that is included twice',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ValueError: Include cycle; the file is silently skipped',
  },
  ({ span }, context) => inlineIncludeFix(context, span),
);
