import { say } from '../../../core/say.js';
import { DictValue, IntValue, SetValue, UnknownValue, type ListValue, type Value } from '../../../core/value.js';
import type { BinaryOperator } from '../../syntax/tree/ast.js';
import { clamp } from '../call-arguments.js';
import { charge } from '../../../core/cost.js';
import { copyDict, mergeConfigs, updateDict, updateFromPairs } from '../dicts.js';
import { DictViewValue, FrozenSetValue } from '../objects.js';
import type { Runtime } from '../runtime.js';
import { asInteger, iterateItems, keyOf } from '../semantics.js';
import { invalidateItems } from '../invalidate-items.js';
import { repeatItems } from './sequences.js';

/** `|`, `&`, `-`, `^` between sets and between views of dicts; undefined for other types. */
export function combineSets(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value | undefined {
  const byView = isSetView(left) || isSetView(right);
  const a = membersOf(left, byView);
  const b = membersOf(right, byView);
  if (!a || !b) return undefined;
  const members = op === '&' && !isSetView(left) && isSetView(right) ? combineMembers(op, b, a) : combineMembers(op, a, b);
  if (!members) return undefined;
  return left instanceof FrozenSetValue ? new FrozenSetValue(members, runtime.span) : new SetValue(members, runtime.span);
}

function isSetView(v: Value): boolean {
  return v instanceof DictViewValue && v.view !== 'values';
}

type Members = Map<string, Value>;

/** @param anyIterable a view of a dict takes any iterable as the other operand, a set only sets */
function membersOf(v: Value, anyIterable: boolean): Members | undefined {
  if (v.kind === 'set') return v.members;
  if (!anyIterable) return undefined;
  const items = iterateItems(v);
  if (!items) return undefined;
  const members: Members = new Map();
  for (const item of items) {
    charge(4);
    members.set(keyOf(item), item);
  }
  return members;
}

/**
 * The members of `a op b`, in the order in which they were first added; undefined for another operator.
 * @param sets whether both come from sets or views: of equal members Python then keeps those of the smaller side, else those of `b`
 */
export function combineMembers(op: BinaryOperator, a: Members, b: Members, sets = true): Members | undefined {
  charge(a.size + b.size);
  switch (op) {
    case '|':
      return new Map([...a, ...[...b].filter(([key]) => !a.has(key))]);
    case '&':
      return sets && a.size < b.size ? new Map([...a].filter(([key]) => b.has(key))) : new Map([...b].filter(([key]) => a.has(key)));
    case '-':
      return new Map([...a].filter(([key]) => !b.has(key)));
    case '^':
      return new Map([...[...a].filter(([key]) => !b.has(key)), ...[...b].filter(([key]) => !a.has(key))]);
    default:
      return undefined;
  }
}

/**
 * `left | right` of dicts. A ConfigDict gives addict's `Dict`, merged deeply (addict 2.4 `__or__`); for a plain dict the right side wins.
 */
export function combineDicts(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value | undefined {
  if (left.kind !== 'dict' || op === '@') return undefined;
  if (left.className === 'Counter' && right.kind === 'dict' && right.className === 'Counter')
    return combineCounters(runtime, op, left, right);
  if (left.className === 'ConfigDict' && op === '+' && left.entries.size === 0) return right;
  if (op !== '|' || right.kind !== 'dict') return undefined;
  if (left.className === 'ConfigDict' || right.className === 'ConfigDict') return mergeConfigs(left, right, runtime.span);
  const result = copyDict(left, runtime.span, left.className);
  updateDict(result, right);
  return result;
}

/** `+`, `-`, `|`, `&` of Counters: only counts above 0 are left (CPython 3.11 `collections`). */
function combineCounters(runtime: Runtime, op: BinaryOperator, left: DictValue, right: DictValue): Value | undefined {
  const merge = countsBy[op];
  if (!merge) return undefined;
  charge(4 * (left.entries.size + right.entries.size));
  const result = new DictValue(runtime.span, 'Counter');
  const ids = new Set([...left.entries.keys(), ...(op === '&' ? [] : right.entries.keys())]);
  for (const id of ids) {
    const [a, b] = [left.entries.get(id), right.entries.get(id)];
    const [x, y] = [a ? asInteger(a.value) : 0n, b ? asInteger(b.value) : 0n];
    if (x === undefined || y === undefined) return new UnknownValue(say`counts that are no ints are not modelled`, runtime.span);
    const count = merge(x, y);
    const { key } = (a ?? b)!;
    if (count > 0n) result.entries.set(id, { key, value: new IntValue(count, runtime.span), keySpan: key.span, valueSpan: runtime.span });
  }
  return result;
}

const countsBy: Partial<Record<BinaryOperator, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '|': (a, b) => (a > b ? a : b),
  '&': (a, b) => (a < b ? a : b),
};

/** The in-place operators of lists, dicts and sets; undefined where `op=` is just `op` and an assignment. */
export function updateInPlace(runtime: Runtime, op: BinaryOperator, left: Value, right: Value): Value | undefined {
  if (left.kind === 'list') return updateList(runtime, op, left, right);
  if (left.kind === 'dict' && op === '|') return updateDictInPlace(runtime, left, right);
  if (left.kind === 'set' && !(left instanceof FrozenSetValue) && right.kind === 'set') {
    const members = combineMembers(op, left.members, right.members);
    if (!members) return undefined;
    replaceMembers(left, members);
    return left;
  }
  return undefined;
}

export function replaceMembers(set: SetValue, members: Members): void {
  charge(members.size);
  set.grown = false;
  const kept = [...members];
  set.members.clear();
  for (const [key, member] of kept) set.members.set(key, member);
}

function updateList(runtime: Runtime, op: BinaryOperator, list: ListValue, right: Value): Value | undefined {
  if (op === '+') {
    extendList(runtime, list, right);
    return list;
  }
  const times = asInteger(right);
  if (op !== '*' || times === undefined) return undefined;
  const items = repeatItems(runtime, list.items, Math.max(0, clamp(times)));
  list.items.length = 0;
  for (const item of items) list.items.push(item);
  return list;
}

/** `list.extend(items)`. An unknown iterable leaves one unknown item at the end. */
export function extendList(runtime: Runtime, list: ListValue, items: Value): void {
  if (items.kind === 'unknown') {
    list.items.push(items);
    return;
  }
  const added = items === list ? [...list.items] : runtime.iterate(items);
  for (const item of added) {
    runtime.checkSize(list.items.length + 1);
    list.items.push(item);
  }
}

function updateDictInPlace(runtime: Runtime, dict: DictValue, right: Value): Value {
  if (right.kind === 'unknown') invalidateItems(dict, right);
  else if (right.kind === 'dict') updateDict(dict, right);
  else updateFromPairs(runtime, dict, right);
  return dict;
}
