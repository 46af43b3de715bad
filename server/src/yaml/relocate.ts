import type { Evaluation, Problem } from '../evaluation.js';
import { PyError } from '../errors.js';
import { movedValue } from '../moved-value.js';
import { originOf, relocateText } from '../python/evaluate/load/substitute.js';
import type { Span } from '../text/span.js';
import type { TracedText } from '../text/traced-text.js';
import type { DictValue } from '../value.js';

/** An evaluation of substituted text with the places of the document that the text was made from. */
export function relocateEvaluation(evaluation: Evaluation, substituted: TracedText): Evaluation {
  const { error, problems, value } = evaluation;
  const at = ({ start, end }: Span): Span => originOf(substituted, start, end);
  return {
    ...evaluation,
    ...(error && { error: new PyError(error.type, error.text, error.span && at(error.span), error.reason) }),
    problems: problems.map((problem) => relocateProblem(problem, at)),
    value: movedValue(value, { span: at, text: (text) => relocateText(text, substituted) }) as DictValue,
  };
}

function relocateProblem(problem: Problem, at: (span: Span) => Span): Problem {
  const related = problem.related?.map(({ span, message }) => ({ span: at(span), message }));
  return { ...problem, span: at(problem.span), ...(related && { related }) };
}
