import { PyError } from '../../core/errors.js';
import { IntValue, StrValue, type BytesValue, type DictValue, type SetValue, type Value } from '../../core/value.js';
import { charge } from '../../core/cost.js';
import { ClassValue } from './class-objects.js';
import { LibraryObject } from './objects.js';
import { PlaceholderValue } from './placeholder.js';
import { IterableValue, IteratorValue } from './runtime.js';
import { membersOrUnknown } from './set-order.js';

/**
 * The items of an iterable: of a list and a tuple, code points of a str, keys of a dict, members of a set (as many unknown values where their
 * order is not known), what is left in an iterator.
 * Lists are walked live; a dict or a set that changes its size on the way raises RuntimeError, as in Python.
 * @returns undefined where the value is not one of the library's iterables, also for an unknown value
 */
export function iterateItems(v: Value): Iterable<Value> | undefined {
  switch (v.kind) {
    case 'list':
    case 'tuple':
      return v.items;
    case 'str':
      return v instanceof PlaceholderValue ? v.items() : characters(v);
    case 'bytes':
      return unitsOf(v);
    case 'dict':
      return keysOf(v);
    case 'set':
      return membersOf(v);
    case 'object':
      if (v instanceof IteratorValue) return remaining(v);
      if (v instanceof IterableValue) return v.items();
      return v instanceof LibraryObject ? v.protocol.iterate?.() : undefined;
    case 'callable':
      return v instanceof ClassValue ? v.meta?.iterate?.() : undefined;
    default:
      return undefined;
  }
}

/** The characters of a string, each with its origin. */
function* characters(v: StrValue): Iterable<Value> {
  let offset = 0;
  for (const c of v.text) {
    charge(3);
    yield new StrValue(v.traced.slice(offset, offset + c.length), v.span);
    offset += c.length;
  }
}

function* unitsOf(v: BytesValue): Iterable<Value> {
  for (let i = 0; i < v.bytes.length; i++) yield new IntValue(BigInt(v.bytes.charCodeAt(i)), v.span);
}

function* keysOf(dict: DictValue): Iterable<Value> {
  const size = dict.entries.size;
  for (const entry of dict.entries.values()) {
    yield entry.key;
    if (dict.entries.size !== size) throw new PyError('RuntimeError', 'dictionary changed size during iteration');
  }
}

function* membersOf(set: SetValue): Iterable<Value> {
  const size = set.members.size;
  for (const member of membersOrUnknown(set)) {
    yield member;
    if (set.members.size !== size) throw new PyError('RuntimeError', 'Set changed size during iteration');
  }
}

function remaining(iterator: IteratorValue): Iterable<Value> {
  return untilEnd(() => iterator.next());
}

function* untilEnd(next: () => Value | undefined): Iterable<Value> {
  for (let item = next(); item !== undefined; item = next()) yield item;
}
