import type { Span } from '../core/span.js';
import { BytesValue, ListValue, SetValue, TupleValue, type DictValue, type Value } from '../core/value.js';

/**
 * The collection that PyYAML makes of a sequence or mapping under a tag of YAML's (`yaml/constructor.py`): `python/tuple`, `set`, `omap`, `pairs`.
 * Undefined where there is none of that name, or it takes other nodes.
 */
export function collectionOf(tag: string, value: ListValue | DictValue): Value | undefined {
  if (value.kind === 'dict')
    return tag === 'set' ? new SetValue(new Map([...value.entries].map(([id, { key }]) => [id, key])), value.span) : undefined;
  if (tag === 'python/tuple') return new TupleValue(value.items, value.span);
  return tag === 'omap' || tag === 'pairs' ? pairsOf(value) : undefined;
}

/** A list of mappings of one entry each, as a list of tuples. */
function pairsOf(list: ListValue): Value | undefined {
  const pairs: Value[] = [];
  for (const item of list.items) {
    if (item.kind !== 'dict' || item.entries.size !== 1) return undefined;
    for (const { key, value } of item.entries.values()) pairs.push(new TupleValue([key, value], item.span));
  }
  return new ListValue(pairs, list.span);
}

/** What base64 text stands for; undefined where it is none. */
export function decodeBinary(text: string, span: Span): Value | undefined {
  const digits = text.replace(/[^A-Za-z0-9+/=]/g, '').replace(/=.*$/, '');
  if (digits.length % 4 === 1) return undefined;
  let bytes = '';
  let bits = 0;
  let buffer = 0;
  for (const digit of digits) {
    buffer = ((buffer << 6) | alphabet.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits >= 8) bytes += String.fromCharCode((buffer >> (bits -= 8)) & 0xff);
  }
  return new BytesValue(bytes, span);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
