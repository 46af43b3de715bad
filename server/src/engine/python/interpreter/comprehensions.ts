import { say } from '../../core/say.js';
import { PyError } from '../../core/errors.js';
import { DictValue, ListValue, SetValue, UnknownValue, type Value } from '../../core/value.js';
import type { Comprehension, Expression } from '../syntax/tree/ast.js';
import { IteratorValue } from '../runtime/runtime.js';
import { iterateItems, keyOf, truthy, typeName } from '../runtime/semantics.js';
import { assign } from './assign.js';
import { setEntry } from './displays.js';
import { invalidateEffects } from './effects.js';
import { evaluate } from './expressions.js';
import { headOfComprehension, partialOf } from './head-loop.js';
import type { Interpreter } from './interpreter.js';
import { valuesNamedIn } from './names.js';
import type { Frame } from '../runtime/frame.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/** A comprehension of any kind; a generator expression is lazy. Unknown as a whole where its length or a condition is. */
export function evaluateComprehension(interpreter: Interpreter, node: Comprehension): Value {
  if (node.clauses.some((clause) => clause.async)) return interpreter.unknown(say`Asynchronous comprehensions are not run.`);
  const first = evaluate(interpreter, node.clauses[0]!.iter);
  if (first instanceof UnknownValue) {
    invalidateEffects(interpreter, inside(node), first);
    return first;
  }
  const outer = interpreter.frame;
  const frame: Frame = { ...outer, kind: 'comprehension', locals: new Map(), parent: outer, names: undefined };
  if (node.of === 'generator') return generator(interpreter, node, first, frame);
  const nesting = interpreter.nesting;
  try {
    const head = headOfComprehension(interpreter, node, first);
    const made = interpreter.within(frame, () => collect(interpreter, node, head ?? first));
    return head ? partialOf(made) : made;
  } catch (error) {
    if (!(error instanceof UnknownSignal)) throw error;
    interpreter.nesting = nesting;
    invalidateEffects(interpreter, inside(node), error.value);
    return error.value;
  }
}

function inside(node: Comprehension): Expression[] {
  const conditions = node.clauses.flatMap((clause) => clause.conditions);
  return [node.element, ...(node.value ? [node.value] : []), ...conditions, ...node.clauses.map(({ iter }) => iter)];
}

function collect(interpreter: Interpreter, node: Comprehension, first: Value): Value {
  const span = interpreter.spanOf(node);
  if (node.of === 'dict') return collectDict(interpreter, node, first);
  const items: Value[] = [];
  for (const round = rounds(interpreter, node, first, 0); !round.next().done;) {
    items.push(evaluate(interpreter, node.element));
    interpreter.checkSize(items.length);
  }
  if (node.of === 'list') return new ListValue(items, span);
  const members = new Map<string, Value>();
  for (const item of items) {
    if (item.kind === 'unknown') return item;
    const key = keyOf(item);
    interpreter.step(2);
    if (!members.has(key)) members.set(key, item);
  }
  return new SetValue(members, span, true);
}

function collectDict(interpreter: Interpreter, node: Comprehension, first: Value): Value {
  const dict = new DictValue(interpreter.spanOf(node));
  const valueNode = node.value ?? node.element;
  for (const round = rounds(interpreter, node, first, 0); !round.next().done;) {
    const key = evaluate(interpreter, node.element);
    const value = evaluate(interpreter, valueNode);
    if (key.kind === 'unknown') throw new UnknownSignal(key);
    interpreter.step(2);
    setEntry(dict, { key, value, keySpan: interpreter.spanOf(node.element), valueSpan: interpreter.spanOf(valueNode) });
    interpreter.checkSize(dict.entries.size);
  }
  return dict;
}

/** Goes through the clauses from `index` on, with their names bound: yields once for each element to be made. */
function* rounds(interpreter: Interpreter, node: Comprehension, first: Value, index: number): Generator<undefined> {
  const clause = node.clauses[index];
  if (!clause) {
    yield undefined;
    return;
  }
  const iterable = index === 0 ? first : evaluate(interpreter, clause.iter);
  interpreter.node = clause.iter;
  for (const item of interpreter.iterate(iterable)) {
    assign(interpreter, clause.target, item, interpreter.spanOf(clause.iter));
    if (clause.conditions.every((condition) => holds(interpreter, condition))) yield* rounds(interpreter, node, first, index + 1);
  }
}

function holds(interpreter: Interpreter, condition: Expression): boolean {
  const result = truthy(evaluate(interpreter, condition));
  if (typeof result !== 'boolean') throw new UnknownSignal(result);
  return result;
}

function generator(interpreter: Interpreter, node: Comprehension, first: Value, frame: Frame): Value {
  if (!iterateItems(first)) throw new PyError('TypeError', `'${typeName(first)}' object is not iterable`);
  const source = rounds(interpreter, node, first, 0);
  const next = (): Value | undefined => {
    const place = interpreter.node;
    const nesting = interpreter.nesting;
    const item = interpreter.within(frame, () => (source.next().done ? undefined : evaluate(interpreter, node.element)));
    interpreter.node = place;
    interpreter.nesting = nesting;
    return item;
  };
  const parts = (): Value[] => [first, ...valuesNamedIn(interpreter, inside(node), frame)];
  return new IteratorValue('generator', interpreter.spanOf(node), next, undefined, undefined, parts, { nodes: inside(node), frame });
}
