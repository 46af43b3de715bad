import { oddCharacter } from './odd-characters.js';
import { Indentation } from './indentation.js';
import { blockName, headsBlock, lineProblem, newLine, opensBlock, type Line } from './line.js';
import { isBlank, isDigitCode, isTriple, lineEnd, numberAt, stringEnd, wordEnd } from './scan.js';
import type { Bracket, Lexed, Token } from './token.js';

/** CPython's tokenizer stands no more (`MAXLEVEL`). */
const maxBrackets = 200;
/** Restarts behind an unclosed bracket are bounded: each reads the rest of the text again. */
const maxRestarts = 40;

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const namePattern = /[\p{XID_Start}_][\p{XID_Continue}]*/uy;
const prefixPattern = /^[A-Za-z]{1,3}$/;
const statementPattern =
  /(?:(?:from|import|with|def|class|for|while|if|try|del|assert|raise|async|global)\b|@|[A-Za-z_]\w*(?:\.\w+|\[[^\]\n]*\])*[ \t]*(?:[-+*/|&]?=(?!=)))/y;
const continuingPattern = /(?:elif|else|except|finally)\b/y;

/** Looks through `text`; with `tokens` it also lists the tokens there. Never fails, takes time in proportion to the text. */
export function lex(text: string, tokens?: Token[]): Lexed {
  return new Lexer(text, tokens).run();
}

