import { say } from '../core/say.js';

/** One token of a JSON text: a mark (`{ } [ ] , :`), a string with its quotes, a bare word (number, `true`, anything else), or the end. */
export interface JsonToken {
  readonly kind: 'mark' | 'string' | 'word' | 'end';
  /** As written. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** The decoded text of a well-formed string. */
  readonly text?: string;
  /** What is wrong with the token, as a sentence. */
  readonly problem?: string;
}

const blank = /[ \t\r\n]*/y;
const word = /[^\s{}[\],:"]+/y;

/** The token at or behind `from`. */
export function scanJson(text: string, from: number): JsonToken {
  blank.lastIndex = from;
  blank.exec(text);
  const start = blank.lastIndex;
  if (start >= text.length) return { kind: 'end', source: '', start, end: start };
  const first = text[start]!;
  if ('{}[],:'.includes(first)) return { kind: 'mark', source: first, start, end: start + 1 };
  if (first === '"') return scanString(text, start);
  word.lastIndex = start;
  const source = word.exec(text)?.[0] ?? first;
  const problem = source.startsWith('//') || source.startsWith('/*') ? say`JSON has no comments.` : undefined;
  return { kind: 'word', source, start, end: start + source.length, ...(problem ? { problem } : {}) };
}

function scanString(text: string, start: number): JsonToken {
  const close = closingQuote(text, start + 1);
  if (close < 0) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    return { kind: 'string', source: text.slice(start, end), start, end, problem: say`This string has no closing quote.` };
  }
  const source = text.slice(start, close + 1);
  const token = { kind: 'string', source, start, end: close + 1 } as const;
  try {
    const decoded: unknown = JSON.parse(source);
    return { ...token, text: String(decoded) };
  } catch {
    return { ...token, problem: stringProblem(source) };
  }
}

/** Where the string ends whose first character stands at `from`: its closing quote, as a UTF-16 offset; -1 where there is none. */
export function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

function stringProblem(source: string): string {
  return [...source].some((c) => c < ' ')
    ? say`A line break or control character must be written as an escape sequence in a JSON string.`
    : say`An escape sequence in this string does not exist in JSON.`;
}
