import type { Document } from '../core/document.js';
import type { Evaluation } from '../core/evaluation.js';
import { commonRules } from '../checks/rules/index.js';
import { aisBench } from './aisbench/index.js';
import type { Framework } from './face/framework.js';
import type { Rule } from './face/rule.js';
import { lmEval } from './lm-eval/index.js';
import { lmEvalRun } from './lm-eval/run-config/index.js';
import { openCompass } from './opencompass/index.js';

/** The frameworks, in the order in which they are asked whether a document is theirs. The only place that imports their folders. */
export const frameworks: readonly Framework[] = [lmEvalRun, lmEval, aisBench, openCompass];

/** Those that have settings of their own. */
export const ownFrameworks: readonly Framework[] = frameworks.filter(({ partOf }) => partOf === undefined);

/** Every rule, in the order in which findings at one place are listed. */
export const rules: readonly Rule[] = [...commonRules, ...frameworks.flatMap((framework) => framework.rules)];

/**
 * The framework whose config a document is; undefined for any other document.
 * @param choice the id of the framework to take for every config of its family in place of the one that is found, or `auto`
 */
export function detectFramework(evaluation: Evaluation, choice = 'auto'): Framework | undefined {
  const found = frameworks.find((framework) => framework.detect(evaluation));
  const chosen = frameworks.find(({ id }) => id === choice);
  return found && chosen && chosen.family !== undefined && chosen.family === found.family ? chosen : found;
}

/** Whether a text looks like a config of any framework: cheap, and right even where the text cannot be evaluated. */
export function looksLikeConfig(text: string, language: Document['language']): boolean {
  return frameworks.some((framework) => framework.sniff?.(text, language));
}

/** The framework that a document is taken for by a look at its text; where it looks like none's, the last one, to which most configs belong. */
export function frameworkOfText({ text, language }: Pick<Document, 'text' | 'language'>): Framework {
  return frameworks.find((framework) => framework.sniff?.(text, language)) ?? frameworks.at(-1)!;
}

/** The ids that the setting `promptPreflight.framework` takes: those of families. */
export const frameworkChoices: readonly string[] = frameworks.filter(({ family }) => family !== undefined).map(({ id }) => id);
