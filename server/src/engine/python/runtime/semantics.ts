import { PyError } from '../../core/errors.js';
import { codePointsOf } from '../../core/code-points.js';
import type { Span } from '../../core/span.js';
import {
  IntValue,
  nameKey,
  otherKeyMark,
  UnknownValue,
  type DictValue,
  type FloatValue,
  type RefValue,
  type SetValue,
  type StrValue,
  type Value,
} from '../../core/value.js';
import { chargePassed, charge, chargeText, checkSize } from '../../core/cost.js';
import { say } from '../../core/say.js';
import { isHuge, roughBits } from './int-size.js';
import { ClassValue, MemberIntValue } from './class-objects.js';
import { FrozenSetValue, LibraryObject, RangeValue, DictViewValue, StrSubclassValue } from './objects.js';
import { BuiltinValue, IterableValue } from './runtime.js';

export { typeName } from './type-name.js';
export { iterateItems } from './iterate.js';
export { pyRepr, pyStr } from './text-of.js';
import { typeName } from './type-name.js';

/** How deep equality looks before it raises as Python does. */
const deepest = 900;

/** `bool(v)`. Unknown stays unknown. Objects other than sized ones are true. */
export function truthy(v: Value): boolean | UnknownValue {
  switch (v.kind) {
    case 'none':
      return false;
    case 'bool':
      return v.value;
    case 'int':
      return v.value !== 0n;
    case 'float':
      return v.value !== 0;
    case 'unknown':
      return v;
    case 'str':
      return v.text !== '';
    case 'ref':
    case 'callable':
      return true;
    default:
      return (v instanceof LibraryObject ? v.protocol.truth?.() : undefined) ?? length(v) !== 0;
  }
}

/** `len(v)`, strings counted in code points; undefined where the type has no length. */
export function length(v: Value): number | undefined {
  switch (v.kind) {
    case 'str':
      return codePointsOf(v.traced, chargeText).length;
    case 'bytes':
      return v.bytes.length;
    case 'list':
    case 'tuple':
      return v.items.length;
    case 'set':
      return v.members.size;
    case 'dict':
      return v.entries.size;
    case 'object':
      if (v instanceof IterableValue) return v.size();
      return v instanceof LibraryObject ? v.protocol.size?.() : undefined;
    case 'callable':
      return v instanceof ClassValue ? v.meta?.size?.() : undefined;
    default:
      return undefined;
  }
}

/** The key of every unknown value, so that a container that may hold anything is known by one look. */
export const keyOfUnknown = otherKeyMark + 'u';

/** A number for each object, for identity in keys. */
const identities = new WeakMap<object, number>();
// Numbers tell objects apart, and nothing else is made of them.
// eslint-disable-next-line no-restricted-syntax
let lastIdentity = 0;

function identityOf(object: object): number {
  const there = identities.get(object);
  if (there !== undefined) return there;
  identities.set(object, ++lastIdentity);
  return lastIdentity;
}

/**
 * The text under which a value is a key of a dict or a member of a set: equal values have equal keys, so 1, 1.0 and True share one, and
 * a str has its text (`nameKey`).
 * @throws PyError TypeError for what is not hashable. All unknown values share `unknownKey`.
 */
export function keyOf(v: Value): string {
  if (v.kind === 'str') {
    chargeText(v.text.length);
    return nameKey(v.text);
  }
  if (v.kind === 'unknown') return keyOfUnknown;
  return v instanceof LibraryObject && v.protocol.key ? v.protocol.key() : otherKeyMark + otherKey(v);
}

function otherKey(v: Exclude<Value, StrValue | UnknownValue>): string {
  switch (v.kind) {
    case 'bytes':
      return 'b' + v.bytes;
    case 'none':
      return 'None';
    case 'bool':
      return v.value ? 'n1' : 'n0';
    case 'int':
      return 'n' + digitsOf(v.value);
    case 'float':
      return floatKey(v);
    case 'tuple':
      return 't' + nestedKeys(v.items);
    case 'set':
      if (v instanceof FrozenSetValue) return 'z' + nestedKeys([...v.members.values()], true);
      throw unhashable(v);
    case 'list':
    case 'dict':
      throw unhashable(v);
    case 'ref':
      return refKey(v);
    case 'callable':
      return v instanceof BuiltinValue || v.callableKind === 'module' ? 'c' + v.path : 'o' + String(identityOf(v));
    case 'object':
      if (v instanceof RangeValue) return `r${String(v.count)},${v.count ? String(v.start) : ''},${v.count > 1n ? String(v.step) : ''}`;
      if (isEllipsis(v)) return '...';
      // Keys and items of a dict are like sets, its values like any object.
      if ((v instanceof DictViewValue && v.view !== 'values') || v.typeName === 'slice') throw unhashable(v);
      return 'o' + String(identityOf(v));
  }
}

/** There is one object of the kind, which we make wherever it is written. */
function isEllipsis(v: Value): boolean {
  return v.kind === 'object' && v.typeName === 'ellipsis';
}

