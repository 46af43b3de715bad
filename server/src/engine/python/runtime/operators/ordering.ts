import type { UnknownValue, Value } from '../../../core/value.js';
import { PyError } from '../../../core/errors.js';
import { byCodePoint } from '../../../core/code-points.js';
import { charge } from '../../../core/cost.js';
import { NamedTupleValue } from '../class-objects.js';
import { DictViewValue, LibraryObject } from '../objects.js';
import { compareNumbers, equals, isNumber, keyOf, typeName } from '../semantics.js';

export type OrderOperator = '<' | '<=' | '>' | '>=';

/**
 * `left op right` for the four ordering operators.
 * @throws PyError TypeError where the types have no order
 */
export function ordering(op: OrderOperator, left: Value, right: Value): boolean | UnknownValue {
  if (left.kind === 'unknown') return left;
  if (right.kind === 'unknown') return right;
  if (isNumber(left) && isNumber(right)) return holds(op, compareNumbers(left, right));
  if (left.kind === 'str' && right.kind === 'str') return holds(op, byCodePoint(left.text, right.text));
  if (left.kind === 'bytes' && right.kind === 'bytes') return holds(op, byCodePoint(left.bytes, right.bytes));
  if (left.kind === 'list' && right.kind === 'list') return orderItems(op, left.items, right.items);
  if (left.kind === 'tuple' && right.kind === 'tuple') {
    // Python asks the right one first where its class is derived from that of the left one (CPython 3.11 `do_richcompare`).
    const isDerived = right instanceof NamedTupleValue && !(left instanceof NamedTupleValue);
    return isDerived ? orderItems(mirrored[op], right.items, left.items) : orderItems(op, left.items, right.items);
  }
  const a = setLike(left);
  const b = setLike(right);
  if (a && b) return orderSets(op, a, b);
  const own = askedOrder(op, left, right) ?? askedOrder(mirrored[op], right, left);
  if (own !== undefined) return own;
  throw new PyError('TypeError', `'${op}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`);
}

/** `a op b` is `b mirrored a`. */
const mirrored: Readonly<Record<OrderOperator, OrderOperator>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** What an object that decides for itself says of its order; undefined for other values. */
function askedOrder(op: OrderOperator, object: Value, other: Value): boolean | UnknownValue | undefined {
  return object instanceof LibraryObject ? object.protocol.order?.(op, other) : undefined;
}

function holds(op: OrderOperator, sign: number): boolean {
  if (op === '<') return sign < 0;
  if (op === '<=') return sign <= 0;
  return op === '>' ? sign > 0 : sign >= 0;
}

function orderItems(op: OrderOperator, a: readonly Value[], b: readonly Value[]): boolean | UnknownValue {
  const shared = Math.min(a.length, b.length);
  charge(1);
  for (let i = 0; i < shared; i++) {
    if ((i & 63) === 63) charge(1);
    if (a[i] === b[i] && a[i]!.kind !== 'unknown') continue;
    const same = equals(a[i]!, b[i]!);
    if (same === true) continue;
    return same === false ? ordering(op, a[i]!, b[i]!) : same;
  }
  return holds(op, a.length - b.length);
}

/** A set, or a view of a dict that is like one. */
interface SetLike {
  readonly size: number;
  readonly members: () => Iterable<Value>;
  readonly has: (member: Value) => boolean | UnknownValue;
}

function setLike(v: Value): SetLike | undefined {
  if (v.kind === 'set') {
    const { members } = v;
    return { size: members.size, members: () => members.values(), has: (member) => members.has(keyOf(member)) };
  }
  if (!(v instanceof DictViewValue) || v.view === 'values') return undefined;
  const { entries } = v.dict;
  const has = (member: Value): boolean | UnknownValue => {
    if (v.view === 'keys') return entries.has(keyOf(member));
    const [key, value] = member.kind === 'tuple' && member.items.length === 2 ? member.items : [];
    const there = key && entries.get(keyOf(key));
    return there && value ? equals(there.value, value) : false;
  };
  return { size: entries.size, members: () => v.items(), has };
}

/** For sets the operators mean subset and superset. */
function orderSets(op: OrderOperator, a: SetLike, b: SetLike): boolean | UnknownValue {
  if (op === '>' || op === '>=') return orderSets(op === '>' ? '<' : '<=', b, a);
  if (op === '<' ? a.size >= b.size : a.size > b.size) return false;
  charge(2 * a.size);
  for (const member of a.members()) {
    const there = b.has(member);
    if (there !== true) return there;
  }
  return true;
}
