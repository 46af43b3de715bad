import { PyError } from '../../core/errors.js';
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
import { type Frame } from '../runtime/frame.js';
import { execute, executeBlock, type StatementOutcome } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { walk, type Node } from '../syntax/tree/walk.js';

type Steps = Generator<Value, StatementOutcome, undefined>;

/** What calling a function with `yield` gives: its body runs up to the next `yield` each time that an item is asked for. */
export function makeGenerator(it: Interpreter, node: FunctionDef, frame: Frame): Value {
  const steps = block(it, node.body);
  let ended = false;
  return new IteratorValue('generator', it.span, () => {
    if (ended) return undefined;
    const place = it.node;
    const { nesting } = it;
    try {
      const next = it.within(frame, () => steps.next());
      ended = next.done === true;
      return next.done ? undefined : next.value;
    } catch (error) {
      ended = true;
      if (error instanceof UnknownSignal) it.within(frame, () => {
        invalidateEffects(it, node.body, error.value);
      });
      throw error;
    } finally {
      it.node = place;
      it.nesting = nesting;
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

function* block(it: Interpreter, body: readonly Statement[]): Steps {
  for (const statement of body) {
    const how = yields([statement]) ? yield* stepwise(it, statement) : execute(it, statement);
    if (how !== 'normal') return how;
  }
  return 'normal';
}

/** Runs a statement that yields somewhere inside. */
function* stepwise(it: Interpreter, node: Statement): Steps {
  it.step();
  switch (node.type) {
    case 'ExpressionStatement':
      yield* yielded(it, node.value);
      return 'normal';
    case 'Assign': {
      const value = yield* yielded(it, node.value);
      for (const target of node.targets) assign(it, target, value, it.spanOf(node.value));
      return 'normal';
    }
    case 'If': {
      const holds = truthy(evaluate(it, node.test));
      if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
      return yield* block(it, holds ? node.body : node.orelse);
    }
    case 'For':
      return yield* forLoop(it, node);
    case 'While':
      return yield* whileLoop(it, node);
    case 'Try':
      return yield* tryBlock(it, node);
    default:
      throw new UnknownSignal(new UnknownValue('A yield in this place is not followed.', it.spanOf(node)));
  }
}

/** The value of an expression that is a `yield` as a whole; nothing is ever sent to it. */
function* yielded(it: Interpreter, node: Expression): Generator<Value, Value, undefined> {
  if (node.type !== 'Yield') throw new UnknownSignal(new UnknownValue('A yield inside an expression is not followed.', it.spanOf(node)));
  yield* itemsOf(it, node);
  return it.none();
}

function* itemsOf(it: Interpreter, node: Yield): Generator<Value, void, undefined> {
  const value = node.value ? evaluate(it, node.value) : it.none();
  if (node.from) yield* it.iterate(value);
  else yield value;
}

function* forLoop(it: Interpreter, node: For): Steps {
  const iterable = evaluate(it, node.iter);
  for (const item of it.iterate(iterable)) {
    assign(it, node.target, item, it.spanOf(node.iter));
    const how = yield* block(it, node.body);
    if (how === 'break') return 'normal';
    if (how === 'return') return how;
  }
  return yield* block(it, node.orelse);
}

function* whileLoop(it: Interpreter, node: While): Steps {
  for (;;) {
    it.step();
    const holds = truthy(evaluate(it, node.test));
    if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
    if (!holds) return yield* block(it, node.orelse);
    const how = yield* block(it, node.body);
    if (how === 'break') return 'normal';
    if (how === 'return') return how;
  }
}

/** A `try` around a `yield`, as far as its handlers themselves do not yield. */
function* tryBlock(it: Interpreter, node: Try): Steps {
  let how: StatementOutcome;
  try {
    how = yield* block(it, node.body);
    if (how === 'normal') how = yield* block(it, node.orelse);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const handler = node.handlers.find((h) => !h.exception || catches(evaluate(it, h.exception), error));
    if (!handler) {
      yield* block(it, node.finalbody);
      throw error;
    }
    how = executeBlock(it, handler.body);
  }
  const last = yield* block(it, node.finalbody);
  return last === 'normal' ? how : last;
}
