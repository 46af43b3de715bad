import { pushAll } from '../../../core/push-all.js';
import type { SyntaxProblem } from '../tree/ast.js';
import { fstringProblem } from './fstring.js';
import { lex } from '../tokens/lex.js';
import type { Token } from '../tokens/token.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { binaryWords, compoundWords, merged, neverInside, otherWords, statementWords, unaryMarks, unaryWords } from '../tokens/words.js';

/**
 * Says what is wrong with a statement that the grammar could not read, from `start` to `end` of `text`. Goes through its tokens as a reader would
 * who knows that operands and operators take turns; CPython stops at the same token. Where that finds nothing, the first gap of the tree is
 * named.
 */
export function diagnose(text: string, start: number, end: number, root: Raw): SyntaxProblem {
  const found = diagnoseTokens(text, start, end);
  if (found) return found;
  const gap = firstGap(root) ?? root;
  const line = text.indexOf('\n', gap.start);
  const stop = Math.min(gap.end, end, line < 0 ? end : line);
  return { start: gap.start, end: Math.max(stop, Math.min(gap.start + 1, end)), message: 'invalid syntax' };
}

/** What a reader of the tokens stumbles over; undefined where they look well in themselves. */
export function diagnoseTokens(text: string, start: number, end: number): SyntaxProblem | undefined {
  const tokens: Token[] = [];
  const source = text.slice(start, end);
  lex(source, tokens);
  const found = fstrings(source, tokens) ?? new Reader(source, merged(source, tokens)).read();
  return found && { ...found, start: found.start + start, end: found.end + start };
}

function fstrings(source: string, tokens: readonly Token[]): SyntaxProblem | undefined {
  for (const token of tokens) {
    const found = token.kind === 'string' ? fstringProblem(source, token.start, token.end) : undefined;
    if (found) return found;
  }
  return undefined;
}

function firstGap(raw: Raw): Raw | undefined {
  const open = [raw];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === 'ERROR' || next.missing) return next;
    pushAll(open, next.children.toReversed());
  }
  return undefined;
}

interface Frame {
  /** `call` for an argument list, `subscript`, else the bracket itself; `line` outside of brackets. */
  readonly kind: 'line' | 'call' | 'subscript' | '(' | '[' | '{' | 'skip';
  readonly start: number;
  /** Tokens of the current entry, which ends at a comma. */
  entry: Token[];
  /** A colon in the current entry; and in any, which makes a brace a dict. */
  colon: boolean;
  dict: boolean;
  /** A `for` was met: the commas behind it part names, not entries. */
  loop: boolean;
  lambdas: number;
}

class Reader {
  private readonly frames: Frame[] = [];
  private want = true;
  private previous: Token | undefined;
  private index = 0;

  constructor(
    private readonly source: string,
    private readonly tokens: readonly Token[],
  ) {}

  read(): SyntaxProblem | undefined {
    this.startLine();
    while (this.index < this.tokens.length) {
      const token = this.tokens[this.index++]!;
      const found = token.kind === 'newline' ? this.newline() : this.token(token);
      if (found) return found;
      if (token.kind !== 'newline') this.previous = token;
    }
    return this.frames.length <= 1 ? this.endOfLine() : undefined;
  }

