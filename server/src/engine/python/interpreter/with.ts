import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { UnknownValue, type Value } from '../../core/value.js';
import type { With, WithItem } from '../syntax/tree/ast.js';
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
  const entered = enterItem(interpreter, item);
  const rest = (): StatementOutcome => withItems(interpreter, node, from + 1);
  if (!entered) return rest();
  return entered instanceof UnknownValue ? withinUnknown(entered, rest) : leaving(interpreter, entered, rest);
}

/**
 * Enters one context of a `with`.
 * @returns its `__exit__`, where that is a method of the program's own; an unknown value for a context that is not known; undefined for any other
 */
export function enterItem(interpreter: Interpreter, item: WithItem): BuiltinValue | UnknownValue | undefined {
  const manager = interpreter.host.importer ? evaluate(interpreter, item.context) : undefined;
  if (!(manager instanceof InstanceValue)) {
    enterContext(interpreter, item, manager);
    return manager instanceof UnknownValue ? manager : undefined;
  }
  const [enter, exit] = ['__enter__', '__exit__'].map((name) => manager.ofClass.find(name));
  if (!enter || !exit) throw new PyError('TypeError', `'${manager.typeName}' object does not support the context manager protocol`);
  interpreter.node = item.context;
  const value = interpreter.call(bindMethod(enter, manager), { positional: [], keywords: new Map() });
  if (item.target) assign(interpreter, item.target, value, interpreter.spanOf(item.context));
  const bound = bindMethod(exit, manager);
  return bound instanceof BuiltinValue ? bound : interpreter.unknown(say`What leaves this context is not followed.`);
}

/** A context that is not known may hold exceptions back. */
function withinUnknown(manager: UnknownValue, body: () => StatementOutcome): StatementOutcome {
  try {
    return body();
  } catch (error) {
    throw leftUnknown(manager, error);
  }
}

/** What comes out of a context that is not known where its body has raised something. */
export function leftUnknown(manager: UnknownValue, error: unknown): unknown {
  return error instanceof PyError ? new UnknownSignal(manager) : error;
}

/** Runs the body of a context, and tells its `__exit__` how it ended, which may hold an exception back. */
function leaving(interpreter: Interpreter, exit: Value, body: () => StatementOutcome): StatementOutcome {
  const { nesting, callDepth } = interpreter;
  const frames = interpreter.frames.length;
  let how: StatementOutcome;
  try {
    how = body();
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    interpreter.frames.length = frames;
    Object.assign(interpreter, { nesting, callDepth });
    if (holdsBack(interpreter, exit, error)) return 'normal';
    throw error;
  }
  leaveContext(interpreter, exit);
  return how;
}

/** Tells `__exit__` of an exception. @returns whether it holds that back. @throws UnknownSignal where that is not known */
export function holdsBack(interpreter: Interpreter, exit: Value, error: PyError): boolean {
  interpreter.step(caughtException);
  const object = exceptionObject(error, interpreter.placeOf(error) ?? interpreter.span);
  const type = exceptionClass(error, object) ?? interpreter.unknown(say`The class of this exception is not followed.`);
  const held = truthy(interpreter.call(exit, { positional: [type, object, interpreter.none()], keywords: new Map() }));
  if (typeof held !== 'boolean') throw new UnknownSignal(held);
  return held;
}

/** Tells `__exit__` that nothing has been raised. */
export function leaveContext(interpreter: Interpreter, exit: Value): void {
  const { returned } = interpreter;
  const none = interpreter.none();
  interpreter.call(exit, { positional: [none, none, none], keywords: new Map() });
  interpreter.returned = returned;
}

/** `type(error)`. */
function exceptionClass(error: PyError, object: Value): Value | undefined {
  return object instanceof InstanceValue ? object.ofClass : builtins.get(error.type);
}

/** @param manager what the context is, where that has been evaluated */
function enterContext(interpreter: Interpreter, { context, target }: WithItem, manager: Value | undefined): void {
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
  if (value instanceof InstanceValue) throw new UnknownSignal(interpreter.unknown(say`Context managers of a config are not followed.`));
  throw new PyError('TypeError', `'${typeName(value)}' object does not support the context manager protocol`);
}
