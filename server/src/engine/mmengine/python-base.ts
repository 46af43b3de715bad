import { PyError } from '../core/errors.js';
import type { Evaluation } from '../core/evaluation.js';
import type { FileId } from '../core/span.js';
import { DictValue } from '../core/value.js';
import { isUnreadable, loads } from './loaded-module.js';
import { loadPlain } from './loader.js';
import { type LoadContext } from './load.js';

/** A Python config as the base of a YAML or JSON one (mmengine 0.11 `Config._file2dict`): one that mmengine would import lazily is none. */
export function evaluatePythonBase(file: FileId, text: string, context: LoadContext): Evaluation {
  const module = loadPlain(file, text, context);
  const start = { file, start: 0, end: 0 };
  const mixed = 'The configuration file type in the inheritance chain must match the current configuration file type.';
  const error = module.lazy && !isUnreadable(module) ? new PyError('RuntimeError', mixed, start) : module.error;
  const { lazy, names, problems, baseImports, dependencies } = module;
  return {
    file,
    language: 'python',
    ok: loads(module) && !error,
    ...(error && { error }),
    value: names,
    hidden: new DictValue(start),
    lazy,
    problems,
    baseImports,
    dependencies,
  };
}
