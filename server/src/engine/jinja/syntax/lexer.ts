import { pyRepr } from '../../python/runtime/semantics.js';
import { isIdentifierPart, isIdentifierStart, isSpace, whitespace } from '../../python/runtime/unicode.js';
import { codePointOfOffset } from '../../python/runtime/text-index.js';
import { str } from '../../core/value.js';
import type { WhiteSpace } from './white-space.js';
import { templateSyntaxError } from './template-fault.js';
import { operatorTypes, type JinjaToken } from './jinja-tokens.js';

const space = `[${whitespace}]`;

/** What begins a tag, and what a raw block looks like (jinja2 3.1 `lexer.py`, its default delimiters). */
const tagBegin = new RegExp(`(\\{%([-+]?)${space}*raw${space}*(?:-%\\}${space}*|%\\}))|(\\{\\{|\\{%|\\{#)([-+]?)`, 'gu');
const rawEnd = new RegExp(`\\{%([-+]?)${space}*endraw${space}*(?:\\+%\\}|-%\\}${space}*|%\\})`, 'gu');
const commentEnd = new RegExp(`\\+#\\}|-#\\}${space}*|#\\}`, 'gu');
const blockEnd = new RegExp(`\\+%\\}|-%\\}${space}*|%\\}`, 'yu');
const printEnd = new RegExp(`-\\}\\}${space}*|\\}\\}`, 'yu');
const spaces = new RegExp(`${space}+`, 'yu');
const onlySpaces = new RegExp(`^${space}+$`, 'u');
const oneLineBreak = /\r\n|\n|\r/y;
const float = /(?<!\.)(?:\p{Nd}+_)*\p{Nd}+(?:(?:\.(?:\p{Nd}+_)*\p{Nd}+)?e[+-]?(?:\p{Nd}+_)*\p{Nd}+|\.(?:\p{Nd}+_)*\p{Nd}+)/iuy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\p{Nd}a-f])+|[1-9](?:_?\p{Nd})*|0(?:_?0)*/iuy;
const name = /[\p{L}\p{N}_\p{XID_Continue}]+/uy;
const string = /'[^'\\]*(?:\\[^][^'\\]*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"/uy;
const operator = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/uy;

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * The tokens of a template, one after the other, without comments and white space inside of tags; at the end `eof`.
 * @throws TemplateFault TemplateSyntaxError when a token is asked for that is none
 */
export function tokenize(source: string, whiteSpace: WhiteSpace): Iterator<JinjaToken, JinjaToken> {
  return new Lexer(whiteSpace.keepTrailingNewline ? source : source.replace(/(?:\r\n|\n|\r)$/, ''), whiteSpace).tokens();
}

class Lexer {
  private at = 0;
  /** Whether nothing of the line stands before `at`. */
  private lineBegins = true;

  constructor(
    private readonly source: string,
    private readonly whiteSpace: WhiteSpace,
  ) {}

  *tokens(): Generator<JinjaToken, JinjaToken> {
    const { source } = this;
    while (this.at < source.length) {
      const from = this.at;
      const begin = find(tagBegin, source, from);
      if (!begin) {
        yield { type: 'data', value: '', start: from, end: source.length };
        break;
      }
      const sign = begin[2] ?? begin[4] ?? '';
      yield* this.data(from, this.textEnd(from, begin.index, sign, begin[3] === '{{'), sign);
      this.at = begin.index + begin[0].length;
      this.lineBegins = false;
      if (begin[1] !== undefined) yield* this.raw(begin.index);
      else if (begin[3] === '{#') this.comment(begin.index);
      else yield* this.tag(begin[3] === '{%' ? 'block' : 'variable', begin.index);
    }
    this.at = source.length;
    const eof: JinjaToken = { type: 'eof', value: '', start: source.length, end: source.length };
    // However often the end is asked for, it is there.
    for (;;) yield eof;
  }

  /** Where the text before a tag ends, once the white space that a statement or comment takes with it is gone. */
  private textEnd(from: number, end: number, sign: string, isPrint: boolean): number {
    if (!this.whiteSpace.lstripBlocks || isPrint || sign !== '') return end;
    const text = this.source.slice(from, end);
    const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    return (line > 0 || this.lineBegins) && onlySpaces.test(text.slice(line)) ? from + line : end;
  }

  /** Goes on behind what ends a tag; the line break that follows it may go too. */
  private passEnd(end: number, trims: boolean): void {
    this.at = end;
    if (trims && this.whiteSpace.trimBlocks) this.match(oneLineBreak);
    this.lineBegins = /[\r\n]/.test(this.source[this.at - 1] ?? '');
  }

  /** Text between tags; a tag that begins with `-` takes the white space before it away. */
  private *data(start: number, end: number, sign: string): Generator<JinjaToken> {
    let stripped = end;
    if (sign === '-') while (stripped > start && isSpace(this.source[stripped - 1]!)) stripped--;
    if (stripped > start) yield { type: 'data', value: '', start, end: stripped };
  }

  private *raw(begin: number): Generator<JinjaToken> {
    const from = this.at;
    const end = find(rawEnd, this.source, from);
    if (!end) {
      this.missing('Missing end of raw directive', begin);
      return;
    }
    yield* this.data(from, this.textEnd(from, end.index, end[1] ?? '', false), end[1] ?? '');
    this.passEnd(end.index + end[0].length, !/[-+]%\}/.test(end[0]));
  }

  private comment(begin: number): void {
    const end = find(commentEnd, this.source, this.at);
    if (end) this.passEnd(end.index + end[0].length, end[0] === '#}');
    else this.missing('Missing end of comment tag', begin);
  }

  /** Jinja forgives a comment or raw block that is opened by the very last characters. */
  private missing(text: string, begin: number): void {
    if (this.at < this.source.length) throw templateSyntaxError(text, { start: begin, end: this.at });
  }

  private *tag(kind: 'block' | 'variable', begin: number): Generator<JinjaToken> {
    yield { type: `${kind}_begin`, value: '', start: begin, end: this.at };
    const end = kind === 'block' ? blockEnd : printEnd;
    const open: string[] = [];
    while (this.at < this.source.length) {
      const start = this.at;
      const closes = open.length === 0 ? this.match(end) : undefined;
      if (closes !== undefined) {
        this.passEnd(this.at, closes === '%}');
        yield { type: `${kind}_end`, value: '', start, end: this.at };
        return;
      }
      const token = this.inside(open);
      if (token) yield token;
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) return undefined;
    this.at += found.length;
    return found;
  }

  /** The next token inside of a tag; undefined for white space. */
  private inside(open: string[]): JinjaToken | undefined {
    const start = this.at;
    if (this.match(spaces) !== undefined) return undefined;
    const token = (type: string, value: string): JinjaToken => ({ type, value, start, end: this.at });
    const number = this.match(float);
    if (number !== undefined) return token('float', number);
    const digits = this.match(integer);
    if (digits !== undefined) return token('integer', digits);
    const word = this.match(name);
    if (word !== undefined) return this.checkedName(token('name', word));
    const literal = this.match(string);
    if (literal !== undefined) return token('string', literal.slice(1, -1));
    const sign = this.match(operator);
    if (sign === undefined) throw this.unexpected();
    this.balance(open, sign, { start, end: this.at });
    return token(operatorTypes[sign]!, sign);
  }

  private checkedName(token: JinjaToken): JinjaToken {
    const [first, ...rest] = token.value;
    if (isIdentifierStart(first!) && rest.every(isIdentifierPart)) return token;
    throw templateSyntaxError('Invalid character in identifier', token);
  }

  private balance(open: string[], sign: string, at: { start: number; end: number }): void {
    const closer = closing[sign];
    if (closer !== undefined) open.push(closer);
    else if (sign === '}' || sign === ')' || sign === ']') {
      const expected = open.pop();
      if (expected === undefined) throw templateSyntaxError(`unexpected '${sign}'`, at);
      if (expected !== sign) throw templateSyntaxError(`unexpected '${sign}', expected '${expected}'`, at);
    }
  }

  private unexpected(): Error {
    const { source, at } = this;
    const character = String.fromCodePoint(source.codePointAt(at)!);
    const span = { file: '', start: at, end: at };
    // Jinja counts code points of the text with its line breaks made one character each.
    const position = codePointOfOffset(source, at) - (source.slice(0, at).match(/\r\n/g)?.length ?? 0);
    return templateSyntaxError(`unexpected char ${pyRepr(str(character, span)).text} at ${String(position)}`, {
      start: at,
      end: at + character.length,
    });
  }
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
