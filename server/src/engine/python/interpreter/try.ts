import { PyError } from '../../core/errors.js';
import { UnknownValue } from '../../core/value.js';
import type { ExceptHandler, Try } from '../syntax/tree/ast.js';
import { invalidateEffects } from './effects.js';
import { catches, exceptionObject } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { bindName, unbindQuietly } from './names.js';
import { executeBlock, maybeRun, type StatementOutcome } from './statements.js';
import { guardsAll } from './unfollowed-calls.js';
import { caughtException } from '../../core/cost.js';
import { say } from '../../core/say.js';

/** `try` with all its parts. Where an unknown value took part in the body, it might have raised: what handlers could change is forgotten. */
export function executeTry(interpreter: Interpreter, node: Try): StatementOutcome {
  let how: StatementOutcome;
  try {
    how = guarded(interpreter, node);
  } catch (error) {
    if (!(error instanceof PyError) || node.finalbody.length === 0) throw error;
    const left = runFinally(interpreter, node);
    if (left !== 'normal') return left;
    throw error;
  }
  const { returned } = interpreter;
  const left = runFinally(interpreter, node);
  if (left !== 'normal') return left;
  interpreter.returned = returned;
  return how;
}

function runFinally(interpreter: Interpreter, node: Try): StatementOutcome {
  return executeBlock(interpreter, node.finalbody);
}

function guarded(interpreter: Interpreter, node: Try): StatementOutcome {
  const nesting = interpreter.nesting;
  const frames = interpreter.frames.length;
  const depth = interpreter.callDepth;
  const unknownsBefore = interpreter.unknowns;
  let how: StatementOutcome;
  try {
    how = guardedBody(interpreter, node);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    interpreter.frames.length = frames;
    interpreter.nesting = nesting;
    interpreter.callDepth = depth;
    interpreter.step(caughtException);
    return handle(interpreter, node, error);
  }
  if (interpreter.unknowns > unknownsBefore && node.handlers.length > 0)
    invalidateEffects(
      interpreter,
      node.handlers.flatMap((h) => h.body),
      interpreter.unknown(say`Whether the code in this try raises is not known.`),
    );
  return how === 'normal' ? executeBlock(interpreter, node.orelse) : how;
}

function guardedBody(interpreter: Interpreter, node: Try): StatementOutcome {
  const { guards, tries } = interpreter;
  if (guardsAll(node)) interpreter.guards++;
  if (node.handlers.length > 0) interpreter.tries++;
  try {
    return executeBlock(interpreter, node.body);
  } finally {
    Object.assign(interpreter, { guards, tries });
  }
}

function handle(interpreter: Interpreter, node: Try, error: PyError): StatementOutcome {
  for (const [i, handler] of node.handlers.entries()) {
    const caught = handler.exception ? catches(evaluate(interpreter, handler.exception), error) : true;
    if (caught === true) return runHandler(interpreter, handler, error);
    if (caught === undefined) {
      const unknown = new UnknownValue(say`Which handler of this try catches is not known.`, interpreter.spanOf(handler));
      maybeRun(
        interpreter,
        node.handlers.slice(i).flatMap((h) => h.body),
        unknown,
      );
      return 'normal';
    }
  }
  throw error;
}

function runHandler(interpreter: Interpreter, handler: ExceptHandler, error: PyError): StatementOutcome {
  const { name } = handler;
  const span = interpreter.spanOf(name ?? handler);
  if (name) bindName(interpreter, name.name, exceptionObject(error, interpreter.placeOf(error) ?? span), span, span);
  interpreter.handling.push(error);
  try {
    return executeBlock(interpreter, handler.body);
  } finally {
    interpreter.handling.pop();
    if (name) unbindQuietly(interpreter, name.name);
  }
}
