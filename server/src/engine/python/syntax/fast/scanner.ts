import { numberAt, stringEnd } from '../tokens/scan.js';
import { giveUp } from './give-up.js';

export type TokenKind = 'name' | 'keyword' | 'number' | 'string' | 'mark' | 'newline' | 'indent' | 'dedent' | 'end';

/** The words that are no names. */
export const keywords: ReadonlyMap<string, string> = new Map(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass ' +
    'raise return try while with yield'
  )
    .split(' ')
    .map((word) => [word, word]),
);
/** Marks of more than one character, longest first. */
const longMarks = '... **= //= >>= <<= ** // >> << <= >= == != -> := += -= *= /= %= @= &= |= ^='.split(' ');
const marks: readonly (readonly string[] | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const first = String.fromCharCode(code);
  return '()[]{},:;.+-*/%@&|^~<>=!'.includes(first) ? [...longMarks.filter((mark) => mark.startsWith(first)), first] : undefined;
});
const isWord: readonly boolean[] = Array.from({ length: 128 }, (_, code) => /\w/.test(String.fromCharCode(code)));
const prefixPattern = /^(?:[ubf]|[bf]?r|r[bf])$/i;

/** Far less than CPython's tokenizer stands: such texts are for the tolerant parser, which counts exactly. */
const most = { brackets: 60, indents: 40 };

/**
 * The tokens of a Python text, one at a time: the current one is in the fields. Gives up on whatever is not plainly valid, and on what configs hardly
 * have: tabs in an indentation, line breaks of other systems, names beyond ASCII.
 */
export class Scanner {
  kind: TokenKind = 'newline';
  /** The text of a mark or keyword; '' for all other tokens. */
  word = '';
  start = 0;
  /** Where the token ends; of a token without text (a line break, an indentation, the end) where the last one with text does. */
  end = 0;
  /** Where the token before the current one ends. */
  previousEnd = 0;
  /** Where the quotes of a string token open, behind its prefix. */
  quoteAt = 0;

  /** Open brackets: line breaks mean nothing within. */
  private depth = 0;
  private readonly indents: number[] = [0];
  private dedents = 0;
  private atLineStart = true;

  /** Scans `text` from `at`; with `depth` 1 as if a bracket were open, up to wherever the parser stops. */
  constructor(
    readonly text: string,
    private at = 0,
    depth = 0,
  ) {
    this.depth = depth;
    this.atLineStart = depth === 0;
  }

  next(): void {
    this.previousEnd = this.end;
    if (this.atLineStart && !this.startLine()) return;
    const { text } = this;
    for (;;) {
      const c = text.charCodeAt(this.at);
      if (c === 32 || c === 9) this.at++;
      else if (c === 10) {
        if (this.depth === 0) return this.newline();
        this.at++;
      } else if (c === 35) this.comment();
      else if (c === 92) this.continuation();
      else return this.token(c);
    }
  }

  /** Whether the current token is this mark or keyword. */
  is(word: string): boolean {
    return this.word === word;
  }

