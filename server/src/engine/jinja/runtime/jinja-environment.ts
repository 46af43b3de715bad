import type { JinjaEnvironment } from './rendering.js';

/** Where templates of tasks are rendered: lm-evaluation-harness 0.4.13 `utils.py`. */
export const taskEnvironment: JinjaEnvironment = {
  trimBlocks: false,
  lstripBlocks: false,
  keepTrailingNewline: true,
  strict: true,
  sandboxed: false,
  tags: {},
  filters: new Map(),
  globals: new Map(),
};
