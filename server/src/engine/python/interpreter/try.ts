import { PyError } from '../../core/errors.js';
import { UnknownValue } from '../../core/value.js';
import type { ExceptHandler, Try } from '../syntax/tree/ast.js';
import { invalidateEffects } from './effects.js';
import { catches, exceptionObject } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { bindName, unbind } from './names.js';
import { executeBlock, maybeRun, type StatementOutcome } from './statements.js';
import { caughtException } from '../../core/cost.js';

/** `try` with all its parts. Where an unknown value took part in the body, it might have raised: what handlers could change is forgotten. */
export function executeTry(it: Interpreter, node: Try): StatementOutcome {
  let how: StatementOutcome;
  try {
    how = guarded(it, node);
  } catch (error) {
    if (!(error instanceof PyError) || node.finalbody.length === 0) throw error;
    const left = runFinally(it, node);
    if (left !== 'normal') return left;
    throw error;
  }
  const { returned } = it;
  const left = runFinally(it, node);
  if (left !== 'normal') return left;
  it.returned = returned;
  return how;
}

function runFinally(it: Interpreter, node: Try): StatementOutcome {
  return executeBlock(it, node.finalbody);
}

function guarded(it: Interpreter, node: Try): StatementOutcome {
  const nesting = it.nesting;
  const frames = it.frames.length;
  const depth = it.callDepth;
  const unknownsBefore = it.unknowns;
  let how: StatementOutcome;
  try {
    how = executeBlock(it, node.body);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    it.frames.length = frames;
    it.nesting = nesting;
    it.callDepth = depth;
    it.step(caughtException);
    return handle(it, node, error);
  }
  if (it.unknowns > unknownsBefore && node.handlers.length > 0)
    invalidateEffects(it, node.handlers.flatMap((h) => h.body), it.unknown('It cannot be told whether the code in this try raises.'));
  return how === 'normal' ? executeBlock(it, node.orelse) : how;
}

function handle(it: Interpreter, node: Try, error: PyError): StatementOutcome {
  for (const [i, handler] of node.handlers.entries()) {
    const caught = handler.exception ? catches(evaluate(it, handler.exception), error) : true;
    if (caught === true) return runHandler(it, handler, error);
    if (caught === undefined) {
      const unknown = new UnknownValue('It cannot be told which handler of this try catches.', it.spanOf(handler));
      maybeRun(it, node.handlers.slice(i).flatMap((h) => h.body), unknown);
      return 'normal';
    }
  }
  throw error;
}

function runHandler(it: Interpreter, handler: ExceptHandler, error: PyError): StatementOutcome {
  const { name } = handler;
  const span = it.spanOf(name ?? handler);
  if (name) bindName(it, name.name, exceptionObject(error, it.placeOf(error) ?? span), span, span);
  it.handling.push(error);
  try {
    return executeBlock(it, handler.body);
  } finally {
    it.handling.pop();
    if (name) unbindQuietly(it, name.name);
  }
}

/** The name of `except … as name` is gone behind the handler, unless the handler has deleted it itself. */
function unbindQuietly(it: Interpreter, name: string): void {
  try {
    unbind(it, name);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
  }
}
