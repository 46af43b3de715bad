import { TracedText, type Piece } from '../../../core/traced-text.js';
import type { FileId } from '../../../core/span.js';
import { unicodeCharacter } from './unicode-names.js';

/** How the inside of a literal is read: raw (no escapes), bytes (no `\u`), braces doubled (f-strings). */
export interface LiteralStyle {
  readonly raw: boolean;
  readonly bytes: boolean;
  readonly braces: boolean;
}

export interface DecodeProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The text is fine for Python; only the parser does not know the character's name. */
  readonly unknown?: boolean;
}

/** One stretch of the inside that becomes `text`: 1:1 where `exact`. Offsets are relative to the inside's start. */
interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly exact: boolean;
}

type Report = (problem: DecodeProblem) => void;

/** What makes the text differ from its source: a backslash, a carriage return (Python reads `\r\n` and `\r` as `\n`), a doubled brace. */
const special = { plain: /[\\\r]/g, raw: /\r/g, braces: /[\\\r]|\{\{|\}\}/g, rawBraces: /\r|\{\{|\}\}/g };

/**
 * Decodes the inside of a string literal, `text` from `start` to `end`, exactly as CPython does. Plain stretches become exact pieces; an
 * escape sequence, a line break written `\r\n` or a doubled brace becomes a piece of its own. Problems are handed to `report`.
 */
export function decodeLiteral(file: FileId, text: string, start: number, end: number, style: LiteralStyle, report: Report): TracedText {
  if (start >= end) return TracedText.empty;
  const inside = text.slice(start, end);
  const pattern = style.raw ? (style.braces ? special.rawBraces : special.raw) : style.braces ? special.braces : special.plain;
  pattern.lastIndex = 0;
  const first = pattern.exec(inside);
  if (!first) return TracedText.of(inside, { kind: 'source', span: { file, start, end }, exact: true });
  const chunks = decodeChunks(inside, first.index, pattern, style, (problem) =>
    report({ ...problem, start: problem.start + start, end: problem.end + start }),
  );
  return new TracedText(chunks.map((chunk) => chunk.text).join(''), () => pieces(file, start, chunks));
}

function pieces(file: FileId, base: number, chunks: readonly Chunk[]): Piece[] {
  return chunks
    .filter((chunk) => chunk.text !== '')
    .map(({ start, end, text, exact }) => ({
      length: text.length,
      origin: { kind: 'source', span: { file, start: start + base, end: end + base }, exact },
    }));
}

function decodeChunks(inside: string, first: number, pattern: RegExp, style: LiteralStyle, report: Report): Chunk[] {
  const chunks: Chunk[] = [];
  let plain = 0;
  const plainUntil = (end: number): void => {
    if (plain < end) chunks.push({ start: plain, end, text: inside.slice(plain, end), exact: true });
  };
  for (let at = first; at >= 0;) {
    plainUntil(at);
    const chunk = decodeAt(inside, at, style, report);
    chunks.push(chunk);
    plain = chunk.end;
    pattern.lastIndex = plain;
    at = pattern.exec(inside)?.index ?? -1;
  }
  plainUntil(inside.length);
  return chunks;
}

function decodeAt(text: string, at: number, style: LiteralStyle, report: Report): Chunk {
  const c = text[at]!;
  if (c === '\r') return { start: at, end: at + (text[at + 1] === '\n' ? 2 : 1), text: '\n', exact: false };
  if (c === '{' || c === '}') return { start: at, end: at + 2, text: c, exact: false };
  return decodeEscape(text, at, style, report);
}

const simple: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

/** The escape sequence at `at`, after `Objects/unicodeobject.c` and `bytesobject.c`; an unknown one stays as it is, backslash included. */
function decodeEscape(text: string, at: number, style: LiteralStyle, report: Report): Chunk {
  const c = text[at + 1] ?? '';
  if (c === '') return { start: at, end: at + 1, text: '\\', exact: true };
  const known = simple[c];
  if (known !== undefined) return { start: at, end: at + 2, text: known, exact: false };
  if (c === '\r') return { start: at, end: at + (text[at + 2] === '\n' ? 3 : 2), text: '', exact: false };
  if (c >= '0' && c <= '7') return octal(text, at, style);
  if (c === 'x') return hexadecimal(text, at, 2, style, report);
  if (!style.bytes && c === 'u') return hexadecimal(text, at, 4, style, report);
  if (!style.bytes && c === 'U') return hexadecimal(text, at, 8, style, report);
  if (!style.bytes && c === 'N') return named(text, at, report);
  // A backslash before anything else is itself; the next character is read on its own (it may start a surrogate pair or a line break).
  return { start: at, end: at + 1, text: '\\', exact: true };
}

function octal(text: string, at: number, style: LiteralStyle): Chunk {
  const digits = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))![0];
  const code = parseInt(digits, 8);
  return { start: at, end: at + 1 + digits.length, text: String.fromCharCode(style.bytes ? code & 0xff : code), exact: false };
}

function hexadecimal(text: string, at: number, count: number, style: LiteralStyle, report: Report): Chunk {
  const digits = /^[0-9a-fA-F]*/.exec(text.slice(at + 2, at + 2 + count))![0];
  const chunk = { start: at, end: at + 2 + digits.length, exact: false };
  const shape = '\\' + text[at + 1]! + 'X'.repeat(count);
  if (digits.length < count) {
    report({ ...chunk, message: style.bytes ? `(value error) invalid ${shape} escape` : unicodeError(`truncated ${shape} escape`) });
    return { ...chunk, text: '\uFFFD' };
  }
  const code = parseInt(digits, 16);
  if (code > 0x10ffff) {
    report({ ...chunk, message: unicodeError('illegal Unicode character') });
    return { ...chunk, text: '\uFFFD' };
  }
  return { ...chunk, text: String.fromCodePoint(code) };
}

function named(text: string, at: number, report: Report): Chunk {
  const match = /^\{([^}]*)\}/.exec(text.slice(at + 2, at + 120));
  const chunk = { start: at, end: at + 2 + (match?.[0].length ?? 0), exact: false };
  if (!match || match[1] === '') {
    report({ ...chunk, message: unicodeError('malformed \\N character escape') });
    return { ...chunk, text: '\uFFFD' };
  }
  const character = unicodeCharacter(match[1]!);
  if (character === undefined) {
    report({ ...chunk, message: `The character that Unicode calls ${match[1]!} is not known to this parser.`, unknown: true });
    return { ...chunk, text: '\uFFFD' };
  }
  return { ...chunk, text: character };
}

function unicodeError(what: string): string {
  return `(unicode error) 'unicodeescape' codec can't decode bytes: ${what}`;
}