class Lexer {
  private readonly found: Lexed = { problems: [], cuts: [], patches: [], blanks: [], closers: [], tooDeep: [], cutShort: [] };
  private readonly indentation = new Indentation();
  private brackets: Bracket[] = [];
  private at = 0;
  /** The first line within the outermost open bracket that looks like a new statement: where to go on if the bracket is never closed. */
  private resume: { readonly at: number; readonly brackets: readonly Bracket[] } | undefined;
  private restarts = 0;
  private line: Line = newLine(0);
  private pieceStart = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: Token[] | undefined,
  ) {}

  run(): Lexed {
    this.startLine();
    for (;;) {
      while (this.at < this.text.length) this.step();
      if (!this.restart()) break;
    }
    this.finish();
    return this.found;
  }

  /** One token, blank or comment. */
  private step(): void {
    const c = this.text.charCodeAt(this.at);
    if (c === 32 || c === 9 || c === 12) this.at++;
    else if (c === 10 || c === 13) this.lineBreak();
    else if (c === 35) this.comment();
    else if (c === 92) this.continuation();
    else if (c === 34 || c === 39) this.string(this.at, this.at);
    else if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c > 127) this.word();
    else if ((c >= 48 && c <= 57) || (c === 46 && isDigitCode(this.text.charCodeAt(this.at + 1)))) this.number();
    else this.mark();
  }

  private token(kind: Token['kind'], start: number, end: number): void {
    this.tokens?.push({ kind, start, end });
    const { line } = this;
    line.colon = kind === 'mark' && this.text.charCodeAt(start) === 58 && end === start + 1 && this.brackets.length === 0;
    line.colons ||= line.colon;
    line.kind = kind;
    line.empty = false;
    line.lastStart = start;
    line.end = end;
  }

  private problem(start: number, end: number, message: string, replacement?: string): void {
    this.found.problems.push({ start, end, message, stage: 'tokenizer', ...(replacement === undefined ? {} : { replacement }) });
  }

  /** A problem that this look finds, but CPython's tokenizer does not, or just stops at. */
  private parserProblem(start: number, end: number, message: string, stage?: 'stop'): void {
    this.found.problems.push({ start, end, message, ...(stage && { stage }) });
  }

  // Lines

  private lineBreak(): void {
    const length = this.text.startsWith('\r\n', this.at) ? 2 : 1;
    if (this.text[this.at] === '\r' && length === 1) this.found.patches.push({ start: this.at, by: '\n' });
    const start = this.at;
    this.at += length;
    if (this.brackets.length > 0) {
      this.found.blanks.push({ start, by: ' '.repeat(length) });
      this.noteResume();
    } else {
      this.endLine(start);
      this.startLine();
    }
  }

  /** At the end of a logical line: reports one that cannot end there. */
  private endLine(at: number): void {
    if (this.line.empty || this.line.ended) return;
    this.line.ended = true;
    this.tokens?.push({ kind: 'newline', start: at, end: this.at });
    const { line } = this;
    const problem = lineProblem(this.text, line);
    // What is wrong with the indentation of a line comes before what is wrong in it.
    if (!problem || this.found.problems.at(-1)?.start === problem.start) return;
    this.parserProblem(problem.start, problem.end, problem.message);
    this.found.cutShort.push(line.start);
  }

  /** At the start of a line outside of brackets: skips blank lines, checks the indentation, notes a cut. */
  private startLine(): void {
    const start = this.at;
    let i = start;
    while (i < this.text.length && isBlank(this.text.charCodeAt(i))) i++;
    const c = this.text[i];
    if (c === undefined || c === '\n' || c === '\r' || c === '#') {
      this.at = i;
      return;
    }
    const expected = this.line.colon;
    const before = this.line.start;
    this.at = i;
    const level = Indentation.measure(this.text, start, i);
    const wrong = this.indentation.line(level, expected);
    if (wrong) this.indentProblem(wrong, start, i, before);
    continuingPattern.lastIndex = i;
    if (level.column === 0 && !this.afterDecorator() && !continuingPattern.test(this.text)) {
      this.found.cuts.push(i);
      this.pieceStart = i;
    }
    this.line = newLine(i);
  }

  private afterDecorator(): boolean {
    return this.text[this.line.start] === '@' && !this.line.empty;
  }

  private indentProblem(wrong: string, start: number, at: number, opener: number): void {
    // The line above is reported for its missing colon already.
    if (wrong === 'unexpected indent' && opener < start && !this.line.colons && opensBlock(this.text, opener)) return;
    if (wrong !== 'expected an indented block') {
      const end = start === at ? wordEnd(this.text, at) : at;
      const indent = wrong === 'unexpected indent';
      // A body on the line of its `try` ends there.
      this.parserProblem(
        start,
        end,
        indent && /^try[ \t]*:/.test(this.text.slice(opener, opener + 20)) ? "expected 'except' or 'finally' block" : wrong,
        indent ? undefined : 'stop',
      );
      return;
    }
    const message = headsBlock(this.text, opener) ? `expected an indented block after ${blockName(this.text, opener)}` : 'invalid syntax';
    this.parserProblem(at, wordEnd(this.text, at), message);
  }

  private comment(): void {
    const start = this.at;
    this.at = lineEnd(this.text, start);
    if (this.brackets.length > 0) this.found.blanks.push({ start, by: ' '.repeat(this.at - start) });
  }

  private continuation(): void {
    const start = this.at++;
    const next = this.text[this.at];
    if (next === '\n' || next === '\r') {
      this.at += this.text.startsWith('\r\n', this.at) ? 2 : 1;
      if (this.at >= this.text.length) this.parserProblem(start, start + 1, 'unexpected EOF while parsing', 'stop');
      this.hideContinuation(start);
    } else if (next === undefined) this.parserProblem(start, this.at, 'unexpected EOF while parsing', 'stop');
    else {
      this.parserProblem(start, this.at, 'unexpected character after line continuation character', 'stop');
      this.found.patches.push({ start, by: ' ' });
    }
  }

  /** To the grammar a continued line is one line: it takes quadratic time for many continuations in a row. */
  private hideContinuation(start: number): void {
    const length = this.at - start;
    this.found.patches.push({
      start,
      by: this.line.empty && this.brackets.length === 0 ? ' '.repeat(length - 1) + '\n' : ' '.repeat(length),
    });
  }

  // Names, numbers, strings

  private word(): void {
    const start = this.at;
    namePattern.lastIndex = start;
    const match = namePattern.exec(this.text);
    if (!match) return this.odd();
    this.at = namePattern.lastIndex;
    const next = this.text.charCodeAt(this.at);
    if ((next === 34 || next === 39) && prefixPattern.test(match[0]) && /^[rubf]+$/i.test(match[0])) this.string(start, this.at);
    else this.token('name', start, this.at);
  }

  private number(): void {
    const start = this.at;
    const { end, wrong } = numberAt(this.text, start);
    this.at = end;
    if (wrong) this.problem(start, end, 'invalid decimal literal');
    this.token('number', start, end);
  }

  private string(start: number, quoteAt: number): void {
    const end = stringEnd(this.text, quoteAt);
    if (end === undefined) return this.unterminated(start, quoteAt);
    this.at = end;
    this.token('string', start, end);
  }

  private unterminated(start: number, quoteAt: number): void {
    const end = lineEnd(this.text, quoteAt);
    if (isTriple(this.text, quoteAt)) {
      this.problem(start, end, 'unterminated triple-quoted string literal');
      this.resumeInString(quoteAt + 3, this.text.slice(quoteAt, quoteAt + 3));
      return;
    }
    this.problem(start, end, 'unterminated string literal');
    this.closeString(quoteAt, end);
    this.at = end;
    this.token('string', start, end);
  }

  /** Puts the missing quote where it does least harm: before the comma that ends the line, within brackets; else over the last character. */
  private closeString(quoteAt: number, end: number): void {
    const quote = this.text[quoteAt]!;
    if (end - 1 <= quoteAt) return;
    this.found.patches.push({ start: end - 1, by: quote });
    if (this.brackets.length > 0 && this.text[end - 1] === ',' && end < this.text.length) this.found.patches.push({ start: end, by: ',' });
  }

  /** Goes on at the next line that looks like a statement; the string ends before it, and the brackets around it with the string. */
  private resumeInString(from: number, quotes: string): void {
    const close = (end: number): void => {
      const text =
        quotes +
        [...this.brackets]
          .reverse()
          .map((bracket) => pairs[bracket.mark]!)
          .join('');
      this.found.closers.push({ at: end - 1, text });
    };
    const lines = /\n(?=[A-Za-z_@])/g;
    lines.lastIndex = from;
    for (let match = lines.exec(this.text); match; match = lines.exec(this.text)) {
      statementPattern.lastIndex = match.index + 1;
      if (!statementPattern.test(this.text)) continue;
      close(match.index + 1);
      this.brackets = [];
      this.resume = undefined;
      this.indentation.reset();
      this.line = newLine(match.index + 1);
      this.at = match.index + 1;
      this.startLine();
      return;
    }
    close(this.text.length);
    this.at = this.text.length;
    this.brackets = [];
    this.line = { ...this.line, colon: false, empty: false, ended: true };
  }

  // Marks

  private mark(): void {
    const c = this.text[this.at]!;
    if (c === '(' || c === '[' || c === '{') return this.open(c);
    if (c === ')' || c === ']' || c === '}') return this.close(c);
    const start = this.at++;
    if (c === '\0') this.problem(start, this.at, 'source code cannot contain null bytes');
    else if (c < ' ')
      this.problem(start, this.at, `invalid non-printable character U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
    else if (c === '$' || c === '?' || c === '`' || (c === '!' && this.text[this.at] !== '='))
      this.parserProblem(start, this.at, 'invalid syntax');
    this.token('mark', start, this.at);
  }

  private open(mark: string): void {
    if (this.brackets.length === 0) this.resume = undefined;
    this.brackets.push({ at: this.at, mark });
    this.at++;
    this.token('mark', this.at - 1, this.at);
    if (this.brackets.length === maxBrackets) this.tooDeep();
  }

  private tooDeep(): void {
    this.problem(this.at - 1, this.at, 'too many nested parentheses');
    this.found.tooDeep.push(this.pieceStart);
    this.at = this.text.length;
  }

  private close(mark: string): void {
    const last = this.brackets[this.brackets.length - 1];
    if (!last) this.unmatched(mark);
    else if (pairs[last.mark] === mark) this.brackets.pop();
    else this.mismatch(mark, last);
    this.at++;
    this.token('mark', this.at - 1, this.at);
  }

  private unmatched(mark: string): void {
    this.problem(this.at, this.at + 1, `unmatched '${mark}'`);
    this.found.patches.push({ start: this.at, by: ' ' });
  }

  private mismatch(mark: string, last: Bracket): void {
    this.problem(this.at, this.at + 1, `closing parenthesis '${mark}' does not match opening parenthesis '${last.mark}'`);
    const index = this.brackets.findLastIndex((bracket) => pairs[bracket.mark] === mark);
    if (index >= 0) this.brackets.length = index;
    else {
      this.brackets.pop();
      this.found.patches.push({ start: this.at, by: pairs[last.mark]! });
    }
  }

  /** A character that is neither ASCII nor part of a name: read as what it looks like. */
  private odd(): void {
    const start = this.at;
    const { length, message, replacement } = oddCharacter(this.text, start);
    this.problem(start, start + length, message, replacement);
    const meant = replacement?.length === 1 && length === 1 ? replacement : ' ';
    if (meant === '"' || meant === "'") return this.oddString(start, meant);
    this.found.patches.push({ start, by: length === 1 ? meant : ' '.repeat(length) });
    if (meant === '(' || meant === '[' || meant === '{') this.open(meant);
    else if (meant === ')' || meant === ']' || meant === '}') this.close(meant);
    else {
      this.at += length;
      if (meant !== ' ') {
        this.token('mark', start, this.at);
        this.line.colon = meant === ':' && this.brackets.length === 0;
      }
    }
  }

  /** A string in typographic quotes, if it ends on its line. */
  private oddString(start: number, quote: string): void {
    const closing = quote === '"' ? /["“”„\n]/g : /['‘’‚\n]/g;
    closing.lastIndex = start + 1;
    const end = closing.exec(this.text)?.index;
    if (end === undefined || this.text[end] === '\n') {
      this.found.patches.push({ start, by: ' ' });
      this.at = start + 1;
      return;
    }
    this.found.patches.push({ start, by: quote }, { start: end, by: quote });
    if (this.text[end] !== quote) this.problem(end, end + 1, oddCharacter(this.text, end).message, quote);
    this.at = end + 1;
    this.token('string', start, this.at);
  }

  // Going on behind an unclosed bracket

  /** At the start of a line within brackets: notes it if it looks like a statement. */
  private noteResume(): void {
    if (this.resume || isBlank(this.text.charCodeAt(this.at))) return;
    statementPattern.lastIndex = this.at;
    if (statementPattern.test(this.text)) this.resume = { at: this.at, brackets: [...this.brackets] };
  }

  /** At the end of the text: true if an unclosed bracket swallowed statements, which are then read again. */
  private restart(): boolean {
    const { resume } = this;
    if (this.brackets.length === 0 || !resume || this.restarts >= maxRestarts) return false;
    this.restarts++;
    this.neverClosed(resume.brackets, resume.at);
    this.at = resume.at;
    this.brackets = [];
    this.resume = undefined;
    this.indentation.reset();
    this.line = newLine(this.at);
    this.startLine();
    return true;
  }

  private neverClosed(open: readonly Bracket[], at: number): void {
    const last = open[open.length - 1]!;
    for (const list of [this.found.problems, this.found.patches, this.found.blanks, this.tokens ?? []])
      while (list.length > 0 && list[list.length - 1]!.start >= at) list.pop();
    // A string without end or a wrong closing bracket behind it is why the bracket stays open.
    const reason = this.found.problems.some((problem) => problem.start > last.at && /^(unterminated|closing)/.test(problem.message));
    if (!reason) this.parserProblem(last.at, last.at + 1, `'${last.mark}' was never closed`);
    this.found.closers.push({
      at: at - 1,
      text: [...open]
        .reverse()
        .map((bracket) => pairs[bracket.mark]!)
        .join(''),
    });
  }

  private finish(): void {
    if (this.brackets.length > 0 && this.found.tooDeep.length === 0) this.neverClosed(this.brackets, this.text.length);
    else if (this.brackets.length === 0) this.endLine(this.text.length);
    if (this.brackets.length === 0 && this.line.colon && headsBlock(this.text, this.line.start))
      this.parserProblem(this.text.length, this.text.length, `expected an indented block after ${blockName(this.text, this.line.start)}`);
    this.found.problems.sort((a, b) => a.start - b.start);
  }
}
