import type { Filling } from '../../columns/filling.js';
import type { BracedText, PlaceholderFault } from '../../columns/placeholder-faults.js';

/**
 * The columns in which judges are given the answer: OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`, `openicl/icl_evaluator/lm_evaluator.py`;
 * AISBench 3.1.0 `datasets/base.py` (`_modify_dataset_item`), where judge_reader_cfg names it.
 */
const answerColumns = { usual: 'prediction', ofReader: 'model_answer' } as const;

/** What the answer is called by those who do not know the column. */
const answerWords: ReadonlySet<string> = new Set(
  'predict predicted pred preds prediction predictions predicted_answer model_answer model_output model_response model_prediction candidate_answer'.split(
    ' ',
  ),
);

/**
 * Placeholders of a judge's templates that are meant for the answer, where none is filled with it: the judge never sees the answer.
 * @param filling the columns of the rows and of reader_cfg alone @param faults what has been found of the same texts
 */
export function unseenAnswer(
  texts: readonly BracedText[],
  filling: Filling,
  faults: readonly PlaceholderFault[],
): readonly PlaceholderFault[] {
  const isOfReader = filling.declared.includes(answerColumns.ofReader);
  const meant = isOfReader ? answerColumns.ofReader : answerColumns.usual;
  const all = texts.flatMap(({ braces }) => braces);
  const first = firstOfTwo(texts, filling);
  if (first.length > 0) return first;
  if (all.some(({ form, name }) => form === 'plain' && (name.startsWith(meant) || name.startsWith('judgement')))) return [];
  return texts.flatMap(({ text, braces }) =>
    braces
      .filter(({ form, doubled, name }) => form === 'plain' && !doubled && answerWords.has(name) && !filling.columns.includes(name))
      .filter((braced) => !faults.some((fault) => fault.text === text && fault.braced === braced))
      .map((braced): PlaceholderFault => ({ text, braced, kind: 'slip', meant, filling })),
  );
}

/** `{prediction1}` beside `{prediction}` or `{prediction2}`: of two answers that are compared the first is `prediction`, and the second `prediction2`. */
function firstOfTwo(texts: readonly BracedText[], filling: Filling): readonly PlaceholderFault[] {
  const names = new Set(texts.flatMap(({ braces }) => braces.flatMap(({ form, name }) => (form === 'plain' ? name : []))));
  if (names.has('prediction') === names.has('prediction2') || filling.columns.includes('prediction1')) return [];
  const meant = names.has('prediction') ? 'prediction2' : 'prediction';
  return texts.flatMap(({ text, braces }) =>
    braces
      .filter(({ form, name, doubled }) => form === 'plain' && name === 'prediction1' && !doubled)
      .map((braced): PlaceholderFault => ({ text, braced, kind: 'slip', meant, filling })),
  );
}
