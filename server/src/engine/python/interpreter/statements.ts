import { PyError } from '../../core/errors.js';
import { truthy } from '../runtime/semantics.js';
import { elifOf, type Assert, type For, type If, type Raise, type Statement, type While } from '../syntax/tree/ast.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { assign, augmentedAssign, deleteTarget } from './assign.js';
import { defineClass } from './classes.js';
import { invalidateEffects } from './effects.js';
import { exceptionType, RaisedError, setCause } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import { defineFunction } from './functions.js';
import { headLoopOf, leaveHeadLoop } from './head-loop.js';
import { runImport, runImportFrom } from './imports.js';
import type { Interpreter } from './interpreter.js';
import { executeMatch } from './match.js';
import { letGo } from './left-generators.js';
import { bindName } from './names.js';
import { ClassValue, InstanceValue } from '../runtime/class-objects.js';
import { ExceptionValue } from '../runtime/objects.js';
import { evaluateAnnotation } from './annotations.js';
import { executeTry } from './try.js';
import { opensScope } from '../syntax/tree/bound-names.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { passUnsupported } from './unsupported.js';
import { walk } from '../syntax/tree/walk.js';
import { executeWith } from './with.js';

/** How a statement ended. After `return`, `it.returned` holds the value. */
export type StatementOutcome = 'normal' | 'break' | 'continue' | 'return';

/**
 * Runs statements in the running frame until one leaves the block.
 * @throws PyError what Python raises, its place noted; LimitError; UnknownSignal
 */
export function executeBlock(interpreter: Interpreter, body: readonly Statement[]): StatementOutcome {
  try {
    for (const statement of body) {
      const how = execute(interpreter, statement);
      if (how !== 'normal') return how;
    }
  } catch (error) {
    if (error instanceof PyError) interpreter.placeError(error);
    throw error;
  }
  return 'normal';
}

/** Runs one statement. */
export function execute(interpreter: Interpreter, node: Statement): StatementOutcome {
  interpreter.step();
  interpreter.enter(node);
  interpreter.node = node;
  interpreter.host.progress?.at(interpreter.file, node.start);
  const how = dispatch(interpreter, node);
  interpreter.nesting--;
  return how;
}

function dispatch(interpreter: Interpreter, node: Statement): StatementOutcome {
  switch (node.type) {
    case 'If':
      return executeIf(interpreter, node);
    case 'For':
      return executeFor(interpreter, node);
    case 'While':
      return executeWhile(interpreter, node);
    case 'Try':
      return executeTry(interpreter, node);
    case 'With':
      return executeWith(interpreter, node);
    case 'Match':
      return executeMatch(interpreter, node);
    case 'Return':
      interpreter.returned = node.value ? evaluate(interpreter, node.value) : interpreter.none();
      return 'return';
    case 'Break':
      return 'break';
    case 'Continue':
      return 'continue';
    default:
      simple(interpreter, node);
      return 'normal';
  }
}

function simple(interpreter: Interpreter, node: Statement): void {
  switch (node.type) {
    case 'Assign': {
      const value = evaluate(interpreter, node.value);
      for (const target of node.targets) assign(interpreter, target, value, interpreter.spanOfValue(node.value, value));
      break;
    }
    case 'ExpressionStatement':
      evaluate(interpreter, node.value);
      break;
    case 'AugAssign':
      augmentedAssign(interpreter, node);
      break;
    case 'AnnAssign':
      if (node.value) assign(interpreter, node.target, evaluate(interpreter, node.value), interpreter.spanOf(node.value));
      if (interpreter.frame.kind !== 'function') evaluateAnnotation(interpreter, node.annotation);
      break;
    case 'Delete':
      for (const target of node.targets) deleteTarget(interpreter, target);
      break;
    case 'FunctionDef':
      defineFunction(interpreter, node);
      break;
    case 'ClassDef':
      defineClass(interpreter, node);
      break;
    case 'Import':
      runImport(interpreter, node);
      break;
    case 'ImportFrom':
      runImportFrom(interpreter, node);
      break;
    case 'Raise':
      raise(interpreter, node);
      break;
    case 'Assert':
      executeAssert(interpreter, node);
      break;
    case 'Unsupported':
      passUnsupported(interpreter, node);
      break;
  }
}

/** `elif` parts, of which there may be many, are followed in a loop. */
function executeIf(interpreter: Interpreter, node: If): StatementOutcome {
  for (let at = node; ;) {
    interpreter.node = at;
    const holds = truthy(evaluate(interpreter, at.test));
    if (typeof holds !== 'boolean') {
      maybeRun(interpreter, [...at.body, ...at.orelse], holds);
      return 'normal';
    }
    const next = holds ? undefined : elifOf(at);
    if (!next) return executeBlock(interpreter, holds ? at.body : at.orelse);
    interpreter.step();
    at = next;
  }
}

/**
 * Statements that may or may not run. What they could change is forgotten; if they could leave the loop or the function, the rest of it may or
 * may not run either.
 */
export function maybeRun(interpreter: Interpreter, body: readonly Statement[], unknown: UnknownValue): void {
  invalidateEffects(interpreter, body, unknown);
  if (canLeave(body)) throw new UnknownSignal(unknown);
}

