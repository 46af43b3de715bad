import { say } from '../core/say.js';

/** What a token is: a mark (`{ } [ ] , :`), a string with its quotes, a bare word (number, `true`, anything else), or the end. */
export type JsonTokenKind = 'mark' | 'string' | 'word' | 'end';

const word = /[^\s{}[\],:"]+/y;

/** The tokens of a JSON text, one after the other: there may be millions, so that it is one object which goes on, and none for each of them. */
export class JsonScanner {
  kind: JsonTokenKind = 'end';
  /** Where the token stands in the text. */
  start = 0;
  end = 0;
  /** The decoded text of a well-formed string; else empty. */
  decoded = '';
  /** What is wrong with the token, as a sentence. */
  problem: string | undefined;

  constructor(private readonly text: string) {}

  /** As written. */
  get source(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Whether the token is this mark. */
  is(mark: string): boolean {
    return this.kind === 'mark' && this.text[this.start] === mark;
  }

  /** Goes on to the next token. */
  next(): void {
    const { text } = this;
    let at = this.end;
    while (isBlank(text.charCodeAt(at))) at++;
    this.start = at;
    this.problem = undefined;
    if (at >= text.length) {
      this.kind = 'end';
      this.end = at;
    } else if (marks.includes(text[at]!)) {
      this.kind = 'mark';
      this.end = at + 1;
    } else if (text[at] === '"') this.scanString(at);
    else this.scanWord(at);
  }

  private scanWord(start: number): void {
    const { text } = this;
    word.lastIndex = start;
    this.kind = 'word';
    this.end = word.test(text) ? word.lastIndex : start + 1;
    if (text.startsWith('//', start) || text.startsWith('/*', start)) this.problem = say`JSON has no comments.`;
  }

  private scanString(start: number): void {
    this.kind = 'string';
    this.decoded = '';
    const plain = endOfShort(this.text, start + 1);
    if (plain === undefined) return this.scanLongString(start);
    this.end = plain + 1;
    this.decoded = this.text.slice(start + 1, plain);
  }

  private scanLongString(start: number): void {
    const { text } = this;
    const close = closingQuote(text, start + 1);
    if (close < 0) {
      const newline = text.indexOf('\n', start);
      this.end = newline < 0 ? text.length : newline;
      this.problem = say`This string has no closing quote.`;
      return;
    }
    this.end = close + 1;
    const { source } = this;
    try {
      this.decoded = String(JSON.parse(source) as unknown);
    } catch {
      this.problem = stringProblem(source);
    }
  }
}

const marks = '{}[],:';
const quote = 0x22;
const backslash = 0x5c;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** A part of a text as short as this is a text of its own: one that is longer would hold the whole document in memory. */
const longestCopied = 12;

/** Where a short string ends in which no character is written in another way: its closing quote; undefined where it is another one. */
function endOfShort(text: string, from: number): number | undefined {
  for (let at = from; at <= from + longestCopied; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    // Behind the end there is no code.
    if (!(code >= 0x20) || code === backslash) return undefined;
  }
  return undefined;
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
