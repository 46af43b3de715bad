import { PyError } from '../../core/errors.js';
import { DictValue, ListValue, SetValue, TupleValue, UnknownValue, type DictEntry, type Value } from '../../core/value.js';
import type { DictExpression, Expression, ListExpression, SetExpression, TupleExpression } from '../syntax/tree/ast.js';
import { iterateItems, keyOf, typeName } from '../runtime/semantics.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { mappingOf } from '../runtime/objects.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';

/** What containers cost beside their items: they take memory, too, which has to end before that of the machine does. */
const newList = 2;
export const newDict = 14;

/** `[a, *b]`; unknown as a whole where the length of a starred part is. */
export function listDisplay(interpreter: Interpreter, node: ListExpression): Value {
  interpreter.step(newList);
  const items = elements(interpreter, node.elements, true);
  return items instanceof UnknownValue ? items : new ListValue(items, interpreter.spanOf(node));
}

export function tupleDisplay(interpreter: Interpreter, node: TupleExpression): Value {
  const items = elements(interpreter, node.elements, true);
  return items instanceof UnknownValue ? items : new TupleValue(items, interpreter.spanOf(node));
}

/** `{a, *b}`; unknown as a whole where a member is. @throws PyError TypeError for an unhashable member */
export function setDisplay(interpreter: Interpreter, node: SetExpression): Value {
  const items = elements(interpreter, node.elements, false);
  if (items instanceof UnknownValue) return items;
  interpreter.step(newDict + 2 * items.length);
  const members = new Map<string, Value>();
  for (const item of items) {
    if (item.kind === 'unknown') return item;
    const key = keyOf(item);
    if (!members.has(key)) members.set(key, item);
  }
  return new SetValue(members, interpreter.spanOf(node), isAddedTo(node.elements));
}

/** Whether the members of a display are added one by one: what is constant as a whole is made before, and merged into the set, as a set that is spread out is. */
function isAddedTo(elements: readonly Expression[]): boolean {
  if (elements.some(isStarred)) return false;
  return elements.length < 3 || elements.some(({ type }) => type === 'Name' || type === 'Call' || type === 'Attribute');
}

/**
 * The values of a list of expressions with starred parts spread out.
 * @param named whether what cannot be spread is said to stand behind a star: in lists and tuples, but not in sets and calls
 */
export function elements(interpreter: Interpreter, nodes: readonly Expression[], named: boolean): Value[] | UnknownValue {
  if (!nodes.some(isStarred)) return plainValues(interpreter, nodes);
  const items: Value[] = [];
  let unknown: UnknownValue | undefined;
  for (const node of nodes) {
    if (node.type !== 'Starred') items.push(evaluate(interpreter, node));
    else unknown = spreadIn(interpreter, evaluate(interpreter, node.value), items, named) ?? unknown;
  }
  return unknown ?? items;
}

/** The values of expressions of which none is starred: an array of just their number, and no closure, since there are very many. */
function plainValues(interpreter: Interpreter, nodes: readonly Expression[]): Value[] {
  const values = new Array<Value>(nodes.length);
  for (let i = 0; i < nodes.length; i++) values[i] = evaluate(interpreter, nodes[i]!);
  return values;
}

function isStarred({ type }: Expression): boolean {
  return type === 'Starred';
}

/** `*value` among other members. @throws PyError TypeError with the words that CPython has for lists and tuples, and those for sets */
function spreadIn(interpreter: Interpreter, value: Value, items: Value[], named: boolean): UnknownValue | undefined {
  try {
    return spread(interpreter, value, items);
  } catch (error) {
    if (!named || !(error instanceof PyError) || error.text !== `'${typeName(value)}' object is not iterable`) throw error;
    throw new PyError('TypeError', `Value after * must be an iterable, not ${typeName(value)}`, error.span, error.reason);
  }
}

/** Adds the items of an iterable to `items`; gives back what makes them unknown. */
export function spread(interpreter: Interpreter, value: Value, items: Value[]): UnknownValue | undefined {
  try {
    for (const item of interpreter.iterate(value)) {
      items.push(item);
      interpreter.checkSize(items.length);
    }
  } catch (error) {
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
  return undefined;
}

/** `{k: v, **d}`; unknown as a whole where a key is. @throws PyError TypeError for an unhashable key or what is no mapping */
export function dictDisplay(interpreter: Interpreter, node: DictExpression): Value {
  const dict = new DictValue(interpreter.spanOf(node));
  interpreter.step(newDict + node.entries.length);
  let unknown: UnknownValue | undefined;
  // As in CPython, keys are hashed when all entries up to the next `**` have been evaluated: those behind one that may be refused wait with it.
  const waiting: DictEntry[] = [];
  for (const { key, value } of node.entries) {
    if (!key) unknown = setEntries(dict, waiting) ?? unknown;
    const k = key && evaluate(interpreter, key);
    const v = evaluate(interpreter, value);
    if (!k) unknown = spreadDict(interpreter, dict, v) ?? unknown;
    else {
      const entry = { key: k, value: v, keySpan: interpreter.spanOfValue(key, k), valueSpan: interpreter.spanOfValue(value, v) };
      if (k.kind === 'str' && waiting.length === 0) setEntry(dict, entry);
      else waiting.push(entry);
    }
  }
  return setEntries(dict, waiting) ?? unknown ?? dict;
}

/** Sets the entries that wait; gives back a key that is unknown. */
function setEntries(dict: DictValue, waiting: DictEntry[]): UnknownValue | undefined {
  let unknown: UnknownValue | undefined;
  for (const entry of waiting.splice(0))
    if (entry.key.kind === 'unknown') unknown = entry.key;
    else setEntry(dict, entry);
  return unknown;
}

function spreadDict(interpreter: Interpreter, dict: DictValue, given: Value): UnknownValue | undefined {
  const value = mappingOf(given) ?? given;
  if (value.kind === 'unknown') return value;
  // mmengine's lazy objects seem to have every method that they are asked for, and none can be called.
  if (value.kind === 'ref' && value.refKind === 'lazy') throw new PyError('RuntimeError', '');
  // A mapping of which not all is known says so here.
  if (value.kind !== 'dict') iterateItems(value);
  if (value.kind !== 'dict') throw new PyError('TypeError', `'${typeName(value)}' object is not a mapping`);
  interpreter.step(3 * value.entries.size);
  interpreter.checkSize(dict.entries.size + value.entries.size);
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
