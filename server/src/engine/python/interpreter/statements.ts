import { PyError } from '../../core/errors.js';
import { truthy } from '../runtime/semantics.js';
import { elifOf, type Assert, type For, type If, type Raise, type Statement, type While } from '../syntax/tree/ast.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { assign, augmentedAssign, deleteTarget } from './assign.js';
import { defineClass } from './classes.js';
import { invalidateEffects } from './effects.js';
import { exceptionType, RaisedError } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import { defineFunction } from './functions.js';
import { runImport, runImportFrom } from './imports.js';
import type { Interpreter } from './interpreter.js';
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
export function executeBlock(it: Interpreter, body: readonly Statement[]): StatementOutcome {
  try {
    for (const statement of body) {
      const how = execute(it, statement);
      if (how !== 'normal') return how;
    }
  } catch (error) {
    if (error instanceof PyError) it.placeError(error);
    throw error;
  }
  return 'normal';
}

/** Runs one statement. */
export function execute(it: Interpreter, node: Statement): StatementOutcome {
  it.step();
  it.enter(node);
  it.node = node;
  it.host.progress?.at(it.file, node.start);
  const how = dispatch(it, node);
  it.nesting--;
  return how;
}

function dispatch(it: Interpreter, node: Statement): StatementOutcome {
  switch (node.type) {
    case 'If':
      return executeIf(it, node);
    case 'For':
      return executeFor(it, node);
    case 'While':
      return executeWhile(it, node);
    case 'Try':
      return executeTry(it, node);
    case 'With':
      return executeWith(it, node);
    case 'Return':
      it.returned = node.value ? evaluate(it, node.value) : it.none();
      return 'return';
    case 'Break':
      return 'break';
    case 'Continue':
      return 'continue';
    default:
      simple(it, node);
      return 'normal';
  }
}

function simple(it: Interpreter, node: Statement): void {
  switch (node.type) {
    case 'Assign': {
      const value = evaluate(it, node.value);
      for (const target of node.targets) assign(it, target, value, it.spanOf(node.value));
      break;
    }
    case 'ExpressionStatement':
      evaluate(it, node.value);
      break;
    case 'AugAssign':
      augmentedAssign(it, node);
      break;
    case 'AnnAssign':
      if (node.value) assign(it, node.target, evaluate(it, node.value), it.spanOf(node.value));
      if (it.frame.kind !== 'function') evaluateAnnotation(it, node.annotation);
      break;
    case 'Delete':
      for (const target of node.targets) deleteTarget(it, target);
      break;
    case 'FunctionDef':
      defineFunction(it, node);
      break;
    case 'ClassDef':
      defineClass(it, node);
      break;
    case 'Import':
      runImport(it, node);
      break;
    case 'ImportFrom':
      runImportFrom(it, node);
      break;
    case 'Raise':
      raise(it, node);
      break;
    case 'Assert':
      executeAssert(it, node);
      break;
    case 'Unsupported':
      passUnsupported(it, node);
      break;
  }
}

/** `elif` parts, of which there may be many, are followed in a loop. */
function executeIf(it: Interpreter, node: If): StatementOutcome {
  for (let at = node; ; ) {
    it.node = at;
    const holds = truthy(evaluate(it, at.test));
    if (typeof holds !== 'boolean') {
      maybeRun(it, [...at.body, ...at.orelse], holds);
      return 'normal';
    }
    const next = holds ? undefined : elifOf(at);
    if (!next) return executeBlock(it, holds ? at.body : at.orelse);
    it.step();
    at = next;
  }
}

/**
 * Statements that may or may not run. What they could change is forgotten; if they could leave the loop or the function, the rest of it may or
 * may not run either.
 */
export function maybeRun(it: Interpreter, body: readonly Statement[], unknown: UnknownValue): void {
  invalidateEffects(it, body, unknown);
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
function loop(it: Interpreter, node: For | While, run: () => StatementOutcome): StatementOutcome {
  const { nesting } = it;
  const frames = it.frames.length;
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnknownSignal)) throw error;
    it.nesting = nesting;
    it.frames.length = frames;
    invalidateEffects(it, [node], error.value);
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

function executeFor(it: Interpreter, node: For): StatementOutcome {
  return loop(it, node, () => {
    const iterable = evaluate(it, node.iter);
    if (iterable instanceof UnknownValue) throw new UnknownSignal(iterable);
    it.node = node.iter;
    for (const item of it.iterate(iterable)) {
      assign(it, node.target, item, it.spanOf(node.iter));
      const how = executeBlock(it, node.body);
      if (how === 'break') return 'normal';
      if (how === 'return') return how;
    }
    return executeBlock(it, node.orelse);
  });
}

function executeWhile(it: Interpreter, node: While): StatementOutcome {
  return loop(it, node, () => {
    for (;;) {
      it.step();
      it.node = node;
      const holds = truthy(evaluate(it, node.test));
      if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
      if (!holds) return executeBlock(it, node.orelse);
      const how = executeBlock(it, node.body);
      if (how === 'break') return 'normal';
      if (how === 'return') return how;
    }
  });
}

function executeAssert(it: Interpreter, node: Assert): void {
  // Whether an unknown condition holds cannot be told: the config is taken to load.
  if (truthy(evaluate(it, node.test)) !== false) return;
  const message = node.message && evaluate(it, node.message);
  it.node = node;
  throw new RaisedError(new ExceptionValue('AssertionError', message ? [message] : [], it.span), it.span);
}

function raise(it: Interpreter, node: Raise): void {
  if (!node.exception) {
    throw it.handling.at(-1) ?? new PyError('RuntimeError', 'No active exception to reraise', it.span);
  }
  const value = evaluate(it, node.exception);
  if (node.cause) evaluate(it, node.cause);
  it.node = node;
  throw raised(it, value);
}

/** The exception that `raise value` raises. */
function raised(it: Interpreter, value: Value): Error {
  const type = exceptionType(value);
  if (type !== undefined) return new RaisedError(new ExceptionValue(type, [], it.span), it.span);
  if (value instanceof ClassValue && value.exceptionBase !== undefined) return raised(it, it.call(value, { positional: [], keywords: new Map() }));
  if (value instanceof ExceptionValue) return new RaisedError(value, it.span);
  if (value instanceof InstanceValue && value.ofClass.exceptionBase !== undefined) return new RaisedError(value, it.span);
  if (value.kind === 'unknown') return new PyError('Exception', value.reason, it.span);
  return new PyError('TypeError', 'exceptions must derive from BaseException', it.span);
}

/** Binds the name of `import …`, `class …` and the like. */
export function bindHere(it: Interpreter, name: string, value: Value, node: { readonly start: number; readonly end: number }): void {
  const span = it.spanOf(node);
  bindName(it, name, value, span, span);
}