function unhashable(v: Value): PyError {
  return new PyError('TypeError', `unhashable type: '${typeName(v)}'`, v.span);
}

const hugeInt = 1n << 256n;

/** The digits of an int, in base 10 where it is of a usual size: to write a huge one so takes long. */
function digitsOf(n: bigint): string {
  if (-hugeInt < n && n < hugeInt) return n.toString();
  const digits = 'x' + n.toString(16);
  charge(digits.length >> 5);
  return digits;
}

function floatKey(v: FloatValue): string {
  if (Number.isInteger(v.value)) return 'n' + digitsOf(BigInt(v.value));
  // A NaN equals nothing, not even itself, but a dict finds the very same object again.
  return Number.isNaN(v.value) ? 'o' + String(identityOf(v)) : 'f' + String(v.value);
}

function nestedKeys(items: readonly Value[], sorted = false): string {
  charge(items.length);
  const keys = items.map(keyOf);
  if (sorted) keys.sort();
  // The key of what shares its parts doubles at each level.
  let length = 0;
  for (const key of keys) length += key.length + 2;
  checkSize(length);
  chargeText(length);
  return keys.map((k) => `${String(k.length)}:${k}`).join('');
}

/** mmengine's lazy objects are compared by identity, imported classes, functions and modules by name. */
function refKey(v: RefValue): string {
  return v.refKind === 'lazy' ? 'o' + String(identityOf(v)) : 'c' + v.path;
}

/** `a is b`. Equal small values count as one where CPython keeps one object; other values are the same only if they are one object here. */
export function identical(a: Value, b: Value): boolean | UnknownValue {
  if (a.kind === 'unknown') return a;
  if (b.kind === 'unknown') return b;
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'none':
      return true;
    case 'bool':
      return a.value === (b as typeof a).value;
    case 'ref':
    case 'callable':
      return keyOf(a) === keyOf(b);
    case 'int':
      if (a.value !== (b as typeof a).value || a instanceof MemberIntValue || b instanceof MemberIntValue) return false;
      return (
        (a.value >= -5n && a.value <= 256n) ||
        new UnknownValue(say`whether two equal ints are one object depends on the interpreter`, a.span)
      );
    case 'str':
      if (!sameText(a.text, (b as typeof a).text) || a instanceof StrSubclassValue || b instanceof StrSubclassValue) return false;
      return a.text.length < 2 || new UnknownValue(say`whether two equal strings are one object depends on the interpreter`, a.span);
    case 'float':
    case 'bytes':
    case 'tuple':
      if (equals(a, b) !== true) return false;
      return (
        (a.kind === 'tuple' && a.items.length === 0) ||
        new UnknownValue(say`whether two equal values are one object depends on the interpreter`, a.span)
      );
    case 'object':
      return a.typeName === 'ellipsis' && (b as typeof a).typeName === 'ellipsis';
    default:
      return false;
  }
}

/**
 * `a == b`. Unknown where the answer depends on an unknown value.
 * @throws PyError RecursionError for values nested too deep, or into themselves
 */
export function equals(a: Value, b: Value): boolean | UnknownValue {
  return equalsWithin(a, b, 0, false);
}

/** @param inConfigDict lazy objects inside of two ConfigDicts are compared by name (mmengine 0.11 `config/config.py`, `__eq__`) */
function equalsWithin(a: Value, b: Value, depth: number, inConfigDict: boolean): boolean | UnknownValue {
  if (depth > deepest) throw new PyError('RecursionError', 'maximum recursion depth exceeded in comparison');
  charge(1);
  if (a.kind === 'unknown') return a;
  if (b.kind === 'unknown') return b;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a.kind !== b.kind) return askedEquals(a, b) ?? askedEquals(b, a) ?? (viewEqualsSet(a, b) || viewEqualsSet(b, a));
  switch (a.kind) {
    case 'none':
      return true;
    case 'str':
      return sameText(a.text, (b as typeof a).text);
    case 'bytes':
      return sameText(a.bytes, (b as typeof a).bytes);
    case 'list':
    case 'tuple':
      return a === b || itemsEqual(a.items, (b as typeof a).items, depth, inConfigDict);
    case 'set':
      return setsEqual(a, b as SetValue);
    case 'dict':
      return sameOrder(a, b as DictValue) && dictsEqual(a, b as DictValue, depth);
    case 'ref':
      if (inConfigDict) return a.path === (b as RefValue).path;
      return keyOf(a) === keyOf(b);
    case 'callable':
      return keyOf(a) === keyOf(b);
    case 'object':
      return objectsEqual(a, b);
    default:
      return false;
  }
}

/** Two dicts that are both an OrderedDict are equal only where their keys are in one order. */
function sameOrder(a: DictValue, b: DictValue): boolean {
  if (a.className !== 'OrderedDict' || b.className !== 'OrderedDict') return true;
  const keys = [...b.entries.keys()];
  return keys.length !== a.entries.size || [...a.entries.keys()].every((key, i) => key === keys[i]);
}

