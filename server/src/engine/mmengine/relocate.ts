import type { Evaluation, Problem } from '../core/evaluation.js';
import { PyError } from '../core/errors.js';
import { movedValue } from '../core/moved-value.js';
import { originOf, relocateText } from './substitute.js';
import type { Span } from '../core/span.js';
import type { TracedText } from '../core/traced-text.js';
import type { DictValue } from '../core/value.js';

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
