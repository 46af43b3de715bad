import { PyError } from '../errors.js';
import type { Evaluation, Limits, Problem } from '../evaluation.js';
import { tooLarge } from '../json/evaluate.js';
import { toEvaluation } from '../json/to-evaluation.js';
import type { FileId } from '../text/span.js';
import { NoneValue } from '../value.js';
import type { Workspace } from '../workspace.js';
import { ValueBuilder } from './build.js';
import { parseYaml } from './parse.js';

/**
 * Evaluates a YAML config as mmengine 0.11 loads it: with PyYAML's Loader, whose scalars are those of YAML 1.1. Never throws. A document with a
 * syntax error is still read as far as it can be understood.
 */
export function evaluateYaml(file: FileId, text: string, _workspace: Workspace, limits: Limits): Evaluation {
  if (text.length > limits.document) return toEvaluation({ file, language: 'yaml', value: undefined, problems: [tooLarge(file, text, limits)] });
  const { document, problems } = parseYaml(file, text, limits);
  const builder = new ValueBuilder(file, text, limits);
  const whole = { file, start: 0, end: text.length };
  const value = document?.contents ? builder.value(document.contents, whole) : problems.length > 0 ? undefined : new NoneValue(whole);
  const all = [...problems, ...builder.problems];
  const error = errorOf(all);
  return toEvaluation({ file, language: 'yaml', value, problems: all, ...(error && { error }) });
}

/** What PyYAML raises for the first problem that is not a limit of ours. */
function errorOf(problems: readonly Problem[]): PyError | undefined {
  const first = problems.find((problem) => problem.kind !== 'limit');
  if (!first) return undefined;
  return new PyError(first.kind === 'syntax-error' ? 'ParserError' : 'ConstructorError', first.message, first.span);
}
