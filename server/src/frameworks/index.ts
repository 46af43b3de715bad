import type { Evaluation } from '../evaluation.js';
import type { Framework } from './framework.js';
import { aisBench } from './aisbench/index.js';
import { openCompass } from './opencompass/index.js';

/** The frameworks, in the order in which they are asked whether a document is theirs. */
export const frameworks: readonly Framework[] = [aisBench, openCompass];

/** The framework whose config a document is; undefined for any other document. */
export function detectFramework(evaluation: Evaluation): Framework | undefined {
  return frameworks.find((framework) => framework.detect(evaluation));
}
