import { TracedText } from '../../core/traced-text.js';
import { charge, chargeCharacters, checkSize } from '../../core/cost.js';
import { isPrintable } from './unicode.js';

const needsEscape = /[\\'"\p{C}\p{Z}]|[^\0-\u2fff]/u;

/** The quotes that `repr` puts around a text: single ones, unless only those are in it. */
export function quoteOf(text: string): string {
  return text.includes("'") && !text.includes('"') ? '"' : "'";
}

/** The inside of `repr(text)` between two `quote`s. Unescaped parts keep their origins exactly. */
export function escapeString(traced: TracedText, quote: string): TracedText {
  if (!needsEscape.test(traced.text)) return traced;
  chargeCharacters(traced.length);
  const parts: TracedText[] = [];
  let from = 0;
  let offset = 0;
  let size = traced.length;
  for (const character of traced.text) {
    const escaped = escapeCharacter(character, quote);
    if (escaped !== character) {
      charge(3);
      checkSize((size += escaped.length));
      parts.push(traced.slice(from, offset), traced.slice(offset, offset + character.length).recomputed(escaped));
      from = offset + character.length;
    }
    offset += character.length;
  }
  if (from === 0) return traced;
  parts.push(traced.slice(from));
  return TracedText.join(parts.filter((p) => p.length > 0));
}

function escapeCharacter(character: string, quote: string): string {
  if (character === quote || character === '\\') return '\\' + character;
  const named = short[character];
  if (named !== undefined) return named;
  return isPrintable(character) ? character : escapeCodePoint(character.codePointAt(0)!);
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\x..`, `\u....` or `\U........`, whichever is the shortest that holds the code point. */
export function escapeCodePoint(code: number): string {
  if (code < 0x100) return '\\x' + code.toString(16).padStart(2, '0');
  if (code < 0x10000) return '\\u' + code.toString(16).padStart(4, '0');
  return '\\U' + code.toString(16).padStart(8, '0');
}

/** The inside of `repr(bytes)`. */
export function escapeBytes(bytes: string, quote: string): string {
  return Array.from(bytes, (c) => {
    if (c === quote || c === '\\') return '\\' + c;
    if (short[c] !== undefined) return short[c];
    return c < ' ' || c > '~' ? escapeCodePoint(c.charCodeAt(0)) : c;
  }).join('');
}

/** `ascii(value)`: its repr with everything beyond ASCII escaped. */
export function asciiText(repr: TracedText): TracedText {
  chargeCharacters(repr.length);
  const text = Array.from(repr.text, (c) => (c < '\x80' ? c : escapeCodePoint(c.codePointAt(0)!))).join('');
  return repr.recomputed(text);
}