  /** Whether the current token is of this kind. */
  isOf(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Steps over a mark or keyword, if it is the current token. */
  take(word: string): boolean {
    if (this.word !== word) return false;
    this.next();
    return true;
  }

  /** Steps over a mark or keyword that must be the current token. */
  expect(word: string): void {
    if (this.word !== word) giveUp();
    this.next();
  }

  /** Whether a single `=` follows the current token. */
  get assigns(): boolean {
    let i = this.end;
    while (this.text.charCodeAt(i) === 32) i++;
    return this.text.charCodeAt(i) === 61 && this.text.charCodeAt(i + 1) !== 61;
  }

  private token(c: number): void {
    this.start = this.at;
    if (c !== c) return this.finish();
    if (c > 127) giveUp();
    if (c === 34 || c === 39) this.string(this.at);
    else if ((c >= 48 && c <= 57) || (c === 46 && isDigit(this.text.charCodeAt(this.at + 1)))) this.number();
    else if (isWord[c]) this.name();
    else this.mark(c);
    this.at = this.end;
  }

  private name(): void {
    const { text, start } = this;
    let end = start + 1;
    let c = text.charCodeAt(end);
    while (isWord[c]) c = text.charCodeAt(++end);
    if (c > 127) giveUp();
    const length = end - start;
    if ((c === 34 || c === 39) && length <= 2 && prefixPattern.test(text.slice(start, end))) return this.string(end);
    const word = length <= 8 ? keywords.get(text.slice(start, end)) : undefined;
    this.kind = word === undefined ? 'name' : 'keyword';
    this.word = word ?? '';
    this.end = end;
  }

  private string(quoteAt: number): void {
    this.kind = 'string';
    this.word = '';
    this.quoteAt = quoteAt;
    this.end = stringEnd(this.text, quoteAt) ?? giveUp();
  }

  private number(): void {
    const { end, wrong } = numberAt(this.text, this.start);
    // `1if x else 2` is for the tolerant parser, too.
    if (wrong || isWord[this.text.charCodeAt(end)] || this.text.charCodeAt(end) > 127) giveUp();
    this.kind = 'number';
    this.word = '';
    this.end = end;
  }

  private mark(c: number): void {
    const found = marks[c]?.find((mark) => this.text.startsWith(mark, this.start)) ?? giveUp();
    if (c === 40 || c === 91 || c === 123) this.open();
    else if ((c === 41 || c === 93 || c === 125) && this.depth > 0) this.depth--;
    this.kind = 'mark';
    this.word = found;
    this.end = this.start + found.length;
  }

  private open(): void {
    if (++this.depth > most.brackets) giveUp();
  }

  private comment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private continuation(): void {
    if (this.text.charCodeAt(this.at + 1) !== 10 || this.at + 2 >= this.text.length) giveUp();
    this.at += 2;
  }

  private newline(): void {
    this.bare('newline');
    this.at++;
    this.atLineStart = true;
  }

  /** The last line may lack its line break; blocks that are open end with the text. */
  private finish(): void {
    if (this.depth > 0) giveUp();
    this.bare('newline');
    this.atLineStart = true;
  }

  /** A token without text of its own. */
  private bare(kind: TokenKind): void {
    this.kind = kind;
    this.word = '';
    this.start = this.at;
  }

  /** Goes to the next line that holds code; false where the current token is an indentation or the end, and that line is not yet read. */
  private startLine(): boolean {
    if (this.dedents > 0) return this.dedent();
    const column = this.nextCode();
    if (column < 0) {
      this.dedents = this.indents.length - 1;
      this.indents.length = 1;
      if (this.dedents > 0) return this.dedent();
      this.bare('end');
      return false;
    }
    const top = this.indents[this.indents.length - 1]!;
    if (column === top) {
      this.atLineStart = false;
      return true;
    }
    if (column < top) return this.dedentTo(column);
    if (this.indents.push(column) > most.indents) giveUp();
    this.atLineStart = false;
    this.bare('indent');
    return false;
  }

  /** Skips blank lines and comments. @returns the column of the next code, -1 where there is none */
  private nextCode(): number {
    const { text } = this;
    for (;;) {
      const line = this.at;
      while (text.charCodeAt(this.at) === 32) this.at++;
      const c = text.charCodeAt(this.at);
      if (c === 35) this.comment();
      else if (c === 9 || c === 92) giveUp();
      else if (c !== c) return -1;
      else if (c !== 10) return this.at - line;
      if (text.charCodeAt(this.at) === 10) this.at++;
    }
  }

  private dedentTo(column: number): boolean {
    while (this.indents[this.indents.length - 1]! > column) {
      this.indents.pop();
      this.dedents++;
    }
    if (this.indents[this.indents.length - 1] !== column) giveUp();
    this.at -= column;
    return this.dedent();
  }

  private dedent(): boolean {
    this.dedents--;
    this.bare('dedent');
    return false;
  }
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
