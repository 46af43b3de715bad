import { PyError } from '../../../core/errors.js';
import { asInteger, equals, isNumber, iterateItems, keyOf, pyRepr, truthy, typeName } from '../../../python/runtime/semantics.js';
import { nowhere, type Span } from '../../../core/span.js';
import { TracedText, type Note } from '../../../core/traced-text.js';
import {
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  StrValue,
  TupleValue,
  type NoneValue,
  type UnknownValue,
  type Value,
} from '../../../core/value.js';
import { UnknownPrompt } from './unknown-prompt.js';

/**
 * What the framework's Python does to values while it makes a prompt: subscripts, `in`, `+`, `bool()`, with the exceptions of CPython 3.11.
 * Unknown text turns into a hole; anything else unknown throws UnknownPrompt.
 */

/** A text that the framework itself adds; `what` names it. */
export function frameworkText(text: string, what: string): StrValue {
  return new StrValue(TracedText.of(text, { kind: 'framework', what }), nowhere);
}

/** A text of a span of its own that is not written there. */
export function textLike(text: string, span: Span): StrValue {
  return new StrValue(TracedText.computed(text, span), span);
}

/** The visible stand-in for an unknown value where text is expected. */
function placeholderOf(unknown: UnknownValue): StrValue {
  const text = TracedText.of(`⟨unknown: ${unknown.reason}⟩`, { kind: 'unknown', reason: unknown.reason, span: unknown.span });
  return new StrValue(text, unknown.span);
}

/** The value itself, or the hole that stands for it. */
export function withPlaceholder(value: Value): Value {
  return value.kind === 'unknown' ? placeholderOf(value) : value;
}

/** The same text with a note on every piece; other values as they are. */
export function notedText(value: Value, note: Note): Value {
  const text = withPlaceholder(value);
  return text.kind === 'str' ? new StrValue(text.traced.noted(note), text.span) : text;
}

/** `bool(value)`. */
export function isTruthy(value: Value): boolean {
  const truth = truthy(value);
  if (typeof truth === 'boolean') return truth;
  throw new UnknownPrompt(truth.reason, truth.span);
}

/** `value is None`, or absent. */
export function isAbsentOrNone(value: Value | undefined): value is undefined | NoneValue {
  return value === undefined || value.kind === 'none';
}

/** The key of a dict under which Python finds `key`; throws TypeError for what is not hashable. */
export function hashOf(key: Value): string {
  if (key.kind === 'unknown') throw new UnknownPrompt(key.reason, key.span);
  return keyOf(key);
}

export function raisedKeyError(key: Value): PyError {
  return new PyError('KeyError', pyRepr(key).text, key.span.file === '' ? undefined : key.span);
}

/** `container[key]` with a string key, for names that the framework itself looks for. */
export function field(container: Value, key: string): Value {
  const found = container.kind === 'dict' ? container.get(key) : undefined;
  if (found) return found;
  if (container.kind === 'dict') throw new PyError('KeyError', `'${key}'`, container.span);
  return subscriptOf(container, textLike(key, nowhere));
}

/** `container[key]`. */
export function subscriptOf(container: Value, key: Value): Value {
  switch (container.kind) {
    case 'unknown':
      throw new UnknownPrompt(container.reason, container.span);
    case 'dict': {
      const entry = container.entries.get(hashOf(key));
      if (entry) return entry.value;
      throw raisedKeyError(key);
    }
    case 'list':
    case 'tuple':
      return itemOfSequence(container.items, key, container.kind, container.span);
    case 'str': {
      const index = asInteger(key);
      if (index === undefined) throw new PyError('TypeError', `string indices must be integers, not '${typeName(key)}'`, container.span);
      return itemOfSequence([...(iterateItems(container) ?? [])], key, 'string', container.span);
    }
    default:
      throw new PyError('TypeError', `'${typeName(container)}' object is not subscriptable`, container.span);
  }
}

function itemOfSequence(items: readonly Value[], key: Value, name: string, span: Span): Value {
  const index = asInteger(key);
  if (index === undefined) throw new PyError('TypeError', `${name} indices must be integers or slices, not ${typeName(key)}`, span);
  const at = index < 0n ? index + BigInt(items.length) : index;
  const item = at >= 0n && at < BigInt(items.length) ? items[Number(at)] : undefined;
  if (item) return item;
  throw new PyError('IndexError', `${name} index out of range`, span);
}

