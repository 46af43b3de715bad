import { PyError } from '../../../core/errors.js';
import { escapeCodePoint } from '../escape.js';

const byName: Readonly<Record<string, 'utf-8' | 'ascii' | 'latin-1'>> = {
  utf8: 'utf-8',
  u8: 'utf-8',
  ascii: 'ascii',
  usascii: 'ascii',
  latin1: 'latin-1',
  iso88591: 'latin-1',
};

function codec(name: string): 'utf-8' | 'ascii' | 'latin-1' | undefined {
  return byName[name.toLowerCase().replace(/[-_ ]/g, '')];
}

/**
 * A text as bytes (code units below 256).
 * @returns undefined for an encoding or error handler that is not modelled
 * @throws PyError UnicodeEncodeError for a character that the encoding does not have
 */
export function encode(text: string, encoding: string, errors: string): string | undefined {
  const known = codec(encoding);
  if (!known || !['strict', 'ignore', 'replace'].includes(errors)) return undefined;
  let bytes = '';
  let position = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const encoded = known === 'utf-8' ? utf8(code) : code < (known === 'ascii' ? 128 : 256) ? character : undefined;
    if (encoded === undefined && errors === 'strict') throw encodeError(known, code, position);
    bytes += encoded ?? (errors === 'replace' ? '?' : '');
    position++;
  }
  return bytes;
}

function encodeError(encoding: string, code: number, position: number): PyError {
  const shown = escapeCodePoint(code);
  const why = encoding === 'utf-8' ? 'surrogates not allowed' : `ordinal not in range(${encoding === 'ascii' ? '128' : '256'})`;
  return new PyError('UnicodeEncodeError', `'${encoding}' codec can't encode character '${shown}' in position ${String(position)}: ${why}`);
}

/** The UTF-8 bytes of a code point; a lone surrogate has none. */
function utf8(code: number): string | undefined {
  if (code < 0x80) return String.fromCharCode(code);
  if (code >= 0xd800 && code < 0xe000) return undefined;
  const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), tail(0));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), tail(6), tail(0));
  return String.fromCharCode(0xf0 | (code >> 18), tail(12), tail(6), tail(0));
}

/**
 * Bytes as a text.
 * @returns undefined for an encoding that is not modelled, or bytes that are not of it
 */
export function decode(bytes: string, encoding: string): string | undefined {
  const known = codec(encoding);
  if (known === 'latin-1') return bytes;
  if (known === 'ascii') return [...bytes].every((c) => c < '\x80') ? bytes : undefined;
  if (known !== 'utf-8') return undefined;
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes.charCodeAt(i);
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let code = length === 1 ? first : first & (0x7f >> length);
    for (let k = 1; k < length; k++) code = (code << 6) | (bytes.charCodeAt(i + k) & 0x3f);
    if (Number.isNaN(code) || code > 0x10ffff || utf8(code) !== bytes.slice(i, i + length)) return undefined;
    text += String.fromCodePoint(code);
    i += length;
  }
  return text;
}