  private get frame(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  private textOf(token: Token | undefined): string {
    return token ? this.source.slice(token.start, token.end) : '';
  }

  private problem(at: { start: number; end: number }, message: string): SyntaxProblem {
    return { start: at.start, end: at.end, message };
  }

  // Lines

  private startLine(): void {
    const first = this.textOf(this.tokens[this.index]);
    const skip =
      otherWords.has(first) ||
      first === 'def' ||
      first === 'class' ||
      first === '@' ||
      (first === 'async' && this.textOf(this.tokens[this.index + 1]) === 'def');
    this.frames.length = 0;
    this.push(skip ? 'skip' : 'line', this.tokens[this.index]?.start ?? 0);
    this.want = true;
    this.previous = undefined;
    this.firstWord = first;
    if (!skip && statementWords.has(first) && this.tokens[this.index]?.kind === 'name') this.previous = this.tokens[this.index++];
  }

  private firstWord = '';

  private newline(): SyntaxProblem | undefined {
    const found = this.endOfLine();
    this.startLine();
    return found;
  }

  private endOfLine(): SyntaxProblem | undefined {
    const last = this.previous;
    if (!last) return undefined;
    const text = this.textOf(last);
    const open = this.frames[0]?.kind === 'skip' ? text !== ':' : !this.frames[0]?.colon;
    if (compoundWords.has(this.firstWord) && open) return this.problem({ start: last.end, end: last.end }, "expected ':'");
    if (this.frames[0]?.kind === 'skip' || !this.want || text === ',' || text === ':' || text === ';' || statementWords.has(text))
      return undefined;
    return this.problem(last, text === '=' ? "invalid syntax: a value is missing after '='" : 'invalid syntax');
  }

  // Tokens

  private token(token: Token): SyntaxProblem | undefined {
    if (this.frame.kind === 'skip') return this.skip(token);
    const text = this.textOf(token);
    const found = token.kind === 'mark' ? this.mark(token, text) : token.kind === 'name' ? this.word(token, text) : this.operand(token);
    // An opening bracket has already gone to the entry around it.
    if (text !== ',' && !'([{'.includes(text)) this.frame.entry.push(token);
    return found;
  }

  /** Inside `def …` and the like only brackets are followed; behind the colon of a one-line body all is read again. */
  private skip(token: Token): undefined {
    const text = this.textOf(token);
    if ('([{'.includes(text)) this.push('skip', token.start);
    else if (')]}'.includes(text) && this.frames.length > 1) this.frames.pop();
    else if (text === ':' && this.frames.length === 1 && this.tokens[this.index]?.kind !== 'newline' && this.index < this.tokens.length) {
      const header = this.firstWord;
      this.startLine();
      this.firstWord = compoundWords.has(this.firstWord) ? header : this.firstWord;
    }
    return undefined;
  }

  private operand(token: Token): SyntaxProblem | undefined {
    if (!this.want && !(token.kind === 'string' && this.previous?.kind === 'string')) return this.adjacent(token);
    this.want = false;
    return undefined;
  }

  private word(token: Token, text: string): SyntaxProblem | undefined {
    if (neverInside.has(text)) return this.problem(token, 'invalid syntax');
    if (this.textOf(this.previous) === '.') return this.have();
    if (text === 'for') this.frame.loop = true;
    if (text === 'lambda' && this.want) {
      this.frame.lambdas++;
      return this.wantNext();
    }
    if (this.want) return unaryWords.has(text) ? undefined : binaryWords.has(text) ? this.problem(token, 'invalid syntax') : this.have();
    return binaryWords.has(text) ? this.wantNext() : this.adjacent(token);
  }

  private have(): undefined {
    this.want = false;
  }

  private wantNext(): undefined {
    this.want = true;
  }

  /** Two operands side by side. */
  private adjacent(token: Token): SyntaxProblem {
    const { frame, previous } = this;
    if (frame.kind === 'line' && previous?.kind === 'name' && this.textOf(previous) === 'print')
      return this.problem({ start: previous.start, end: token.end }, "Missing parentheses in call to 'print'. Did you mean print(...)?");
    if (frame.kind === '{' && !frame.colon && frame.dict) return this.problem(token, "':' expected after dictionary key");
    if (frame.kind === 'line') return this.problem(token, 'invalid syntax');
    return this.problem({ start: previous?.start ?? token.start, end: token.end }, 'invalid syntax. Perhaps you forgot a comma?');
  }

  private mark(token: Token, text: string): SyntaxProblem | undefined {
    if ('([{'.includes(text)) return this.open(token, text);
    if (')]}'.includes(text)) return this.close(token);
    switch (text) {
      case ',':
        return this.comma(token);
      case ':':
        return this.colon(token);
      case '=':
        return this.equals(token);
      case '.':
        return this.want ? this.problem(token, 'invalid syntax') : this.wantNext();
      case ';':
        return this.want && this.frame.entry.length > 0 ? this.problem(token, 'invalid syntax') : this.endStatement();
      default:
        return this.operator(token, text);
    }
  }

  private endStatement(): undefined {
    this.startLine();
  }

  private operator(token: Token, text: string): SyntaxProblem | undefined {
    if (text === '...') return this.operand(token);
    if (this.want && !unaryMarks.has(text) && !this.parameters()) return this.problem(token, 'invalid syntax');
    return this.wantNext();
  }

  /** Among the parameters of a lambda, where `*` and `/` may stand alone. */
  private parameters(): boolean {
    return this.frame.lambdas > 0;
  }

  private open(token: Token, text: string): SyntaxProblem | undefined {
    if (!this.want && text === '{') return this.adjacent(token);
    const kind = text === '{' ? '{' : this.want ? (text as '(' | '[') : text === '(' ? 'call' : 'subscript';
    this.frame.entry.push(token);
    this.push(kind, token.start);
    return this.wantNext();
  }

  private push(kind: Frame['kind'], start: number): void {
    this.frames.push({ kind, start, entry: [], colon: false, dict: false, loop: false, lambdas: 0 });
  }

  private close(token: Token): SyntaxProblem | undefined {
    const frame = this.frame;
    const found = this.want ? this.missingBefore(token, frame) : this.entryEnd();
    if (this.frames.length > 1) this.frames.pop();
    this.want = false;
    return found;
  }

  private missingBefore(token: Token, frame: Frame): SyntaxProblem | undefined {
    const last = this.textOf(this.previous);
    if (frame.entry.length === 0 && frame.kind !== 'subscript') return undefined;
    if (last === ':' && frame.kind === 'subscript') return undefined;
    if (frame.entry.length === 0 && last === ',') return undefined;
    if (last === '=') return this.problem(this.previous!, "invalid syntax: a value is missing after '='");
    if (last === ':' && frame.kind === '{') return this.problem(this.previous!, "expression expected after dictionary key and ':'");
    return this.problem(token, 'invalid syntax');
  }

  private comma(token: Token): SyntaxProblem | undefined {
    const last = this.textOf(this.previous);
    const slice = last === ':' && this.frame.kind === 'subscript';
    if (this.want && !slice && !(this.parameters() && (last === '*' || last === '/'))) {
      if (last === '=') return this.problem(this.previous!, "invalid syntax: a value is missing after '='");
      if (last === ':' && this.frame.kind === '{') return this.problem(this.previous!, "expression expected after dictionary key and ':'");
      return this.problem(token, 'invalid syntax');
    }
    const found = this.entryEnd();
    if (!this.parameters()) Object.assign(this.frame, { entry: [], colon: false });
    this.want = true;
    return found;
  }

  /** At the end of an entry: in a dict it needs a colon. */
  private entryEnd(): SyntaxProblem | undefined {
    const { frame } = this;
    const [first] = frame.entry;
    if (frame.kind !== '{' || !frame.dict || frame.loop || frame.colon || !first || this.textOf(first) === '**') return undefined;
    return this.problem({ start: first.start, end: this.previous!.end }, "':' expected after dictionary key");
  }

  private colon(token: Token): SyntaxProblem | undefined {
    const { frame } = this;
    if (frame.lambdas > 0) {
      frame.lambdas--;
      return this.wantNext();
    }
    if (this.want && frame.kind !== 'subscript' && this.textOf(this.previous) !== 'except') return this.problem(token, 'invalid syntax');
    if (frame.kind === 'call')
      return this.problem(token, "invalid syntax: a call takes name=value; 'key': value needs braces { } around it");
    if (frame.kind === '(' || frame.kind === '[') return this.problem(token, 'invalid syntax');
    if (frame.kind === '{' && frame.colon) return this.problem(token, 'invalid syntax. Perhaps you forgot a comma?');
    Object.assign(frame, { colon: true, dict: frame.kind === '{' });
    if (frame.kind === 'line' && compoundWords.has(this.firstWord)) return this.oneLineBody();
    return this.wantNext();
  }

  /** Behind `if x:` another statement may stand on the same line. */
  private oneLineBody(): undefined {
    const header = this.firstWord;
    const next = this.tokens[this.index];
    if (!next || next.kind === 'newline') return this.wantNext();
    this.startLine();
    if (compoundWords.has(this.firstWord)) this.firstWord = header;
    return undefined;
  }

  private equals(token: Token): SyntaxProblem | undefined {
    const { frame, previous } = this;
    const first = frame.entry[0] ?? previous ?? token;
    if (frame.lambdas > 0) return this.wantNext();
    if (this.want && (frame.kind !== 'line' || this.textOf(previous) !== ',')) return this.problem(token, 'invalid syntax');
    if (frame.kind === 'call') {
      if (frame.entry.length === 1 && previous?.kind === 'name') return this.wantNext();
      return this.problem(
        { start: first.start, end: token.end },
        'expression cannot contain assignment, perhaps you meant "=="? A keyword is a plain name: name=value',
      );
    }
    if (frame.kind === '{') return this.problem(token, "invalid syntax: inside braces write 'key': value; key=value belongs in dict(...)");
    if (frame.kind !== 'line') return this.problem(token, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    return this.assignment(token, first);
  }

  private assignment(token: Token, first: Token): SyntaxProblem | undefined {
    const last = this.previous!;
    const what =
      last.kind === 'string' || last.kind === 'number'
        ? 'literal'
        : /^(None|True|False)$/.test(this.textOf(last))
          ? this.textOf(last)
          : this.textOf(last) === ')' && this.calls(first)
            ? 'function call'
            : undefined;
    if (what && !this.frame.colon)
      return this.problem({ start: first.start, end: last.end }, `cannot assign to ${what} here. Maybe you meant '==' instead of '='?`);
    Object.assign(this.frame, { entry: [] });
    this.previous = token;
    return this.wantNext();
  }

  /** Whether the entry that begins with `first` is a call: a name, then an opening bracket. */
  private calls(first: Token): boolean {
    return first.kind === 'name';
  }
}
