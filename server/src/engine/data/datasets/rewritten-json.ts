import { say } from '../../core/say.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { pyRepr } from '../../python/runtime/semantics.js';
import type { JsonType } from './arrow-type.js';
import { nowhere } from '../../core/span.js';

/** The type of a column whose values stand as they are. */
export const looseType: JsonType = { kind: 'json' };

/** A float as it comes back that was written as JSON, with ten digits behind the point, and read by pyarrow (datasets 5.2 `packaged_modules/json/json.py`, pandas 3.1 `_libs/src/vendored/ujson`). */
export function rewrittenFloat(float: FloatValue): Value {
  return isShort(float) ? float : tooLong(float);
}

/**
 * A value of a column of type `Json`, which was written as JSON and is read by pandas' own reader, whose floats are not always the nearest ones (`createDouble`). A text that is JSON itself is
 * read, too (`utils/json.py`, `json_encode_field`).
 */
export function looseCell(value: Value): Value {
  if (value.kind === 'object')
    return new UnknownValue(say`what is made of a date in a column of values of several kinds is not followed`, value.span);
  if (value.kind === 'str') return textCell(value.text) ?? (mayBeJson(value.text) ? notFollowed(value) : value);
  return withFloats(value, (float) => (isShort(float) ? readByPandas(float) : tooLong(float)));

  function textCell(text: string): Value | undefined {
    if (/^-?(?:0|[1-9]\d{0,17})$/.test(text)) return new IntValue(BigInt(text), value.span);
    if (text === 'true' || text === 'false') return new BoolValue(text === 'true', value.span);
    return text === 'null' ? new NoneValue(value.span) : undefined;
  }
}

/** Whether pandas' reader, which takes some more than JSON, may read a text: what stands behind a value is refused. */
function mayBeJson(text: string): boolean {
  const [first = ''] = text.trimStart();
  if (/[\d-]/.test(first)) return /^\s*-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?\s*$|^\s*-Inf/.test(text);
  if (!/["[{]/.test(first)) return /^\s*(?:true|false|null|NaN|Infinity)\s*$/.test(text);
  return isJson(text) || /NaN|Inf|\b0\d|\d\.(?!\d)|-(?!\d)/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function notFollowed(value: Value): UnknownValue {
  return new UnknownValue(say`this text is read as JSON by the library datasets, which is not followed`, value.span);
}

function tooLong(value: FloatValue): UnknownValue {
  return new UnknownValue(say`how the library datasets shortens a number of so many digits is not followed`, value.span);
}

function withFloats(value: Value, made: (float: FloatValue) => Value): Value {
  if (value.kind === 'float') return made(value);
  if (value.kind === 'list')
    return new ListValue(
      value.items.map((item) => withFloats(item, made)),
      value.span,
    );
  if (value.kind !== 'dict') return value;
  const result = new DictValue(value.span);
  for (const { key, value: field, keySpan } of value.entries.values())
    if (key.kind === 'str') result.set(key.text, withFloats(field, made), keySpan);
  return result;
}

/** Whether a float is written with at most fifteen digits, ten of them behind the point: it stays what it is. */
function isShort({ value }: FloatValue): boolean {
  const [, whole = '', part = ''] = /^-?(\d+)\.(\d+)$/.exec(digitsOf(value)) ?? [];
  return whole !== '' && whole.length + part.length <= 15 && part.length <= 10;
}

function digitsOf(value: number): string {
  return pyRepr(new FloatValue(value, nowhere)).text;
}

function readByPandas(float: FloatValue): FloatValue {
  const [, sign = '', whole = '0', part = '0'] = /^(-?)(\d+)\.(\d+)$/.exec(digitsOf(float.value)) ?? [];
  const read = Number(whole) + Number(part) * Number(`1e-${String(part.length)}`);
  return new FloatValue(sign === '-' ? -read : read, float.span);
}
