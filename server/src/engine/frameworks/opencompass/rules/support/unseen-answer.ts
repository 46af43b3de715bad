import type { Filling } from '../../columns/filling.js';
import type { BracedText, PlaceholderFault } from '../../columns/placeholder-faults.js';

/** What the answer is called by those who do not know the column. */
const answerWords: ReadonlySet<string> = new Set(
  'predict predicted pred preds prediction predictions predicted_answer model_answer model_output model_response model_prediction candidate_answer candidate_response assistant_response response response_text completion student_answer'.split(
    ' ',
  ),
);

/**
 * Placeholders of a judge's templates that are meant for the answer, where none is filled with it: the judge never sees the answer.
 * @param filling the columns of the rows and of reader_cfg alone @param faults what has been found of the same texts @param meant the column of the answer
 */
export function unseenAnswer(
  texts: readonly BracedText[],
  filling: Filling,
  faults: readonly PlaceholderFault[],
  meant: string,
): readonly PlaceholderFault[] {
  const all = texts.flatMap(({ braces }) => braces);
  const first = firstOfTwo(texts, filling);
  if (first.length > 0) return first;
  const beyond = beyondCount(texts);
  if (beyond.length > 0) return beyond.map(({ text, braced, meant: column }) => ({ text, braced, kind: 'slip', meant: column, filling }));
  if (all.some(({ form, name }) => form === 'plain' && (isAnswerOf(name, meant) || name.startsWith('judgement')))) return [];
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

/** Of the answers of several models the first; others have a number behind it. */
const answer = 'prediction';

/** Whether a column holds the answer: that of a second model alone is not enough. */
function isAnswerOf(name: string, meant: string): boolean {
  return name.startsWith(meant) && !/^\d+$/.test(name.slice(meant.length));
}

/** Answers beyond those that are asked for: of the second model `prediction2`, and nobody asks for `prediction22` alone. OpenCompass 0.5.4 `openicl/icl_evaluator/lm_evaluator.py`. */
function beyondCount(texts: readonly BracedText[]): readonly (Pick<PlaceholderFault, 'text' | 'braced'> & { readonly meant: string })[] {
  const plain = texts.flatMap(({ text, braces }) =>
    braces.filter(({ form, doubled }) => form === 'plain' && !doubled).map((braced) => ({ text, braced })),
  );
  const named = new Set(plain.map(({ braced }) => braced.name));
  return plain.flatMap(({ text, braced }) => {
    const count = Number(/^prediction(\d{1,3})$/.exec(braced.name)?.[1] ?? 0);
    if (count < 3 || named.has(`${answer}${String(count - 1)}`)) return [];
    const meant = named.has(answer) ? `${answer}2` : answer;
    return named.has(meant) ? [] : { text, braced, meant };
  });
}

/** Whether what stands in braces is meant for an answer, or for what a judge before this one said of it. */
export function isAnswerName(name: string): boolean {
  return /predict|^preds?$|judge?ment|answer_of|response|^model_answer$/i.test(name) || answerWords.has(name.toLowerCase());
}
