import { PyError } from '../core/errors.js';
import type { Evaluation, Limits, Problem } from '../core/evaluation.js';
import { tooLarge } from '../json/evaluate-json.js';
import { toEvaluation } from '../json/to-evaluation.js';
import type { FileId } from '../core/span.js';
import { NoneValue, type Value } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import { ValueBuilder, type YamlLoader } from './build.js';
import { parseYaml } from './parse-yaml.js';

/**
 * Evaluates a YAML config as mmengine 0.11 loads it: with PyYAML's Loader, whose scalars are those of YAML 1.1. Never throws. A document with a
 * syntax error is still read as far as it can be understood.
 */
export function evaluateYaml(file: FileId, text: string, _workspace: Workspace, limits: Limits): Evaluation {
  return toEvaluation({ file, language: 'yaml', ...readYaml(file, text, limits, 'mmengine') });
}

/** What PyYAML makes of a text. */
export interface YamlContent {
  /** The top-level value; undefined where nothing could be read. */
  readonly value: Value | undefined;
  readonly problems: readonly Problem[];
  /** What PyYAML raises, where it does. */
  readonly error?: PyError;
}

/** Reads a YAML text as one of PyYAML's loaders does. Never throws. */
export function readYaml(file: FileId, text: string, limits: Limits, loader: YamlLoader): YamlContent {
  if (text.length > limits.document) return { value: undefined, problems: [tooLarge(file, text, limits)] };
  const { document, problems, loose } = parseYaml(file, text, limits);
  const builder = new ValueBuilder(file, text, limits, loader, loose);
  const whole = { file, start: 0, end: text.length };
  const value = document?.contents ? builder.value(document.contents, whole) : problems.length > 0 ? undefined : new NoneValue(whole);
  const syntax = problems.find(({ kind }) => kind === 'syntax-error');
  const error = syntax ? new PyError('ParserError', syntax.message, syntax.span) : builder.error;
  // What is odd in a text that was misread comes of the one fault.
  return { value, problems: syntax ? problems : [...problems, ...builder.problems], ...(error && { error }) };
}