function canLeave(body: readonly Statement[]): boolean {
  let leaves = leavesFunction(body);
  walk(body, (node) => {
    if (node.type === 'Break' || node.type === 'Continue') leaves = true;
    return node.type !== 'For' && node.type !== 'While' && !opensScope(node.type);
  });
  return leaves;
}

/** Runs a loop; where it turns on something unknown, all that it could change is forgotten. */
function loop(interpreter: Interpreter, node: For | While, run: () => StatementOutcome): StatementOutcome {
  const { nesting } = interpreter;
  const frames = interpreter.frames.length;
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnknownSignal)) throw error;
    interpreter.nesting = nesting;
    interpreter.frames.length = frames;
    invalidateEffects(interpreter, [node], error.value);
    if (leavesFunction([node])) throw error;
    return 'normal';
  }
}

function leavesFunction(body: readonly Statement[]): boolean {
  let leaves = false;
  walk(body, (node) => {
    if (node.type === 'Return') leaves = true;
    return !opensScope(node.type);
  });
  return leaves;
}

function executeFor(interpreter: Interpreter, node: For): StatementOutcome {
  return loop(interpreter, node, () => {
    const iterable = evaluate(interpreter, node.iter);
    if (iterable instanceof UnknownValue) throw new UnknownSignal(iterable);
    interpreter.node = node.iter;
    const head = headLoopOf(interpreter, node, iterable);
    const left = eachRound(interpreter, node, iterable, head?.items ?? interpreter.iterate(iterable));
    if (left) return left === 'return' ? left : 'normal';
    if (head) leaveHeadLoop(interpreter, node, head);
    return executeBlock(interpreter, node.orelse);
  });
}

/** The rounds of a `for`. @returns how it was left before its end */
function eachRound(interpreter: Interpreter, node: For, iterable: Value, items: Iterable<Value>): 'break' | 'return' | undefined {
  try {
    for (const item of items) {
      assign(interpreter, node.target, item, interpreter.spanOf(node.iter));
      const how = executeBlock(interpreter, node.body);
      if (how !== 'break' && how !== 'return') continue;
      letGo(interpreter, iterable, how === 'return' ? interpreter.returned : undefined);
      return how;
    }
  } catch (error) {
    if (error instanceof PyError) letGo(interpreter, iterable);
    throw error;
  }
  return undefined;
}

function executeWhile(interpreter: Interpreter, node: While): StatementOutcome {
  return loop(interpreter, node, () => {
    for (;;) {
      interpreter.step();
      interpreter.node = node;
      const holds = truthy(evaluate(interpreter, node.test));
      if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
      if (!holds) return executeBlock(interpreter, node.orelse);
      const how = executeBlock(interpreter, node.body);
      if (how === 'break') return 'normal';
      if (how === 'return') return how;
    }
  });
}

function executeAssert(interpreter: Interpreter, node: Assert): void {
  // Whether an unknown condition holds cannot be told: the config is taken to load.
  if (truthy(evaluate(interpreter, node.test)) !== false) return;
  const message = node.message && evaluate(interpreter, node.message);
  interpreter.node = node;
  throw new RaisedError(new ExceptionValue('AssertionError', message ? [message] : [], interpreter.span), interpreter.span);
}

function raise(interpreter: Interpreter, node: Raise): void {
  if (!node.exception) {
    throw interpreter.handling.at(-1) ?? new PyError('RuntimeError', 'No active exception to reraise', interpreter.span);
  }
  const value = evaluate(interpreter, node.exception);
  // Which handler would catch it is not known.
  if (value.kind === 'unknown' && interpreter.host.importer) throw new UnknownSignal(value);
  const cause = node.cause && evaluate(interpreter, node.cause);
  interpreter.node = node;
  const error = raised(interpreter, value);
  if (cause && error instanceof RaisedError) setCause(error.value, causeObject(interpreter, cause));
  throw error;
}

/** What stands behind `from`: an exception, None, or a class of which an object is made. @throws PyError TypeError for anything else */
function causeObject(interpreter: Interpreter, cause: Value): Value {
  if (cause.kind === 'none' || cause.kind === 'unknown') return cause;
  const error = raised(interpreter, cause);
  if (error instanceof RaisedError) return error.value;
  throw new PyError('TypeError', 'exception causes must derive from BaseException', interpreter.span);
}

/** The exception that `raise value` raises. */
export function raised(interpreter: Interpreter, value: Value): Error {
  const type = exceptionType(value);
  if (type !== undefined) return new RaisedError(new ExceptionValue(type, [], interpreter.span), interpreter.span);
  if (value instanceof ClassValue && value.exceptionBase !== undefined)
    return raised(interpreter, interpreter.call(value, { positional: [], keywords: new Map() }));
  if (value instanceof ExceptionValue) return new RaisedError(value, interpreter.span);
  if (value instanceof InstanceValue && value.ofClass.exceptionBase !== undefined) return new RaisedError(value, interpreter.span);
  if (value.kind === 'unknown') return new PyError('Exception', value.reason, interpreter.span);
  return new PyError('TypeError', 'exceptions must derive from BaseException', interpreter.span);
}

/** Binds the name of `import …`, `class …` and the like. */
export function bindHere(
  interpreter: Interpreter,
  name: string,
  value: Value,
  node: { readonly start: number; readonly end: number },
): void {
  const span = interpreter.spanOf(node);
  bindName(interpreter, name, value, span, span);
}
