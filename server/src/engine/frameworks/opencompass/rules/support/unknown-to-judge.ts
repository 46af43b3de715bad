import type { DatasetConfig } from '../../../../config/config.js';
import { classNameOf } from '../../../../config/class-name.js';
import type { Value } from '../../../../core/value.js';
import type { Filling } from '../../columns/filling.js';
import type { BracedText, PlaceholderFault } from '../../columns/placeholder-faults.js';
import { isAnswerName } from './unseen-answer.js';

/** What the evaluators add to the rows beside the answers, by other names: OpenCompass 0.5.4 `openicl/icl_evaluator/lm_evaluator.py`. */
const added = /^(?:references?|obj_gold|meta)|_(?:en|cn)_word_count$/;

function isAdded(name: string): boolean {
  return added.test(name) || isAnswerName(name);
}

/**
 * Placeholders of a judge's templates that no column of the rows fills, and that are no answer: what the class gives is known, or no text asks for a column of the question or of the reference.
 * @param filling what fills the templates of the judge @param rows what is known of the rows of the dataset
 */
export function unknownToJudge(
  texts: readonly BracedText[],
  filling: Filling,
  rows: Filling | undefined,
  rowsOf: DatasetConfig | undefined,
  faults: readonly PlaceholderFault[],
): readonly PlaceholderFault[] {
  const strangers = texts.flatMap(({ text, only, braces }) =>
    braces
      .filter(({ form, doubled, sort }) => only === undefined && form === 'plain' && !doubled && sort === 'column')
      .filter(({ name }) => name.length > 1 && !filling.columns.includes(name) && !isAdded(name))
      .map((braced) => ({ text, braced })),
  );
  if (strangers.length === 0 || !rows || !rowsOf) return [];
  const isExact = rows.known === 'exact' && readsSameRows(rowsOf);
  const declared = [...new Set([...filling.declared, ...rows.declared])].filter((name) => !isAdded(name));
  const asked = new Set(texts.flatMap(({ braces }) => braces.map(({ name }) => name)));
  // The rows may hold a template in which the answer is put in turn.
  const seesAnswer = [...asked].some(isAnswerName);
  if (!isExact && !(seesAnswer && lacksQuestionOrReference(rows, asked))) return [];
  return strangers
    .filter(({ text, braced }) => !faults.some((fault) => fault.text === text && fault.braced === braced))
    .filter(({ text, braced: { start, end } }) => !text.traced.slice(start, end).pieces.some(({ origin }) => origin.kind === 'unknown'))
    .map(({ text, braced }) => ({
      text,
      braced,
      kind: isExact ? 'unfilled' : 'undeclared',
      meant: undefined,
      filling: isExact ? { ...filling, known: 'exact' } : { ...filling, declared },
    }));
}

/** Whether the judge is asked with no input column of the rows, or without the reference: what is unknown stands in its place. */
function lacksQuestionOrReference({ inputs, declared }: Filling, asked: ReadonlySet<string>): boolean {
  const outputs = declared.filter((name) => !inputs.includes(name));
  const lacksQuestion = inputs.length > 0 && !inputs.some((name) => asked.has(name));
  return lacksQuestion || (outputs.length > 0 && !asked.has('reference') && !outputs.some((name) => asked.has(name)));
}

/** Whether the judge loads its rows by the class of the dataset: one that is not named loads none of its own. */
function readsSameRows({ value }: DatasetConfig): boolean {
  const evaluator = within(within(value, 'eval_cfg'), 'evaluator');
  const judges = [evaluator, within(evaluator, 'llm_evaluator')];
  const types = judges.flatMap((judge) => classNameOf(within(within(judge, 'dataset_cfg'), 'type')) ?? []);
  return types.every((type) => type === classNameOf(value.get('type')));
}

function within(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === 'dict' ? value.get(key) : undefined;
}
