import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { FunctionDef, Statement, Try } from '../syntax/tree/ast.js';
import type { Expression, For, While, Yield } from '../syntax/tree/ast.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { IteratorValue } from '../runtime/runtime.js';
import { truthy } from '../runtime/semantics.js';
import { assign } from './assign.js';
import { catches } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import { invalidateEffects } from './effects.js';
import type { Interpreter } from './interpreter.js';
import { opensScope } from '../syntax/tree/bound-names.js';
import { chosenCase } from './match.js';
import { type Frame } from '../runtime/frame.js';
import { execute, executeBlock, type StatementOutcome } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { walk, type Node } from '../syntax/tree/walk.js';
import { enterContexts } from './with.js';

type Steps = Generator<Value, StatementOutcome, undefined>;

/** What calling a function with `yield` gives: its body runs up to the next `yield` each time that an item is asked for. */
export function makeGenerator(interpreter: Interpreter, node: FunctionDef, frame: Frame): Value {
  const steps = block(interpreter, node.body);
  let ended = false;
  return new IteratorValue('generator', interpreter.span, () => {
    if (ended) return undefined;
    const place = interpreter.node;
    const { nesting } = interpreter;
    try {
      const next = interpreter.within(frame, () => steps.next());
      ended = next.done === true;
      return next.done ? undefined : next.value;
    } catch (error) {
      ended = true;
      if (error instanceof UnknownSignal)
        interpreter.within(frame, () => {
          invalidateEffects(interpreter, node.body, error.value);
        });
      throw error;
    } finally {
      interpreter.node = place;
      interpreter.nesting = nesting;
    }
  });
}

function yields(nodes: readonly Node[]): boolean {
  let found = false;
  walk(nodes, (node) => {
    if (node.type === 'Yield') found = true;
    return !opensScope(node.type);
  });
  return found;
}

function* block(interpreter: Interpreter, body: readonly Statement[]): Steps {
  for (const statement of body) {
    const how = yields([statement]) ? yield* stepwise(interpreter, statement) : execute(interpreter, statement);
    if (how !== 'normal') return how;
  }
  return 'normal';
}

/** Runs a statement that yields somewhere inside. */
function* stepwise(interpreter: Interpreter, node: Statement): Steps {
  interpreter.step();
  switch (node.type) {
    case 'ExpressionStatement':
      yield* yielded(interpreter, node.value);
      return 'normal';
    case 'Assign': {
      const value = yield* yielded(interpreter, node.value);
      for (const target of node.targets) assign(interpreter, target, value, interpreter.spanOf(node.value));
      return 'normal';
    }
    case 'If': {
      const holds = truthy(evaluate(interpreter, node.test));
      if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
      return yield* block(interpreter, holds ? node.body : node.orelse);
    }
    case 'For':
      return yield* forLoop(interpreter, node);
    case 'While':
      return yield* whileLoop(interpreter, node);
    case 'Try':
      return yield* tryBlock(interpreter, node);
    case 'Match': {
      const chosen = chosenCase(interpreter, node);
      if (chosen instanceof UnknownValue) throw new UnknownSignal(chosen);
      return chosen ? yield* block(interpreter, chosen.body) : 'normal';
    }
    case 'With':
      enterContexts(interpreter, node);
      return yield* block(interpreter, node.body);
    default:
      throw new UnknownSignal(new UnknownValue(say`A yield here is not followed.`, interpreter.spanOf(node)));
  }
}

/** The value of an expression that is a `yield` as a whole; nothing is ever sent to it. */
function* yielded(interpreter: Interpreter, node: Expression): Generator<Value, Value, undefined> {
  if (node.type !== 'Yield')
    throw new UnknownSignal(new UnknownValue(say`A yield inside an expression is not followed.`, interpreter.spanOf(node)));
  yield* itemsOf(interpreter, node);
  return interpreter.none();
}

function* itemsOf(interpreter: Interpreter, node: Yield): Generator<Value, void, undefined> {
  const value = node.value ? evaluate(interpreter, node.value) : interpreter.none();
  if (node.from) yield* interpreter.iterate(value);
  else yield value;
}

function* forLoop(interpreter: Interpreter, node: For): Steps {
  const iterable = evaluate(interpreter, node.iter);
  for (const item of interpreter.iterate(iterable)) {
    assign(interpreter, node.target, item, interpreter.spanOf(node.iter));
    const how = yield* block(interpreter, node.body);
    if (how === 'break') return 'normal';
    if (how === 'return') return how;
  }
  return yield* block(interpreter, node.orelse);
}

function* whileLoop(interpreter: Interpreter, node: While): Steps {
  for (;;) {
    interpreter.step();
    const holds = truthy(evaluate(interpreter, node.test));
    if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
    if (!holds) return yield* block(interpreter, node.orelse);
    const how = yield* block(interpreter, node.body);
    if (how === 'break') return 'normal';
    if (how === 'return') return how;
  }
}

/** A `try` around a `yield`, as far as its handlers themselves do not yield. */
function* tryBlock(interpreter: Interpreter, node: Try): Steps {
  let how: StatementOutcome;
  try {
    how = yield* block(interpreter, node.body);
    if (how === 'normal') how = yield* block(interpreter, node.orelse);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const handler = node.handlers.find((h) => !h.exception || catches(evaluate(interpreter, h.exception), error));
    if (!handler) {
      yield* block(interpreter, node.finalbody);
      throw error;
    }
    how = executeBlock(interpreter, handler.body);
  }
  const last = yield* block(interpreter, node.finalbody);
  return last === 'normal' ? how : last;
}
