import { PyError } from '../../core/errors.js';
import { DictValue, ListValue, SetValue, TupleValue, UnknownValue, type DictEntry, type Value } from '../../core/value.js';
import type { DictExpression, Expression, ListExpression, SetExpression, TupleExpression } from '../syntax/tree/ast.js';
import { iterateItems, keyOf, typeName } from '../runtime/semantics.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/** What containers cost beside their items: they take memory, too, which has to end before that of the machine does. */
const newList = 2;
export const newDict = 4;

/** `[a, *b]`; unknown as a whole where the length of a starred part is. */
export function listDisplay(it: Interpreter, node: ListExpression): Value {
  it.step(newList);
  const items = elements(it, node.elements);
  return items instanceof UnknownValue ? items : new ListValue(items, it.spanOf(node));
}

export function tupleDisplay(it: Interpreter, node: TupleExpression): Value {
  const items = elements(it, node.elements);
  return items instanceof UnknownValue ? items : new TupleValue(items, it.spanOf(node));
}

/** `{a, *b}`; unknown as a whole where a member is. @throws PyError TypeError for an unhashable member */
export function setDisplay(it: Interpreter, node: SetExpression): Value {
  const items = elements(it, node.elements, true);
  if (items instanceof UnknownValue) return items;
  it.step(newDict + 2 * items.length);
  const members = new Map<string, Value>();
  for (const item of items) {
    if (item.kind === 'unknown') return item;
    const key = keyOf(item);
    if (!members.has(key)) members.set(key, item);
  }
  return new SetValue(members, it.spanOf(node));
}

/** The values of a list of expressions with starred parts spread out. */
function elements(it: Interpreter, nodes: readonly Expression[], inSet = false): Value[] | UnknownValue {
  const items: Value[] = [];
  let unknown: UnknownValue | undefined;
  for (const node of nodes) {
    if (node.type !== 'Starred') items.push(evaluate(it, node));
    else unknown = spreadIn(it, evaluate(it, node.value), items, inSet) ?? unknown;
  }
  return unknown ?? items;
}

/** `*value` among other members. @throws PyError TypeError with the words that CPython has for lists and tuples, and those for sets */
function spreadIn(it: Interpreter, value: Value, items: Value[], inSet: boolean): UnknownValue | undefined {
  try {
    return spread(it, value, items);
  } catch (error) {
    if (inSet || !(error instanceof PyError) || error.text !== `'${typeName(value)}' object is not iterable`) throw error;
    throw new PyError('TypeError', `Value after * must be an iterable, not ${typeName(value)}`, error.span, error.reason);
  }
}

/** Adds the items of an iterable to `items`; gives back what makes them unknown. */
export function spread(it: Interpreter, value: Value, items: Value[]): UnknownValue | undefined {
  try {
    for (const item of it.iterate(value)) {
      items.push(item);
      it.checkSize(items.length);
    }
  } catch (error) {
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
  return undefined;
}

/** `{k: v, **d}`; unknown as a whole where a key is. @throws PyError TypeError for an unhashable key or what is no mapping */
export function dictDisplay(it: Interpreter, node: DictExpression): Value {
  const dict = new DictValue(it.spanOf(node));
  it.step(newDict + node.entries.length);
  let unknown: UnknownValue | undefined;
  // As in CPython, keys are hashed when all entries up to the next `**` have been evaluated.
  let waiting: DictEntry[] = [];
  const build = (): void => {
    for (const entry of waiting)
      if (entry.key.kind === 'unknown') unknown = entry.key;
      else setEntry(dict, entry);
    waiting = [];
  };
  for (const { key, value } of node.entries) {
    if (!key) build();
    const k = key && evaluate(it, key);
    const v = evaluate(it, value);
    if (k) waiting.push({ key: k, value: v, keySpan: it.spanOf(key), valueSpan: it.spanOf(value) });
    else unknown = spreadDict(it, dict, v) ?? unknown;
  }
  build();
  return unknown ?? dict;
}

function spreadDict(it: Interpreter, dict: DictValue, value: Value): UnknownValue | undefined {
  if (value.kind === 'unknown') return value;
  // mmengine's lazy objects seem to have every method that they are asked for, and none can be called.
  if (value.kind === 'ref' && value.refKind === 'lazy') throw new PyError('RuntimeError', '');
  // A mapping of which not all is known says so here.
  if (value.kind !== 'dict') iterateItems(value);
  if (value.kind !== 'dict') throw new PyError('TypeError', `'${typeName(value)}' object is not a mapping`);
  it.step(3 * value.entries.size);
  it.checkSize(dict.entries.size + value.entries.size);
  for (const entry of value.entries.values()) setEntry(dict, { ...entry });
  return undefined;
}

/** Sets an entry; a key that is there keeps its place, as in Python. @throws PyError TypeError for an unhashable key */
export function setEntry(dict: DictValue, entry: DictEntry): void {
  const key = keyOf(entry.key);
  const there = dict.entries.get(key);
  if (there) Object.assign(there, { value: entry.value, keySpan: entry.keySpan, valueSpan: entry.valueSpan });
  else dict.entries.set(key, entry);
}
