import { PyError } from '../errors.js';
import type { Evaluation, Limits, Problem } from '../evaluation.js';
import type { FileId } from '../text/span.js';
import { parseJson } from './parse.js';
import { toEvaluation } from './to-evaluation.js';

/**
 * Evaluates a JSON config. Never throws. Behind a syntax error nothing is read; what stands before it is in the value.
 * @param limits its `depth` bounds the nesting, its `document` the length
 */
export function evaluateJson(file: FileId, text: string, limits: Limits): Evaluation {
  if (text.length > limits.document) return toEvaluation({ file, language: 'json', value: undefined, problems: [tooLarge(file, text, limits)] });
  const { value, problem } = parseJson(text, file, limits.depth);
  if (!problem) return toEvaluation({ file, language: 'json', value, problems: [] });
  const span = { file, start: problem.start, end: problem.end };
  const kind = problem.kind === 'depth' ? 'limit' : 'syntax-error';
  const error = new PyError(kind === 'limit' ? 'RecursionError' : 'JSONDecodeError', problem.message, span);
  return toEvaluation({ file, language: 'json', value, problems: [{ kind, span, message: problem.message }], error });
}

/** The problem of a document that is longer than the limit. */
export function tooLarge(file: FileId, text: string, limits: Limits): Problem {
  const message = `This document has ${text.length} characters; more than ${limits.document} are not read.`;
  return { kind: 'limit', span: { file, start: 0, end: Math.min(1, text.length) }, message };
}
