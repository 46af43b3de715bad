import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
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

function escaped(rendering: Rendering, value: Value): MarkupValue {
  return value.kind === 'str' ? escapeHtml(value) : new MarkupValue(escapeText(knownText(rendering, value)), rendering.span);
}

const escape = pythonFilter('escape', [], escaped);
const forceEscape = pythonFilter(
  'do_forceescape',
  [],
  (rendering, value) => new MarkupValue(escapeText(knownText(rendering, value)), rendering.span),
);
const safe = pythonFilter('do_mark_safe', [], (rendering, value) => new MarkupValue(knownText(rendering, value), rendering.span));

/** `json.dumps(value, sort_keys=True)` with what HTML reserves as escape sequences (jinja2 3.1 `utils.py`, `htmlsafe_json_dumps`). */
const toJson = pythonFilter('do_tojson', ['indent'], (rendering, value, [indent]) => {
  rendering.writeOut(value);
  const level = indentation(indent);
  const json = writeJson(rendering, value, {
    skipKeys: false,
    ensureAscii: true,
    allowNan: true,
    indent: level,
    itemSeparator: level === undefined ? ', ' : ',',
    keySeparator: ': ',
    sortKeys: true,
    fallback: undefined,
  });
  return new MarkupValue(withUnicodeEscapes(json), rendering.span);
});

function withUnicodeEscapes(text: TracedText): TracedText {
  let result = text;
  for (const character of "<>&'") {
    const code = '\\u00' + character.charCodeAt(0).toString(16);
    result = result.substitute(character, TracedText.of(code, { kind: 'framework', what: 'escape sequence of JSON' }), (put, found) =>
      put.map((piece) => ({
        ...piece,
        ...(found[0] && { origin: found[0].origin.kind === 'source' ? { ...found[0].origin, exact: false } : found[0].origin }),
      })),
    );
  }
  return result;
}

/** `key="value"` for each entry; None and undefined values are left out. */
const xmlAttributes = pythonFilter('do_xmlattr', ['autospace'], (rendering, value, [autospace]) => {
  const entries = rendering.iterate(rendering.call(rendering.getAttribute(value, 'items'), { positional: [], keywords: new Map() }));
  const parts: TracedText[] = [];
  for (const entry of entries) {
    const [key, item] = entry.kind === 'tuple' ? entry.items : [];
    if (!key || !item || item.kind === 'none' || item instanceof UndefinedValue) continue;
    if (key.kind !== 'str') throw new PyError('TypeError', 'expected string or bytes-like object');
    if (/[ \t\n\r\f\v/>=]/.test(key.text)) throw new PyError('ValueError', `Invalid character in attribute name: ${pyRepr(key).text}`);
    if (parts.length > 0 || autospace === undefined || jinjaTruth(autospace)) parts.push(TracedText.computed(' ', rendering.span));
    parts.push(
      escaped(rendering, key).traced,
      TracedText.computed('="', rendering.span),
      escaped(rendering, item).traced,
      TracedText.computed('"', rendering.span),
    );
  }
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), rendering.span);
});

/** Takes comments and tags away and makes white space single. */
const stripTags = pythonFilter('do_striptags', [], (rendering, value) => {
  const text = knownText(rendering, value);
  if (text.text.includes('&')) return new UnknownValue(say`striptags of text with entities is not modelled`, rendering.span);
  const bare = withoutParts(rendering, withoutParts(rendering, text.text, '<!--', '-->'), '<', '>');
  const words = bare.split(new RegExp(`[${whitespace}]+`, 'u')).filter((word) => word !== '');
  return new StrValue(text.recomputed(words.join(' ')), rendering.span);
});

/** The text without what stands between `open` and `close`; a part without an end stays, and all behind it. */
function withoutParts(rendering: Rendering, text: string, open: string, close: string): string {
  let rest = text;
  for (let from = 0; ;) {
    const start = rest.indexOf(open, from);
    const end = start < 0 ? -1 : rest.indexOf(close, start);
    if (end < 0) return rest;
    rendering.step(1 + (rest.length >> 6));
    rest = rest.slice(0, start) + rest.slice(end + close.length);
    // What was apart may now be an opening.
    from = Math.max(0, start - open.length + 1);
  }
}

function quoted(rendering: Rendering, value: Value, inQuery: boolean): string {
  const bytes = value.kind === 'bytes' ? value.bytes : encode(knownText(rendering, value).text, 'utf-8', 'strict')!;
  const kept = inQuery ? /[A-Za-z0-9_.~-]/ : /[A-Za-z0-9_.~/-]/;
  const text = Array.from(bytes, (byte) =>
    kept.test(byte) ? byte : '%' + byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'),
  ).join('');
  rendering.checkSize(text.length);
  return inQuery ? text.replaceAll('%20', '+') : text;
}

/** A text quoted for a URL; pairs as a query. */
const urlEncode = pythonFilter('do_urlencode', [], (rendering, value) => {
  if (value.kind === 'str' || !iterateItems(value))
    return new StrValue(knownText(rendering, value).recomputed(quoted(rendering, value, false)), rendering.span);
  const pairs =
    value.kind === 'dict' ? rendering.call(rendering.getAttribute(value, 'items'), { positional: [], keywords: new Map() }) : value;
  const parts: string[] = [];
  for (const pair of rendering.iterate(pairs)) {
    const [key, item, ...more] = rendering.iterate(pair);
    if (!key || !item || more.length > 0)
      throw new PyError('ValueError', `${more.length > 0 ? 'too many' : 'not enough'} values to unpack (expected 2)`);
    parts.push(`${quoted(rendering, key, true)}=${quoted(rendering, item, true)}`);
  }
  return new StrValue(knownText(rendering, value).recomputed(parts.join('&')), rendering.span);
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
