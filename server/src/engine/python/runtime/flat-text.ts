import { charge, chargeText, checkSize } from '../../core/cost.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, type Value } from '../../core/value.js';
import { escapeString, quoteOf } from './escape.js';
import { floatRepr } from './float-repr.js';
import { intRepr } from './text-of.js';

/**
 * The characters of `str(v)` alone, without where each of them came from: of what rows of JSON are made of, and nothing of it shared or unknown. A row may hold a
 * hundred thousand values, each of which would have pieces of its own. Charged as `pyStr` is.
 * @returns undefined for anything else, of which `pyStr` has to be asked
 */
export function flatText(v: Value): string | undefined {
  if (v.kind !== 'list' && v.kind !== 'dict') return undefined;
  return isFlat(v, new Set()) ? flatRepr(v) : undefined;
}

type Flat = NoneValue | BoolValue | IntValue | FloatValue | StrValue | ListValue | DictValue;

/** Those of subclasses have texts of their own. */
const flatClasses: ReadonlySet<unknown> = new Set([NoneValue, BoolValue, IntValue, FloatValue, StrValue, ListValue, DictValue]);

/** Rows of JSON are no deeper; what is may be so deep that Python raises. */
const deepest = 200;

function isFlat(v: Value, met: Set<Value>, depth = 0): v is Flat {
  if (!flatClasses.has(v.constructor)) return false;
  if (v.kind === 'str') return v.traced.pieces.every(({ origin }) => origin.kind !== 'unknown');
  if (v.kind !== 'list' && v.kind !== 'dict') return true;
  if (met.has(v) || depth > deepest) return false;
  met.add(v);
  if (v.kind === 'list') return v.items.every((item) => isFlat(item, met, depth + 1));
  if (v.className !== 'dict') return false;
  for (const { key, value } of v.entries.values()) if (!isFlat(key, met, depth + 1) || !isFlat(value, met, depth + 1)) return false;
  return true;
}

function flatRepr(v: Value): string {
  charge(2);
  switch (v.kind) {
    case 'bool':
      return v.value ? 'True' : 'False';
    case 'int':
      charge(3);
      return intRepr(v.value);
    case 'float':
      return floatRepr(v.value);
    case 'str':
      return quoted(v);
    case 'list':
      return inBrackets('[', v.items, flatRepr, ']');
    case 'dict':
      return inBrackets('{', v.entries.values(), ({ key, value }) => `${flatRepr(key)}: ${flatRepr(value)}`, '}');
    default:
      return 'None';
  }
}

function inBrackets<T>(open: string, items: Iterable<T>, write: (item: T) => string, close: string): string {
  const parts: string[] = [];
  let size = 0;
  for (const item of items) {
    const part = write(item);
    checkSize((size += part.length + 2));
    parts.push(part);
  }
  chargeText(size);
  return open + parts.join(', ') + close;
}

function quoted({ text, traced }: StrValue): string {
  const quote = quoteOf(text);
  chargeText(text.length);
  return quote + escapeString(traced, quote).text + quote;
}
