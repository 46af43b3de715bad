import { PyError } from '../../core/errors.js';
import { pyRepr } from '../../python/runtime/semantics.js';
import { encode } from '../../python/runtime/methods/bytes-codec.js';
import { indentation, writeJson } from '../../python/runtime/modules/json-write.js';
import { iterateItems } from '../../python/runtime/semantics.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import { whitespace } from '../../python/runtime/unicode.js';
import { escapeHtml, escapeText, MarkupValue } from '../runtime/markup.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaTruth } from '../runtime/jinja-semantics.js';
import { UndefinedValue } from '../runtime/undefined.js';
import { knownText, pythonFilter } from './filter.js';
import { type RunFilter } from '../runtime/rendering.js';

function escaped(it: Rendering, value: Value): MarkupValue {
  return value.kind === 'str' ? escapeHtml(value) : new MarkupValue(escapeText(knownText(it, value)), it.span);
}

const escape = pythonFilter('escape', [], escaped);
const forceEscape = pythonFilter('do_forceescape', [], (it, value) => new MarkupValue(escapeText(knownText(it, value)), it.span));
const safe = pythonFilter('do_mark_safe', [], (it, value) => new MarkupValue(knownText(it, value), it.span));

/** `json.dumps(value, sort_keys=True)` with what HTML reserves as escape sequences (jinja2 3.1 `utils.py`, `htmlsafe_json_dumps`). */
const toJson = pythonFilter('do_tojson', ['indent'], (it, value, [indent]) => {
  it.writeOut(value);
  const level = indentation(indent);
  const json = writeJson(it, value, {
    skipKeys: false,
    ensureAscii: true,
    allowNan: true,
    indent: level,
    itemSeparator: level === undefined ? ', ' : ',',
    keySeparator: ': ',
    sortKeys: true,
    fallback: undefined,
  });
  return new MarkupValue(withUnicodeEscapes(json), it.span);
});

function withUnicodeEscapes(text: TracedText): TracedText {
  let result = text;
  for (const character of '<>&\'') {
    const code = '\\u00' + character.charCodeAt(0).toString(16);
    result = result.substitute(character, TracedText.of(code, { kind: 'framework', what: 'escape sequence of JSON' }), (put, found) =>
      put.map((piece) => ({ ...piece, ...(found[0] && { origin: found[0].origin.kind === 'source' ? { ...found[0].origin, exact: false } : found[0].origin }) })),
    );
  }
  return result;
}

/** `key="value"` for each entry; None and undefined values are left out. */
const xmlAttributes = pythonFilter('do_xmlattr', ['autospace'], (it, value, [autospace]) => {
  const entries = it.iterate(it.call(it.getAttribute(value, 'items'), { positional: [], keywords: new Map() }));
  const parts: TracedText[] = [];
  for (const entry of entries) {
    const [key, item] = entry.kind === 'tuple' ? entry.items : [];
    if (!key || !item || item.kind === 'none' || item instanceof UndefinedValue) continue;
    if (key.kind !== 'str') throw new PyError('TypeError', 'expected string or bytes-like object');
    if (/[ \t\n\r\f\v/>=]/.test(key.text)) throw new PyError('ValueError', `Invalid character in attribute name: ${pyRepr(key).text}`);
    if (parts.length > 0 || autospace === undefined || jinjaTruth(autospace)) parts.push(TracedText.computed(' ', it.span));
    parts.push(escaped(it, key).traced, TracedText.computed('="', it.span), escaped(it, item).traced, TracedText.computed('"', it.span));
  }
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), it.span);
});

/** Takes comments and tags away and makes white space single. */
const stripTags = pythonFilter('do_striptags', [], (it, value) => {
  const text = knownText(it, value);
  if (text.text.includes('&')) return new UnknownValue('striptags of text with entities is not modelled', it.span);
  const bare = withoutParts(it, withoutParts(it, text.text, '<!--', '-->'), '<', '>');
  const words = bare.split(new RegExp(`[${whitespace}]+`, 'u')).filter((word) => word !== '');
  return new StrValue(text.recomputed(words.join(' ')), it.span);
});

/** The text without what stands between `open` and `close`; a part without an end stays, and all behind it. */
function withoutParts(it: Rendering, text: string, open: string, close: string): string {
  let rest = text;
  for (let from = 0; ; ) {
    const start = rest.indexOf(open, from);
    const end = start < 0 ? -1 : rest.indexOf(close, start);
    if (end < 0) return rest;
    it.step(1 + (rest.length >> 6));
    rest = rest.slice(0, start) + rest.slice(end + close.length);
    // What was apart may now be an opening.
    from = Math.max(0, start - open.length + 1);
  }
}

function quoted(it: Rendering, value: Value, inQuery: boolean): string {
  const bytes = value.kind === 'bytes' ? value.bytes : encode(knownText(it, value).text, 'utf-8', 'strict')!;
  const kept = inQuery ? /[A-Za-z0-9_.~-]/ : /[A-Za-z0-9_.~/-]/;
  const text = Array.from(bytes, (byte) => (kept.test(byte) ? byte : '%' + byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'))).join('');
  it.checkSize(text.length);
  return inQuery ? text.replaceAll('%20', '+') : text;
}

/** A text quoted for a URL; pairs as a query. */
const urlEncode = pythonFilter('do_urlencode', [], (it, value) => {
  if (value.kind === 'str' || !iterateItems(value)) return new StrValue(knownText(it, value).recomputed(quoted(it, value, false)), it.span);
  const pairs = value.kind === 'dict' ? it.call(it.getAttribute(value, 'items'), { positional: [], keywords: new Map() }) : value;
  const parts: string[] = [];
  for (const pair of it.iterate(pairs)) {
    const [key, item, ...more] = it.iterate(pair);
    if (!key || !item || more.length > 0) throw new PyError('ValueError', `${more.length > 0 ? 'too many' : 'not enough'} values to unpack (expected 2)`);
    parts.push(`${quoted(it, key, true)}=${quoted(it, item, true)}`);
  }
  return new StrValue(knownText(it, value).recomputed(parts.join('&')), it.span);
});

/** The filters that are about HTML, JSON and URLs. */
export const htmlFilters: Readonly<Record<string, RunFilter>> = {
  e: escape,
  escape,
  forceescape: forceEscape,
  safe,
  tojson: toJson,
  xmlattr: xmlAttributes,
  striptags: stripTags,
  urlencode: urlEncode,
};
