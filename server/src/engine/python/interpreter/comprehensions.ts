import { PyError } from '../../core/errors.js';
import { DictValue, ListValue, SetValue, UnknownValue, type Value } from '../../core/value.js';
import type { Comprehension, Expression } from '../syntax/tree/ast.js';
import { IteratorValue } from '../runtime/runtime.js';
import { iterateItems, keyOf, truthy, typeName } from '../runtime/semantics.js';
import { assign } from './assign.js';
import { setEntry } from './displays.js';
import { invalidateEffects } from './effects.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import type { Frame } from '../runtime/frame.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/** A comprehension of any kind; a generator expression is lazy. Unknown as a whole where its length or a condition is. */
export function evaluateComprehension(it: Interpreter, node: Comprehension): Value {
  if (node.clauses.some((clause) => clause.async)) return it.unknown('Asynchronous comprehensions are not run.');
  const first = evaluate(it, node.clauses[0]!.iter);
  if (first instanceof UnknownValue) {
    invalidateEffects(it, inside(node), first);
    return first;
  }
  const outer = it.frame;
  const frame: Frame = { ...outer, kind: 'comprehension', locals: new Map(), parent: outer, names: undefined };
  if (node.of === 'generator') return generator(it, node, first, frame);
  const nesting = it.nesting;
  try {
    return it.within(frame, () => collect(it, node, first));
  } catch (error) {
    if (!(error instanceof UnknownSignal)) throw error;
    it.nesting = nesting;
    invalidateEffects(it, inside(node), error.value);
    return error.value;
  }
}

function inside(node: Comprehension): Expression[] {
  const conditions = node.clauses.flatMap((clause) => clause.conditions);
  return [node.element, ...(node.value ? [node.value] : []), ...conditions];
}

function collect(it: Interpreter, node: Comprehension, first: Value): Value {
  const span = it.spanOf(node);
  if (node.of === 'dict') return collectDict(it, node, first);
  const items: Value[] = [];
  for (const round = rounds(it, node, first, 0); !round.next().done; ) {
    items.push(evaluate(it, node.element));
    it.checkSize(items.length);
  }
  if (node.of === 'list') return new ListValue(items, span);
  const members = new Map<string, Value>();
  for (const item of items) {
    if (item.kind === 'unknown') return item;
    const key = keyOf(item);
    it.step(2);
    if (!members.has(key)) members.set(key, item);
  }
  return new SetValue(members, span);
}

function collectDict(it: Interpreter, node: Comprehension, first: Value): Value {
  const dict = new DictValue(it.spanOf(node));
  const valueNode = node.value ?? node.element;
  for (const round = rounds(it, node, first, 0); !round.next().done; ) {
    const key = evaluate(it, node.element);
    const value = evaluate(it, valueNode);
    if (key.kind === 'unknown') throw new UnknownSignal(key);
    it.step(2);
    setEntry(dict, { key, value, keySpan: it.spanOf(node.element), valueSpan: it.spanOf(valueNode) });
    it.checkSize(dict.entries.size);
  }
  return dict;
}

/** Goes through the clauses from `index` on, with their names bound: yields once for each element to be made. */
function* rounds(it: Interpreter, node: Comprehension, first: Value, index: number): Generator<undefined> {
  const clause = node.clauses[index];
  if (!clause) {
    yield undefined;
    return;
  }
  const iterable = index === 0 ? first : evaluate(it, clause.iter);
  it.node = clause.iter;
  for (const item of it.iterate(iterable)) {
    assign(it, clause.target, item, it.spanOf(clause.iter));
    if (clause.conditions.every((condition) => holds(it, condition))) yield* rounds(it, node, first, index + 1);
  }
}

function holds(it: Interpreter, condition: Expression): boolean {
  const result = truthy(evaluate(it, condition));
  if (typeof result !== 'boolean') throw new UnknownSignal(result);
  return result;
}

function generator(it: Interpreter, node: Comprehension, first: Value, frame: Frame): Value {
  if (!iterateItems(first)) throw new PyError('TypeError', `'${typeName(first)}' object is not iterable`);
  const source = rounds(it, node, first, 0);
  return new IteratorValue('generator', it.spanOf(node), () => {
    const place = it.node;
    const nesting = it.nesting;
    const next = it.within(frame, () => (source.next().done ? undefined : evaluate(it, node.element)));
    it.node = place;
    it.nesting = nesting;
    return next;
  });
}
