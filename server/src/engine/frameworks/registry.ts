import type { Evaluation } from '../core/evaluation.js';
import type { FrameworkChoice } from '../core/settings.js';
import type { Framework } from './face/framework.js';
import { aisBench } from './aisbench/index.js';
import { lmEval } from './lm-eval/index.js';
import { openCompass } from './opencompass/index.js';

/** The frameworks, in the order in which they are asked whether a document is theirs. */
export const frameworks: readonly Framework[] = [lmEval, aisBench, openCompass];

/**
 * The framework whose config a document is; undefined for any other document.
 * @param choice the framework to take for every config of the OpenCompass family in place of the one that is found
 */
export function detectFramework(evaluation: Evaluation, choice: FrameworkChoice = 'auto'): Framework | undefined {
  const found = frameworks.find((framework) => framework.detect(evaluation));
  return choice === 'auto' || found === lmEval ? found : found && frameworks.find(({ id }) => id === choice);
}
