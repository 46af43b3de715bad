import { charge } from '../../../core/cost.js';
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

/** What stands for a character that an encoding does not have, by the name of an error handler. */
const handlers: Readonly<Record<string, (code: number) => string>> = {
  ignore: () => '',
  replace: () => '?',
  backslashreplace: (code) => {
    const digits = code.toString(16);
    return code < 0x100
      ? `\\x${digits.padStart(2, '0')}`
      : code < 0x10000
        ? `\\u${digits.padStart(4, '0')}`
        : `\\U${digits.padStart(8, '0')}`;
  },
  xmlcharrefreplace: (code) => `&#${String(code)};`,
};

/** Of encodings by UTF-16: the order of the bytes, and whether a mark of it comes first. */
interface WideCodec {
  readonly little: boolean;
  readonly mark: boolean;
}

function wideCodec(name: string): WideCodec | undefined {
  const plain = name.toLowerCase().replace(/[-_ ]/g, '');
  if (plain === 'utf16') return { little: true, mark: true };
  if (plain === 'utf16le' || plain === 'utf16be') return { little: plain.endsWith('le'), mark: false };
  return undefined;
}

/** @returns undefined for half a surrogate pair */
function wideEncode(text: string, { little, mark }: WideCodec): string | undefined {
  let bytes = mark ? '\xff\xfe' : '';
  for (const character of text) {
    if (utf8(character.codePointAt(0)!) === undefined) return undefined;
    for (let i = 0; i < character.length; i++) {
      const unit = character.charCodeAt(i);
      const [low, high] = [String.fromCharCode(unit & 0xff), String.fromCharCode(unit >> 8)];
      bytes += little ? low + high : high + low;
    }
  }
  return bytes;
}

/**
 * A text as bytes (code units below 256).
 * @returns undefined for an encoding or error handler that is not modelled
 * @throws PyError UnicodeEncodeError for a character that the encoding does not have
 */
export function encode(text: string, encoding: string, errors: string): string | undefined {
  const wide = wideCodec(encoding);
  if (wide) return wideEncode(text, wide);
  const known = codec(encoding);
  if (!known || (errors !== 'strict' && !Object.hasOwn(handlers, errors))) return undefined;
  const encodedOf = (code: number): string | undefined => {
    if (known === 'utf-8') return utf8(code);
    return code < (known === 'ascii' ? 128 : 256) ? String.fromCharCode(code) : undefined;
  };
  let bytes = '';
  let position = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const encoded = encodedOf(code);
    if (encoded === undefined && errors === 'strict')
      throw encodeError(
        known,
        Array.from(text, (one) => one.codePointAt(0)!),
        position,
        (other) => encodedOf(other) === undefined,
      );
    if (encoded === undefined) charge(4);
    bytes += encoded ?? handlers[errors]!(code);
    position++;
  }
  return bytes;
}

/** Characters that are next to each other are complained of together. */
function encodeError(encoding: string, codes: readonly number[], position: number, isBad: (code: number) => boolean): PyError {
  let end = position + 1;
  while (end < codes.length && isBad(codes[end]!)) end++;
  const what =
    end === position + 1
      ? `character '${escapeCodePoint(codes[position]!)}' in position ${String(position)}`
      : `characters in position ${String(position)}-${String(end - 1)}`;
  const why = encoding === 'utf-8' ? 'surrogates not allowed' : `ordinal not in range(${encoding === 'ascii' ? '128' : '256'})`;
  return new PyError('UnicodeEncodeError', `'${encoding}' codec can't encode ${what}: ${why}`);
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
export function decode(bytes: string, encoding: string, errors = 'strict'): string | undefined {
  const known = codec(encoding);
  if (known === 'latin-1') return bytes;
  if (known === undefined || !['strict', 'ignore', 'replace'].includes(errors)) return undefined;
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes, i, known === 'ascii');
    if (length > 0) {
      text += String.fromCodePoint(codeOf(bytes, i, length));
      i += length;
    } else if (errors === 'strict') return undefined;
    else {
      if (errors === 'replace') text += '\ufffd';
      i += Math.max(1, -length);
    }
  }
  return text;
}

function codeOf(bytes: string, at: number, length: number): number {
  let code = length === 1 ? bytes.charCodeAt(at) : bytes.charCodeAt(at) & (0x7f >> length);
  for (let k = 1; k < length; k++) code = (code << 6) | (bytes.charCodeAt(at + k) & 0x3f);
  return code;
}

/** How many bytes the character at a place has; where there is none, below 1: how many of them are passed over as one fault. */
function sequenceLength(bytes: string, at: number, ascii: boolean): number {
  const first = bytes.charCodeAt(at);
  if (first < 0x80) return 1;
  if (ascii || first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let k = 1; k < length; k++) {
    const next = bytes.charCodeAt(at + k);
    const least = k === 1 && first === 0xe0 ? 0xa0 : k === 1 && first === 0xf0 ? 0x90 : 0x80;
    const most = k === 1 && first === 0xed ? 0x9f : k === 1 && first === 0xf4 ? 0x8f : 0xbf;
    if (!(next >= least && next <= most)) return -k;
  }
  return length;
}
