import { indexOf } from '../../../core/search.js';
import { BoolValue, type DictValue, type UnknownValue, type Value } from '../../../core/value.js';
import { typeError, valueError } from '../call-arguments.js';
import { chargeText } from '../../../core/cost.js';
import { keyError } from '../dicts.js';
import { moreColumns } from '../placeholder.js';
import { ClassValue, MemberIntValue, OwnDictValue } from '../class-objects.js';
import { DictViewValue, LibraryObject, RangeValue } from '../objects.js';
import type { Runtime } from '../runtime.js';
import { asInteger, equals, isNumber, iterateItems, keyOf, typeName, keyOfUnknown } from '../semantics.js';
import { FrozenSetValue } from '../objects.js';

/** `item in container`. @throws PyError TypeError where the container cannot be asked */
export function contains(runtime: Runtime, container: Value, item: Value): Value {
  if (container.kind === 'unknown') return container;
  if (container instanceof OwnDictValue && container.ofClass.find('__contains__'))
    return runtime.call(runtime.getAttribute(container, '__contains__'), { positional: [item], keywords: new Map() });
  const result = test(runtime, container, item);
  return typeof result === 'boolean' ? new BoolValue(result, runtime.span) : result;
}

function test(runtime: Runtime, container: Value, item: Value): boolean | Value {
  switch (container.kind) {
    case 'str':
      if (item.kind === 'unknown') return item;
      if (item.kind !== 'str') throw typeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
      chargeText(container.text.length);
      return indexOf(container.text, item.text) >= 0;
    case 'dict':
      return item.kind === 'unknown' ? item : inDict(container, item);
    case 'set':
      return item.kind === 'unknown' ? item : container.members.has(memberKey(item)) || (container.members.get(keyOfUnknown) ?? false);
    case 'bytes':
      return inBytes(container.bytes, item);
    default:
      return inObject(runtime, container, item);
  }
}

/** Whether a row of placeholders has a column is for whoever makes it to say, as with `get`. */
function inDict(dict: DictValue, key: Value): boolean | Value {
  if (dict.entries.has(keyOf(key))) return true;
  if (dict.entry(moreColumns)) throw keyError(key);
  return dict.entries.get(keyOfUnknown)?.key ?? false;
}

/** A set may be asked for a set: it is looked up as a frozenset. */
function memberKey(item: Value): string {
  return keyOf(item.kind === 'set' ? new FrozenSetValue(item.members, item.span) : item);
}

function inBytes(bytes: string, item: Value): boolean | Value {
  if (item.kind === 'unknown') return item;
  chargeText(bytes.length);
  if (item.kind === 'bytes') return indexOf(bytes, item.bytes) >= 0;
  const n = asInteger(item);
  if (n === undefined) throw typeError(`a bytes-like object is required, not '${typeName(item)}'`);
  if (n < 0n || n > 255n) throw valueError('byte must be in range(0, 256)');
  return bytes.includes(String.fromCharCode(Number(n)));
}

function inObject(runtime: Runtime, container: Value, item: Value): boolean | Value {
  if (container instanceof MemberIntValue && container.ways.contains) return container.ways.contains(item);
  if (container instanceof LibraryObject && container.protocol.contains) return container.protocol.contains(item);
  if (container instanceof ClassValue && container.meta?.contains) return container.meta.contains(item);
  if (container instanceof RangeValue && isNumber(item)) return inRange(container, item);
  if (container instanceof DictViewValue && container.view === 'keys') return contains(runtime, container.dict, item);
  if (container instanceof DictViewValue && container.view === 'items') return inItems(container.dict, item);
  const items = iterateItems(container) ? runtime.iterate(container) : undefined;
  if (!items) throw typeError(`argument of type '${typeName(container)}' is not iterable`);
  let unknown: UnknownValue | undefined;
  for (const candidate of items) {
    const same = candidate === item && item.kind !== 'unknown' ? true : equals(candidate, item);
    if (same === true) return true;
    if (same !== false) unknown ??= same;
  }
  return unknown ?? false;
}

/** The key is looked up and only its value compared; what is no pair is in no items, without a look at them (CPython 3.11 `dictitems_contains`). */
function inItems(dict: DictValue, item: Value): boolean | Value {
  if (item.kind === 'unknown') return item;
  if (item.kind !== 'tuple' || item.items.length !== 2) return false;
  const [key, value] = item.items as [Value, Value];
  if (key.kind === 'unknown') return key;
  const there = dict.entries.get(keyOf(key))?.value;
  if (!there) return dict.entries.get(keyOfUnknown)?.key ?? false;
  return there === value && value.kind !== 'unknown' ? true : equals(there, value);
}

function inRange(range: RangeValue, item: Value): boolean {
  const n = item.kind === 'float' && Number.isInteger(item.value) ? BigInt(item.value) : asInteger(item);
  if (n === undefined || range.count === 0n) return false;
  const last = range.start + (range.count - 1n) * range.step;
  const [low, high] = range.step > 0n ? [range.start, last] : [last, range.start];
  return n >= low && n <= high && (n - range.start) % range.step === 0n;
}