function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  chargeText(a.length);
  return a === b;
}

function objectsEqual(a: Value, b: Value): boolean | UnknownValue {
  if (a === b || (isEllipsis(a) && isEllipsis(b))) return true;
  const asked = askedEquals(a, b) ?? askedEquals(b, a);
  if (asked !== undefined) return asked;
  if (a instanceof RangeValue && b instanceof RangeValue) return keyOf(a) === keyOf(b);
  if (a instanceof DictViewValue && b instanceof DictViewValue && a.view !== 'values' && b.view !== 'values') return viewEquals(a, b);
  return false;
}

/** What an object that decides for itself says of its equality; undefined for other values. */
function askedEquals(object: Value, other: Value): boolean | UnknownValue | undefined {
  return object instanceof LibraryObject ? object.protocol.equals?.(other) : undefined;
}

/** A view of keys or items is compared with a set by its members. */
function viewEqualsSet(view: Value, set: Value): boolean | UnknownValue {
  return view instanceof DictViewValue && view.view !== 'values' && set.kind === 'set' && viewEquals(view, set);
}

/** As many members, and each of the first in the second: that a member can be hashed is asked by a set and by keys, not by items (CPython 3.11 `dictview_richcompare`). */
function viewEquals(view: DictViewValue, other: SetValue | DictViewValue): boolean | UnknownValue {
  const { size } = other.kind === 'set' ? other.members : other.dict.entries;
  if (view.dict.entries.size !== size) return false;
  charge(4 * size);
  for (const member of view.items()) {
    const there = isMember(other, member);
    if (there !== true) return there;
  }
  return true;
}

function isMember(of: SetValue | DictViewValue, member: Value): boolean | UnknownValue {
  if (of.kind === 'set') return of.members.has(keyOf(member));
  if (of.view === 'keys') return of.dict.entries.has(keyOf(member));
  const [key, value] = member.kind === 'tuple' && member.items.length === 2 ? member.items : [];
  const there = key && of.dict.entries.get(keyOf(key))?.value;
  return there && value ? equals(there, value) : false;
}

function itemsEqual(a: readonly Value[], b: readonly Value[], depth: number, inConfigDict: boolean): boolean | UnknownValue {
  if (a.length !== b.length) return false;
  chargePassed(a.length);
  let unknown: UnknownValue | undefined;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i] && a[i]!.kind !== 'unknown') continue;
    const same = equalsWithin(a[i]!, b[i]!, depth + 1, inConfigDict);
    if (same === false) return false;
    if (same !== true) unknown ??= same;
  }
  return unknown ?? true;
}

function setsEqual(a: SetValue, b: SetValue): boolean {
  if (a.members.size !== b.members.size) return false;
  charge(a.members.size >> 1);
  for (const key of a.members.keys()) if (!b.members.has(key)) return false;
  return true;
}

function dictsEqual(a: DictValue, b: DictValue, depth: number): boolean | UnknownValue {
  if (a === b) return true;
  if (a.entries.size !== b.entries.size) return false;
  const inConfigDict = a.className === 'ConfigDict' && b.className === 'ConfigDict';
  charge(a.entries.size >> 1);
  let unknown: UnknownValue | undefined;
  for (const [key, entry] of a.entries) {
    const other = b.entries.get(key);
    if (!other) return false;
    if (entry.value === other.value && entry.value.kind !== 'unknown') continue;
    const same = equalsWithin(entry.value, other.value, depth + 1, inConfigDict);
    if (same === false) return false;
    if (same !== true) unknown ??= same;
  }
  return unknown ?? true;
}

/** A value of one of Python's number types, bool included. */
export type NumberValue = Extract<Value, { kind: 'bool' | 'int' | 'float' }>;

export function isNumber(v: Value): v is NumberValue {
  return v.kind === 'bool' || v.kind === 'int' || v.kind === 'float';
}

/** Below 0, 0 or above 0 as a < b, a = b, a > b, exactly, also between big ints and floats; NaN where one is NaN. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const x = a.kind === 'bool' ? BigInt(a.value) : a.value;
  const y = b.kind === 'bool' ? BigInt(b.value) : b.value;
  if (typeof x === 'bigint' && isHuge(x) && typeof y === 'bigint' && isHuge(y)) charge(roughBits(x) >> 12);
  // JavaScript compares bigint and number exactly, as Python does int and float.
  if (x < y) return -1;
  if (x > y) return 1;
  return x == y ? 0 : NaN;
}

/** The integer that an int or a bool is; undefined for other values. */
export function asInteger(v: Value): bigint | undefined {
  if (v.kind === 'int') return v.value;
  return v.kind === 'bool' ? BigInt(v.value) : undefined;
}

export function intValue(value: number | bigint, span: Span): IntValue {
  return new IntValue(BigInt(value), span);
}
