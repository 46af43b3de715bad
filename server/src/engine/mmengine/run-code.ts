import { LimitError, PyError, tooMuch } from '../core/errors.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue, UnknownValue } from '../core/value.js';
import { spanOf, type Statement } from '../python/syntax/tree/ast.js';
import { builtins } from '../python/runtime/builtins/index.js';
import { invalidateEffects } from '../python/interpreter/effects.js';
import { Interpreter } from '../python/interpreter/interpreter.js';
import type { ModuleContext } from '../python/runtime/frame.js';
import type { Frame } from '../python/runtime/frame.js';
import { executeBlock } from '../python/interpreter/statements.js';
import { UnknownSignal } from '../python/runtime/unknown-signal.js';
import { WorkspaceHost } from '../python/program/workspace-host.js';
import type { Load } from './load.js';
import { metered } from '../core/cost.js';

/**
 * Runs the top level of a config with `globals` as its names.
 * @returns whether it ran to its end; what it raised is in the report
 */
export function runCode(run: Load, body: readonly Statement[], globals: DictValue, module: ModuleContext): boolean {
  const interpreter = makeInterpreter(run, globals, module);
  const ran = runStatements(run, interpreter, body);
  run.cost += interpreter.spent;
  return ran;
}

function runStatements(run: Load, interpreter: Interpreter, body: readonly Statement[]): boolean {
  for (const statement of body) {
    run.report.nextStatement();
    try {
      metered(interpreter, () => executeBlock(interpreter, [statement]));
    } catch (error) {
      if (!survivesWithin(run, interpreter, statement, spanOf(run.file, statement), error)) return false;
    }
  }
  return true;
}

/** The same as `survives`, whose work counts as well. */
function survivesWithin(run: Load, interpreter: Interpreter, statement: Statement, span: Span, thrown: unknown): boolean {
  try {
    return metered(interpreter, () => survives(run, interpreter, statement, span, thrown));
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    run.report.gaveUp(error, span);
    return false;
  }
}

/** Whether running goes on behind a statement that threw. */
function survives(run: Load, interpreter: Interpreter, statement: Statement, span: Span, thrown: unknown): boolean {
  const at = interpreter.span;
  interpreter.frames.length = 1;
  interpreter.nesting = 0;
  interpreter.callDepth = 0;
  if (thrown instanceof UnknownSignal) {
    invalidateEffects(interpreter, [statement], thrown.value);
    return true;
  }
  if (thrown instanceof PyError) return raised(run, interpreter, statement, span, thrown);
  if (thrown instanceof LimitError) run.report.gaveUp(thrown, span);
  else if (thrown instanceof RangeError) run.report.gaveUp(tooMuch(thrown, at), span);
  else throw thrown;
  return false;
}

/** An exception that comes of a missing environment variable makes unknown what its statement does; any other ends the run. */
function raised(run: Load, interpreter: Interpreter, statement: Statement, span: Span, error: PyError): boolean {
  const at = interpreter.placeOf(error);
  const reason = run.report.wantsVariable(error, at?.file === run.file ? at : span);
  if (reason !== undefined) invalidateEffects(interpreter, [statement], new UnknownValue(reason, span));
  else run.report.raised(error, at, span);
  return reason !== undefined;
}

export function makeInterpreter(run: Load, globals: DictValue, module: ModuleContext): Interpreter {
  const { workspace, environment, workingDirectory, limits, progress, packageDirectories } = run.context;
  const started = { working: workingDirectory, likely: () => packageDirectories?.(run.file) ?? [] };
  const host = new WorkspaceHost(workspace, run.file, run.dependencies, environment, started, run.report, progress);
  const frame: Frame = {
    kind: 'module',
    file: run.file,
    globals,
    locals: new Map(),
    parent: undefined,
    names: undefined,
    module,
    prefix: '',
  };
  return new Interpreter(frame, limits, host);
}

/** A file's path as the config sees it in `__file__`: as given to the framework, which is started in the working directory. */
export function pathAsGiven(file: FileId, workingDirectory: FileId | undefined): string {
  if (workingDirectory === undefined) return file;
  const prefix = workingDirectory.endsWith('/') ? workingDirectory : workingDirectory + '/';
  return file.startsWith(prefix) ? file.slice(prefix.length) : file;
}

/** What `exec` puts under `__builtins__`: made when it is looked into, which hardly any config does. */
export function builtinsDict(): DictValue {
  const span = { file: '', start: 0, end: 0 };
  return new DictValue(span, 'dict', () => {
    const dict = new DictValue(span);
    for (const [name, value] of builtins) dict.set(name, value);
    return dict.entries;
  });
}