/** `'key' in container`, for names that the framework itself looks for. */
export function holds(container: Value, key: string): boolean {
  if (container.kind === 'dict') return container.get(key) !== undefined;
  if (container.kind === 'str') return container.text.includes(key);
  return holdsItem(container, textLike(key, nowhere));
}

/** `item in container`. */
export function holdsItem(container: Value, item: Value): boolean {
  if (container.kind === 'unknown') throw new UnknownPrompt(container.reason, container.span);
  if (container.kind === 'dict') return container.entries.has(hashOf(item));
  if (container.kind === 'str') {
    if (item.kind === 'str') return container.text.includes(item.text);
    throw new PyError('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`, container.span);
  }
  const items = iterateItems(container);
  if (!items) throw new PyError('TypeError', `argument of type '${typeName(container)}' is not iterable`, container.span);
  for (const other of items) if (same(other, item)) return true;
  return false;
}

/** `a == b`. */
export function same(a: Value, b: Value): boolean {
  const answer = equals(a, b);
  if (typeof answer === 'boolean') return answer;
  throw new UnknownPrompt(answer.reason, answer.span);
}

/** The items of an iterable; throws TypeError for anything else. */
export function iterate(value: Value): Iterable<Value> {
  if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
  const items = iterateItems(value);
  if (items) return items;
  throw new PyError('TypeError', `'${typeName(value)}' object is not iterable`, value.span);
}

/** `left + right`, or with `symbol` `+=` what `left += right` leaves in `left`. */
export function add(left: Value, right: Value, symbol: '+' | '+=' = '+'): Value {
  const a = withPlaceholder(left);
  const b = withPlaceholder(right);
  if (a.kind === 'str' && b.kind === 'str') return new StrValue(a.traced.concat(b.traced), a.span);
  if (a.kind === 'list' && symbol === '+=') return new ListValue([...a.items, ...iterate(b)], a.span);
  if (a.kind === 'list' && b.kind === 'list') return new ListValue([...a.items, ...b.items], a.span);
  if (a.kind === 'tuple' && b.kind === 'tuple') return new TupleValue([...a.items, ...b.items], a.span);
  if (isNumber(a) && isNumber(b)) return addNumbers(a, b);
  throw notAddable(a, b, symbol);
}

function addNumbers(a: Value, b: Value): Value {
  const x = asInteger(a);
  const y = asInteger(b);
  if (x !== undefined && y !== undefined) return new IntValue(x + y, a.span);
  return new FloatValue(asFloat(a) + asFloat(b), a.span);
}

function asFloat(value: Value): number {
  return value.kind === 'float' ? value.value : Number(asInteger(value) ?? 0n);
}

function notAddable(a: Value, b: Value, symbol: string): PyError {
  const span = b.span.file === '' ? a.span : b.span;
  if (a.kind === 'str' || a.kind === 'list' || a.kind === 'tuple')
    return new PyError('TypeError', `can only concatenate ${a.kind} (not "${typeName(b)}") to ${a.kind}`, span);
  return new PyError('TypeError', `unsupported operand type(s) for ${symbol}: '${typeName(a)}' and '${typeName(b)}'`, span);
}

/** The exception for a method that an object does not have. @throws UnknownPrompt for an object that is not known, which may have it */
export function noAttribute(value: Value, name: string): PyError {
  if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
  return new PyError('AttributeError', `'${typeName(value)}' object has no attribute '${name}'`, value.span);
}

/** A copy of a dict with the same entries: what `dict.copy()` gives. */
export function copyOfDict(dict: DictValue): DictValue {
  const copy = new DictValue(dict.span, dict.className);
  for (const [key, entry] of dict.entries) copy.entries.set(key, { ...entry });
  return copy;
}

/** A copy of a dict with one entry replaced. */
export function withEntry(dict: DictValue, key: string, value: Value): DictValue {
  const copy = copyOfDict(dict);
  const entry = copy.entry(key);
  if (entry) entry.value = value;
  else copy.set(key, value);
  return copy;
}
