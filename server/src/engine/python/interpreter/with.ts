import { PyError } from '../../core/errors.js';
import type { UnknownValue, Value } from '../../core/value.js';
import type { With } from '../syntax/tree/ast.js';
import { LibraryObject } from '../runtime/objects.js';
import { truthy, typeName } from '../runtime/semantics.js';
import { caughtException } from '../../core/cost.js';
import { builtins } from '../runtime/builtins/index.js';
import { exceptionObject } from '../runtime/exceptions.js';
import { bindMethod } from './calls.js';
import { assign } from './assign.js';
import { BuiltinValue } from '../runtime/runtime.js';
import { evaluate } from './expressions.js';
import { readBasePath } from './imports.js';
import type { Interpreter } from './interpreter.js';
import { InstanceValue } from '../runtime/class-objects.js';
import { executeBlock, type StatementOutcome } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/**
 * `with`: of an open file the body runs with the file as target; `read_base()` is a context that does nothing (mmengine
 * `config/config.py`, `read_base`). Objects of a program's own classes are entered and left. Anything else is not followed.
 */
export function executeWith(interpreter: Interpreter, node: With): StatementOutcome {
  return withItems(interpreter, node, 0);
}

function withItems(interpreter: Interpreter, node: With, from: number): StatementOutcome {
  const item = node.items[from];
  if (!item) return executeBlock(interpreter, node.body);
  const manager = interpreter.host.importer ? evaluate(interpreter, item.context) : undefined;
  if (manager?.kind === 'unknown')
    return withinUnknown(manager, () => (enterContext(interpreter, item, manager), withItems(interpreter, node, from + 1)));
  if (!(manager instanceof InstanceValue)) {
    enterContext(interpreter, item, manager);
    return withItems(interpreter, node, from + 1);
  }
  const [enter, exit] = ['__enter__', '__exit__'].map((name) => manager.ofClass.find(name));
  if (!enter || !exit) throw new PyError('TypeError', `'${manager.typeName}' object does not support the context manager protocol`);
  interpreter.node = item.context;
  const value = interpreter.call(bindMethod(enter, manager), { positional: [], keywords: new Map() });
  if (item.target) assign(interpreter, item.target, value, interpreter.spanOf(item.context));
  return leaving(interpreter, bindMethod(exit, manager), () => withItems(interpreter, node, from + 1));
}

/** A context that is not known may hold exceptions back. */
function withinUnknown(manager: UnknownValue, body: () => StatementOutcome): StatementOutcome {
  try {
    return body();
  } catch (error) {
    if (error instanceof PyError) throw new UnknownSignal(manager);
    throw error;
  }
}

/** Runs the body of a context, and tells its `__exit__` how it ended, which may hold an exception back. */
function leaving(interpreter: Interpreter, exit: Value, body: () => StatementOutcome): StatementOutcome {
  const { nesting, callDepth } = interpreter;
  const frames = interpreter.frames.length;
  const leave = (...positional: readonly Value[]): Value => interpreter.call(exit, { positional, keywords: new Map() });
  let how: StatementOutcome;
  try {
    how = body();
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    interpreter.frames.length = frames;
    Object.assign(interpreter, { nesting, callDepth });
    interpreter.step(caughtException);
    const object = exceptionObject(error, interpreter.placeOf(error) ?? interpreter.span);
    const held = truthy(
      leave(
        exceptionClass(error, object) ?? interpreter.unknown('The class of this exception is not followed.'),
        object,
        interpreter.none(),
      ),
    );
    if (typeof held !== 'boolean') throw new UnknownSignal(held);
    if (held) return 'normal';
    throw error;
  }
  const { returned } = interpreter;
  leave(interpreter.none(), interpreter.none(), interpreter.none());
  interpreter.returned = returned;
  return how;
}

/** `type(error)`. */
function exceptionClass(error: PyError, object: Value): Value | undefined {
  return object instanceof InstanceValue ? object.ofClass : builtins.get(error.type);
}

/** All of a `with` that comes before its body. */
export function enterContexts(interpreter: Interpreter, node: With): void {
  for (const item of node.items) enterContext(interpreter, item, undefined);
}

/** @param manager what the context is, where that has been evaluated */
function enterContext(interpreter: Interpreter, { context, target }: With['items'][number], manager: Value | undefined): void {
  if (!manager && context.type === 'Call' && isReadBase(evaluate(interpreter, context.callee))) return;
  const value = manager ?? evaluate(interpreter, context);
  interpreter.node = context;
  enter(interpreter, value);
  if (target) assign(interpreter, target, value, interpreter.spanOf(context));
}

function isReadBase(callee: Value): boolean {
  return callee instanceof BuiltinValue && callee.path === readBasePath;
}

/** @throws PyError TypeError for what is no context manager */
function enter(interpreter: Interpreter, value: Value): void {
  if (value.kind === 'unknown' || (value instanceof LibraryObject && value.attribute('__enter__') !== undefined)) return;
  if (value instanceof LibraryObject && value.typeName === 'TextIOWrapper') return;
  if (value instanceof InstanceValue) throw new UnknownSignal(interpreter.unknown('Context managers of a config are not followed.'));
  throw new PyError('TypeError', `'${typeName(value)}' object does not support the context manager protocol`);
}
