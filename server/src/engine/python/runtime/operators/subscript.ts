import { PyError } from '../../../core/errors.js';
import type { Span } from '../../../core/span.js';
import { BytesValue, IntValue, ListValue, StrValue, TupleValue, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import { firstUnknown, isIndexSized, typeError, valueError } from '../call-arguments.js';
import { chargePassed, charge, chargeItems } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { defaultFactories } from '../default-factories.js';
import { keyError, putEntry } from '../dicts.js';
import { PlaceholderValue } from '../placeholder.js';
import { ClassValue, OwnDictValue } from '../class-objects.js';
import { UnknownSignal } from '../unknown-signal.js';
import { GenericAlias, LibraryObject, RangeValue, SliceValue } from '../objects.js';
import { BuiltinValue, type Runtime } from '../runtime.js';
import { asInteger, keyOf, typeName, keyOfUnknown } from '../semantics.js';
import { invalidateItems } from '../invalidate-items.js';
import { itemOfText, sliceText } from '../text-index.js';
import { pick, sliceIndices } from '../slices.js';

/** `object[index]`; a slice comes as a SliceValue. @throws PyError KeyError, IndexError, TypeError */
export function getItem(runtime: Runtime, object: Value, index: Value): Value {
  if (object.kind === 'unknown') return object;
  if (object instanceof BuiltinValue && genericTypes.has(object.path)) return new GenericAlias(object, runtime.span);
  if (object instanceof BuiltinValue && plainTypes.has(object.path))
    throw typeError(`type '${object.path.slice('builtins.'.length)}' is not subscriptable`);
  const unknown = unknownIndex(index);
  if (unknown) return unknown;
  const made = placeholderItem(object, index);
  if (made) return made;
  switch (object.kind) {
    case 'dict':
      return dictItem(runtime, object, index);
    case 'list':
      return index instanceof SliceValue ? new ListValue(part(object.items, index), runtime.span) : item(object.items, index, 'list');
    case 'tuple':
      return index instanceof SliceValue ? new TupleValue(part(object.items, index), runtime.span) : item(object.items, index, 'tuple');
    case 'str':
      return new StrValue(index instanceof SliceValue ? sliceText(object.traced, index) : character(object, index), runtime.span);
    case 'bytes':
      return bytesItem(runtime, object, index);
    default:
      return objectItem(runtime, object, index);
  }
}

/** An item of a placeholder; where a placeholder is the index, the first item. Undefined where none takes part. */
function placeholderItem(object: Value, index: Value): Value | undefined {
  if (object instanceof PlaceholderValue) {
    if (index.kind === 'str') return object.field(index.text);
    const n = asInteger(index);
    return n === undefined ? object : object.item(Number(n));
  }
  if (!(index instanceof PlaceholderValue)) return undefined;
  if (object.kind === 'list' || object.kind === 'tuple') return object.items[0];
  return object.kind === 'dict' && !object.entries.has(keyOf(index)) ? object.entries.values().next().value?.value : undefined;
}

function part(items: readonly Value[], slice: SliceValue): Value[] {
  const indices = sliceIndices(slice, items.length);
  chargeItems(indices.step === 1 ? indices.count : 4 * indices.count);
  return pick(items, indices);
}

const genericTypes = new Set(['dict', 'frozenset', 'list', 'set', 'tuple'].map((name) => `builtins.${name}`));
/** Types of which there are no generic ones. */
const plainTypes = new Set(
  ['bool', 'bytearray', 'bytes', 'complex', 'float', 'int', 'object', 'range', 'slice', 'str'].map((name) => `builtins.${name}`),
);

function unknownIndex(index: Value): UnknownValue | undefined {
  return index instanceof SliceValue ? firstUnknown([index.start, index.stop, index.step]) : firstUnknown([index]);
}

function dictItem(runtime: Runtime, dict: DictValue, key: Value): Value {
  return own(runtime, dict, '__getitem__', key) ?? rawItem(runtime, dict, key);
}

/** What a special method of its class does with an object that is a dict; undefined where it has none. @throws UnknownSignal */
function own(runtime: Runtime, dict: Value, name: string, ...positional: readonly Value[]): Value | undefined {
  if (!(dict instanceof OwnDictValue) || !dict.ofClass.find(name)) return undefined;
  return runtime.call(runtime.getAttribute(dict, name), { positional, keywords: new Map() });
}

/** `dict[key]`, as `dict` itself has it. @throws PyError KeyError */
export function rawItem(runtime: Runtime, dict: DictValue, key: Value): Value {
  const there = dict.entries.get(keyOf(key));
  if (there) return there.value;
  const unknown = dict.entries.get(keyOfUnknown);
  if (unknown) return unknown.key;
  if (dict.className === 'Counter') return new IntValue(0n, runtime.span);
  if (dict.className === 'Dict') return new UnknownValue(say`addict makes an empty Dict for a missing key`, runtime.span);
  const missing = own(runtime, dict, '__missing__', key);
  if (missing) return missing;
  const made = defaultFactories.get(dict);
  if (!made) throw keyError(key);
  const value = runtime.call(made, { positional: [], keywords: new Map() });
  putEntry(dict, key, value);
  return value;
}

function item(items: readonly Value[], index: Value, type: string): Value {
  return items[position(items.length, index, type, `${type} index out of range`)]!;
}

/** The index from 0 that an int means. @throws PyError TypeError, IndexError with `outside` */
function position(length: number, index: Value, type: string, outside: string): number {
  const n = asInteger(index);
  if (n === undefined) throw typeError(`${type} indices must be integers or slices, not ${typeName(index)}`);
  if (n >= BigInt(length) || n < -BigInt(length))
    throw new PyError('IndexError', isIndexSized(n) ? outside : "cannot fit 'int' into an index-sized integer");
  return Number(n) < 0 ? Number(n) + length : Number(n);
}

function character(text: StrValue, index: Value): StrValue['traced'] {
  const n = asInteger(index);
  if (n === undefined) throw typeError(`string indices must be integers, not '${typeName(index)}'`);
  const found = itemOfText(text.traced, n);
  if (!found)
    throw new PyError('IndexError', isIndexSized(n) ? 'string index out of range' : "cannot fit 'int' into an index-sized integer");
  return found;
}

function bytesItem(runtime: Runtime, object: BytesValue, index: Value): Value {
  if (index instanceof SliceValue) {
    const { start, step, count } = sliceIndices(index, object.bytes.length);
    if (step === 1) return new BytesValue(object.bytes.slice(start, start + count), runtime.span);
    runtime.step(count);
    return new BytesValue(Array.from({ length: count }, (_, i) => object.bytes[start + i * step]!).join(''), runtime.span);
  }
  const n = asInteger(index);
  if (n === undefined) throw typeError(`byte indices must be integers or slices, not ${typeName(index)}`);
  return new IntValue(BigInt(object.bytes.charCodeAt(position(object.bytes.length, index, 'byte', 'index out of range'))), runtime.span);
}

function objectItem(runtime: Runtime, object: Value, index: Value): Value {
  if (object instanceof RangeValue) return rangeItem(runtime, object, index);
  if (object instanceof LibraryObject && object.protocol.getItem) return object.protocol.getItem(index);
  if (object instanceof ClassValue && object.meta?.getItem) return object.meta.getItem(index);
  const subscript = object instanceof ClassValue ? object.find('__class_getitem__') : undefined;
  if (subscript) return runtime.call(subscript, { positional: [object, index], keywords: new Map() });
  if (object instanceof ClassValue || (object.kind === 'ref' && object.path.startsWith('typing.')))
    return new GenericAlias(object, runtime.span);
  if ((object.kind === 'callable' && object.callableKind === 'class') || (object.kind === 'ref' && object.refKind !== 'lazy'))
    return new UnknownValue(say`generic types are not modelled`, runtime.span);
  throw typeError(`'${typeName(object)}' object is not subscriptable`);
}

function rangeItem(runtime: Runtime, range: RangeValue, index: Value): Value {
  const at = (i: bigint): bigint => range.start + i * range.step;
  if (index instanceof SliceValue) {
    const { start, stop, step } = sliceIndices(index, Number(range.count));
    return new RangeValue(at(BigInt(start)), at(BigInt(stop)), range.step * BigInt(step), runtime.span);
  }
  const i = position(Number(range.count), index, 'range', 'range object index out of range');
  return new IntValue(at(BigInt(i)), runtime.span);
}

/**
 * `object[index] = value`.
 * @param keySpan where the index is written @param valueSpan the expression that gave the value
 * @throws PyError TypeError, IndexError, ValueError
 */
export function setItem(runtime: Runtime, object: Value, index: Value, value: Value, keySpan?: Span, valueSpan?: Span): void {
  if (object.kind === 'unknown') return;
  if (done(own(runtime, object, '__setitem__', index, value))) return;
  if (object.kind === 'dict') {
    runtime.checkSize(object.entries.size + 1);
    putEntry(object, index, value, keySpan, valueSpan);
    return;
  }
  if (object instanceof LibraryObject && object.protocol.setItem) {
    object.protocol.setItem(index, value);
    return;
  }
  if (object.kind !== 'list') throw typeError(`'${typeName(object)}' object does not support item assignment`);
  const unknown = unknownIndex(index);
  if (unknown) invalidateItems(object, unknown);
  else if (index instanceof SliceValue) setSlice(runtime, object, index, value);
  else object.items[position(object.items.length, index, 'list', 'list assignment index out of range')] = value;
}

function setSlice(runtime: Runtime, list: ListValue, slice: SliceValue, value: Value): void {
  if (value.kind === 'unknown') {
    invalidateItems(list, value);
    return;
  }
  if (!isIterable(value))
    throw typeError(slice.step.kind === 'none' ? 'can only assign an iterable' : 'must assign iterable to extended slice');
  const added = [...runtime.iterate(value)];
  runtime.checkSize(list.items.length + added.length);
  charge(added.length);
  const { start, stop, step, count } = sliceIndices(slice, list.items.length);
  if (step === 1) {
    replaceItems(list, start, Math.max(start, stop) - start, added);
    return;
  }
  if (added.length !== count)
    throw valueError(`attempt to assign sequence of size ${String(added.length)} to extended slice of size ${String(count)}`);
  added.forEach((v, i) => (list.items[start + i * step] = v));
}

/** Replaces `removed` items from `start`, however many are added. */
function replaceItems(list: ListValue, start: number, removed: number, added: readonly Value[]): void {
  charge((list.items.length - start + added.length) >> 4);
  // A call takes only so many arguments.
  if (added.length < 1000) {
    list.items.splice(start, removed, ...added);
    return;
  }
  const tail = list.items.slice(start + removed);
  list.items.length = start;
  for (const v of added) list.items.push(v);
  for (const v of tail) list.items.push(v);
}

function isIterable(v: Value): boolean {
  return v.kind !== 'none' && v.kind !== 'bool' && v.kind !== 'int' && v.kind !== 'float' && v.kind !== 'ref';
}

/** `del object[index]`. @throws PyError KeyError, IndexError, TypeError */
export function deleteItem(runtime: Runtime, object: Value, index: Value): void {
  if (object.kind === 'unknown') return;
  if (done(own(runtime, object, '__delitem__', index))) return;
  if (object instanceof LibraryObject && object.protocol.deleteItem) {
    object.protocol.deleteItem(index);
    return;
  }
  if (object.kind !== 'dict' && object.kind !== 'list') {
    const byPosition =
      (object.kind === 'str' || object.kind === 'tuple' || object.kind === 'bytes' || object instanceof RangeValue) &&
      asInteger(index) !== undefined;
    throw typeError(`'${typeName(object)}' object ${byPosition ? "doesn't" : 'does not'} support item deletion`);
  }
  const unknown = unknownIndex(index);
  if (unknown) invalidateItems(object, unknown);
  else if (object.kind === 'dict') deleteKey(object, index);
  else if (index instanceof SliceValue) deleteSlice(object, index);
  else {
    const at = position(object.items.length, index, 'list', 'list assignment index out of range');
    chargePassed(object.items.length - at);
    object.items.splice(at, 1);
  }
}

/** Whether a method was called; what it has done must be known. */
function done(result: Value | undefined): boolean {
  if (result?.kind === 'unknown') throw new UnknownSignal(result);
  return result !== undefined;
}

function deleteKey(dict: DictValue, key: Value): void {
  if (!dict.entries.delete(keyOf(key)) && !dict.entries.has(keyOfUnknown)) throw keyError(key);
}

function deleteSlice(list: ListValue, slice: SliceValue): void {
  const { start, step, count } = sliceIndices(slice, list.items.length);
  if (step === 1) {
    replaceItems(list, start, count, []);
    return;
  }
  charge(count + (list.items.length >> 2));
  const gone = new Set(Array.from({ length: count }, (_, i) => start + i * step));
  const kept = list.items.filter((_, i) => !gone.has(i));
  replaceItems(list, 0, list.items.length, kept);
}
