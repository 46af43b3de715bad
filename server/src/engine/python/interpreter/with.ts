import { PyError } from '../../core/errors.js';
import type { Value } from '../../core/value.js';
import type { With } from '../syntax/tree/ast.js';
import { LibraryObject } from '../runtime/objects.js';
import { typeName } from '../runtime/semantics.js';
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
 * `config/config.py`, `read_base`). Anything else is not followed.
 */
export function executeWith(interpreter: Interpreter, node: With): StatementOutcome {
  enterContexts(interpreter, node);
  return executeBlock(interpreter, node.body);
}

/** All of a `with` that comes before its body. */
export function enterContexts(interpreter: Interpreter, node: With): void {
  for (const { context, target } of node.items) {
    if (context.type === 'Call' && isReadBase(evaluate(interpreter, context.callee))) continue;
    const value = evaluate(interpreter, context);
    interpreter.node = context;
    enter(interpreter, value);
    if (target) assign(interpreter, target, value, interpreter.spanOf(context));
  }
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
