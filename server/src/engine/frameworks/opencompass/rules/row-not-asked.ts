import type { DatasetConfig } from '../../../config/config.js';
import { readInferCfg, type InferCfg } from '../../../config/infer-cfg.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { listed } from '../../../checks/support/words.js';
import { dialogueItems } from '../../../config/dialogue.js';
import type { Span } from '../../../core/span.js';
import { textOf, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { textsOfTemplate, type FilledText } from '../columns/filled-texts.js';
import { bracedTexts } from '../columns/placeholder-faults.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { datasetsToCheck, findingAt } from './support/dataset-faults.js';
import { formattedBuiltins } from './support/formatted-builtins.js';
import { modeOfInferCfg } from './support/inference.js';
import { holdsUnknown, isPartlyUnknown } from './support/known-texts.js';
import { otherNotations } from './support/other-notations.js';
import { unjudgedAnswers } from './support/unjudged-answers.js';

/**
 * A template without a column of the row: every row is asked the same. OpenCompass 0.5.3 `openicl/icl_prompt_template.py`, which puts in nothing but
 * what stands in braces; AISBench 3.1.0 the same. Of a judge's template the answer counts.
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
    yield* unjudgedAnswers(context);
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
  yield findingAt(context, dataset, lastAsked(template.template) ?? entry.valueSpan, {
    message: say`No column of the row is in this template, so every row is asked the same. The input columns are ${listed(inputColumns, 8)}: write {${inputColumns[0]!}} where it belongs.`,
  });
}

/** The last turn that asks, where what is asked belongs. */
function lastAsked(template: Value | undefined): Span | undefined {
  return dialogueItems(template).findLast(({ section, role }) => section === 'round' && textOf(role?.value) === 'HUMAN')?.prompt?.valueSpan;
}

/** Whether anything stands in braces: of a name that no column has, and of the output column, other rules tell. What Python's `format` counts, `{0}`, is no column. */
function hasBraces(texts: readonly FilledText[]): boolean {
  return (
    texts.some(({ text }) => placeholder.test(text.text)) ||
    bracedTexts(texts).some(({ braces }) => braces.some(({ name }) => !/^\d$/.test(name)))
  );
}

/** What nearly every template has. */
const placeholder = /\{[A-Za-z_]\w*\}/;
