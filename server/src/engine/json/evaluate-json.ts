import { PyError } from '../core/errors.js';
import type { Evaluation, Limits, Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import { parseJson, type JsonProblem } from './parse-json.js';
import { toEvaluation } from './to-evaluation.js';

/**
 * Evaluates a JSON config. Never throws. Behind a syntax error nothing is read; what stands before it is in the value.
 * @param limits its `depth` bounds the nesting, its `document` the length
 */
export function evaluateJson(file: FileId, text: string, limits: Limits): Evaluation {
  if (text.length > limits.document)
    return toEvaluation({ file, language: 'json', value: undefined, problems: [tooLarge(file, text, limits)] });
  const { value, problem } = parseJson(text, file, limits.depth);
  if (!problem) return toEvaluation({ file, language: 'json', value, problems: [] });
  const span = { file, start: problem.start, end: problem.end };
  const found: Problem = { kind: problemKinds[problem.kind], span, message: messageOf(problem) };
  const exception = exceptions[problem.kind];
  return toEvaluation({
    file,
    language: 'json',
    value,
    problems: [found],
    ...(exception && { error: new PyError(exception, problem.message, span) }),
  });
}

const problemKinds: Readonly<Record<JsonProblem['kind'], Problem['kind']>> = {
  syntax: 'syntax-error',
  depth: 'limit',
  digits: 'raises',
  values: 'limit',
};

/** What Python's `json` raises (CPython 3.11). */
const exceptions: Readonly<Record<JsonProblem['kind'], string | undefined>> = {
  syntax: 'JSONDecodeError',
  depth: 'RecursionError',
  digits: 'ValueError',
  values: undefined,
};

function messageOf({ kind, message }: JsonProblem): string {
  return kind === 'digits' ? say`Loading this config raises ValueError: ${message}.` : message;
}

/** The problem of a document that is longer than the limit. */
export function tooLarge(file: FileId, text: string, limits: Limits): Problem {
  const message = say`This document has ${text.length} characters; more than ${limits.document} are not read.`;
  return { kind: 'limit', span: { file, start: 0, end: Math.min(1, text.length) }, message };
}
