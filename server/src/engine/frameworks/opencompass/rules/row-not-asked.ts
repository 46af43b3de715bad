import type { DatasetConfig } from '../../../config/config.js';
import { readInferCfg, type InferCfg } from '../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { listed } from '../../../checks/support/words.js';
import type { Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { textsOfTemplate, type FilledText } from '../columns/filled-texts.js';
import { bracedTexts } from '../columns/placeholder-faults.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { datasetsToCheck, findingAt, judgedToCheck } from './support/dataset-faults.js';
import { formattedBuiltins } from './support/formatted-builtins.js';
import type { JudgedTemplate } from './support/judged-placeholders.js';
import { modeOfInferCfg } from './support/inference.js';
import { otherNotations } from './support/other-notations.js';

/**
 * A template without a column of the row: every row is asked the same. OpenCompass 0.5.3 `openicl/icl_prompt_template.py`, which puts in nothing but
 * what stands in braces; AISBench 3.1.0 the same.
 */
export const rowNotAsked: ConfigRule = {
  id: 'row-not-asked',
  title: 'A template that has no column of the row in it: every row is asked the same',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  prevents: 'A prompt without the question, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context)) return;
    const told = new Set<Value>();
    for (const dataset of datasetsToCheck(context)) {
      const inferCfg = readInferCfg(dataset.inferCfg);
      if (!inferCfg || told.has(inferCfg.value)) continue;
      told.add(inferCfg.value);
      yield* findings(context, dataset, inferCfg);
    }
    for (const judge of judgedToCheck(context)) yield* judgeFindings(context, judge);
  },
};

function* findings(context: CheckContext, dataset: DatasetConfig, inferCfg: InferCfg): Iterable<Finding> {
  const template = inferCfg.promptTemplate ?? inferCfg.iceTemplate;
  const entry = template?.value.entry('template');
  const mode = modeOfInferCfg(inferCfg, context.framework);
  if (!entry || template?.className !== 'PromptTemplate' || (mode !== 'gen' && mode !== 'ppl')) return;
  const texts = textsOfTemplate(template);
  if (texts.length === 0 || hasBraces(texts) || texts.some(isPartlyUnknown) || holdsUnknown(entry.value)) return;
  const { inputColumns } = readReaderCfg(dataset.readerCfg);
  if (inputColumns.length === 0 || otherNotations(dataset).length > 0 || formattedBuiltins(dataset).length > 0) return;
  yield findingAt(context, dataset, entry.valueSpan, {
    message: say`No column of the row is in this template, so every row is asked the same. The input columns are ${listed(inputColumns, 8)}: write {${inputColumns[0]!}} where it belongs.`,
  });
}

/**
 * A judge's template without the answer: OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py` and `openicl/icl_evaluator/lm_evaluator.py` give it as
 * `{prediction}` and the like. A column whose name tells of a prompt may bring it in its text.
 */
function* judgeFindings(context: CheckContext, { judged }: JudgedTemplate): Iterable<Finding> {
  const template = readInferCfg(judged.inferCfg)?.promptTemplate;
  const entry = template?.value.entry('template');
  if (!entry || template?.className !== 'PromptTemplate' || modelAnswers(judged)) return;
  const texts = textsOfTemplate(template);
  if (texts.length === 0 || texts.some(isPartlyUnknown) || holdsUnknown(entry.value)) return;
  if (bracedTexts(texts).some(({ braces }) => braces.some(({ name }) => mayHoldAnswer.test(name)))) return;
  yield findingAt(context, judged, entry.valueSpan, {
    message: say`The answer is not in this template, so the judge never sees it: write {prediction} where it belongs.`,
  });
}

/** Columns in which judges find the answer, or that may hold a whole prompt with it. */
const mayHoldAnswer =
  /pred|answer\d|judg|prompt|prefix|suffix|template|instruct|response|output|model|completion|candidate|message|dialog|conversation|history/i;

/** AISBench's judges find the answer in a column of their own. */
function modelAnswers({ readerCfg }: DatasetConfig): boolean {
  return readReaderCfg(readerCfg).inputColumns.includes('model_answer');
}

/** Whether anything stands in braces: of a name that no column has, and of the output column, other rules tell. */
function hasBraces(texts: readonly FilledText[]): boolean {
  return texts.some(({ text }) => placeholder.test(text.text)) || bracedTexts(texts).some(({ braces }) => braces.length > 0);
}

/** What nearly every template has. */
const placeholder = /\{[A-Za-z_]\w*\}/;

function isPartlyUnknown({ text }: FilledText): boolean {
  return text.traced.pieces.some(({ origin }) => origin.kind === 'unknown');
}

/** Whether a template has a part of which nothing is known. */
function holdsUnknown(value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
    case 'ref':
    case 'object':
    case 'callable':
      return true;
    case 'list':
    case 'tuple':
      return value.items.some(holdsUnknown);
    case 'dict':
      return [...value.entries.values()].some((entry) => holdsUnknown(entry.value));
    default:
      return false;
  }
}
