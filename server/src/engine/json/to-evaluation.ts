import { PyError } from '../core/errors.js';
import type { Evaluation, Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue, type Value } from '../core/value.js';

/** What reading a YAML or JSON document gave. */
export interface ReadData {
  readonly file: FileId;
  readonly language: 'yaml' | 'json';
  /** The top-level value; undefined where nothing could be read. */
  readonly value: Value | undefined;
  readonly problems: readonly Problem[];
  /** What the framework's loader raises, where it does. */
  readonly error?: PyError;
  readonly dependencies?: ReadonlySet<FileId>;
}

const reserved = new Set(['filename', 'text', 'pretty_text', 'env_variables']);

/**
 * Makes an evaluation of a YAML or JSON document as mmengine 0.11 `config/config.py` loads it: the top level must be a mapping with string keys,
 * none of them reserved, and keys that start with `__` are dropped, as is `_deprecation_`.
 */
export function toEvaluation(read: ReadData): Evaluation {
  const { file, language, value } = read;
  const whole: Span = value?.span ?? { file, start: 0, end: 0 };
  const error = read.error ?? (value ? shapeError(value) : undefined);
  const problems = [...read.problems];
  if (error && !read.error) problems.push({ kind: 'raises', span: error.span ?? whole, message: shapeMessage(error, value) });
  return {
    file,
    language,
    ok: error === undefined && !problems.some((problem) => problem.kind === 'limit'),
    ...(error && { error }),
    value: value?.kind === 'dict' ? shown(value) : new DictValue(whole),
    hidden: new DictValue(whole),
    lazy: undefined,
    problems,
    baseImports: [],
    dependencies: read.dependencies ?? new Set(),
  };
}

function shapeError(value: Value): PyError | undefined {
  if (value.kind !== 'dict')
    return new PyError('AttributeError', `'${typeNames[value.kind] ?? value.kind}' object has no attribute 'get'`, value.span);
  for (const { key, keySpan } of value.entries.values()) {
    if (key.kind !== 'str')
      return new PyError('AttributeError', `'${typeNames[key.kind] ?? key.kind}' object has no attribute 'startswith'`, keySpan);
    if (reserved.has(key.text)) return new PyError('KeyError', `'${key.text} is reserved for config file'`, keySpan);
  }
  return undefined;
}

const typeNames: Readonly<Record<string, string>> = { none: 'NoneType' };

function shapeMessage(error: PyError, value: Value | undefined): string {
  if (value?.kind !== 'dict') return say`A config is a mapping at its top level. The framework raises ${error.message}`;
  if (error.type === 'KeyError') return say`The framework keeps this name for itself and raises ${error.message}`;
  return say`The names of a config are strings. The framework raises ${error.message}`;
}

function shown(value: DictValue): DictValue {
  const result = new DictValue(value.span, value.className);
  for (const [id, entry] of value.entries)
    if (!(entry.key.kind === 'str' && /^__|^_deprecation_$/.test(entry.key.text))) result.entries.set(id, entry);
  return result;
}
