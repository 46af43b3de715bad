import { PyError } from '../core/errors.js';
import { DictValue, str, type Value } from '../core/value.js';
import { spanOf, type Module, type Statement } from '../python/syntax/tree/ast.js';
import { contains, getItem } from '../python/runtime/operators/index.js';
import { truthy } from '../python/runtime/semantics.js';
import { futureProblems } from '../python/syntax/future.js';
import type { ModuleContext } from '../python/runtime/frame.js';
import { isBaseAssignment } from './lazy-detection.js';
import { reportSyntaxErrors } from './syntax-errors.js';
import { type Outcome } from './load.js';
import { type Load } from './load.js';
import { mergeConfig, substituteBaseVariables } from './merge.js';
import { dropMismatches } from './mismatches.js';
import { loadPlainBases } from './plain-bases.js';
import { removeBases } from './remove-bases.js';
import { builtinsDict, makeInterpreter, runCode } from './run-code.js';
import { parseSubstituted, substituteVariables } from './substitute.js';

/**
 * Loads a config by mmengine's plain path (0.11 `Config._file2dict`): `{{ … }}` variables are filled in in the text, the files of `_base_` are
 * loaded and the config's own names are merged into theirs. Functions and modules are left out of the result.
 */
export function runPlain(run: Load, module: Module): Outcome {
  const { text } = run;
  const start = { file: run.file, start: 0, end: 0 };
  const substituted = substituteVariables(run.file, text, run.context.environment, (message, span) => run.report.assume(message, span));
  const changed = substituted.text.text !== text;
  const read = changed ? parseSubstituted(run.file, substituted) : module;
  const { body } = read;
  if (changed && module.errors.length === 0) reportSyntaxErrors(run.report, read, text, 'parsed');
  const bases = loadPlainBases(run, body);
  const globals = new DictValue(start);
  globals.set('_base_', bases.config);
  globals.set('__builtins__', builtinsDict());
  const context = { file: run.file, text, lazy: false, baseModules: new Set<string>(), incomplete: bases.incomplete };
  const code = removeBases(run.file, body, (error) => {
    run.report.raised(error, error.span, error.span ?? start);
  });
  reportSyntaxErrors(run.report, { ...read, errors: [...read.errors, ...futureProblems(text, code)] }, text, 'compiled');
  const complete = runCode(run, code, globals, context);
  const defined = ownNames(globals);
  if (complete) readDeprecation(run, globals, context);
  dropMismatches(run, defined);
  const own = substituteBaseVariables(defined, substituted.baseVariables, bases.config);
  const names = merge(run, own, bases.config, body);
  return { names, importedNames: new Set(), complete, incomplete: context.incomplete };
}

function merge(run: Load, own: DictValue, base: DictValue, body: readonly Statement[]): DictValue {
  try {
    return mergeConfig(own, base);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const at = body.find(isBaseAssignment);
    run.report.raised(error, error.span, at ? spanOf(run.file, at) : { file: run.file, start: 0, end: 0 });
    return own;
  }
}

function ownNames(globals: DictValue): DictValue {
  const names = new DictValue(globals.span);
  for (const [id, entry] of globals.entries) {
    const name = entry.key.kind === 'str' ? entry.key.text : '';
    if (name.startsWith('__') || name === '_base_' || name === '_deprecation_' || isFunctionOrModule(entry.value)) continue;
    names.entries.set(id, entry);
  }
  return names;
}

/**
 * `_deprecation_ = dict(expected=…, reference=…)` makes mmengine warn (0.11 `Config._file2dict`); of what is no dict, asking for the two may raise.
 */
function readDeprecation(run: Load, globals: DictValue, module: ModuleContext): void {
  const entry = globals.entry('_deprecation_');
  if (!entry || isFunctionOrModule(entry.value) || entry.value.kind === 'unknown') return;
  const interpreter = makeInterpreter(run, globals, module);
  try {
    for (const name of ['expected', 'reference']) {
      const key = str(name, entry.valueSpan);
      if (truthy(contains(interpreter, entry.value, key)) === true) getItem(interpreter, entry.value, key);
    }
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    run.report.raised(error, error.span, entry.valueSpan);
  }
}

function isFunctionOrModule(value: Value): boolean {
  const kind = value.kind === 'callable' ? value.callableKind : value.kind === 'ref' ? value.refKind : undefined;
  return kind === 'function' || kind === 'module';
}
