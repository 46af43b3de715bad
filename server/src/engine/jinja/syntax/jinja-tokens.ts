import type { JinjaAt } from './jinja-ast.js';
import { templateSyntaxError, TemplateTooLong } from './template-fault.js';

/** A token as Jinja names them: `name`, `string`, `lparen`, `block_end`; an operator has its own type each. */
export interface JinjaToken extends JinjaAt {
  readonly type: string;
  /** The text of a name, the digits of a number, the inside of a string. */
  readonly value: string;
}

/** Jinja's token types of operators, by the operator (jinja2 3.1 `lexer.py`). */
export const operatorTypes: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '/': 'div',
  '//': 'floordiv',
  '*': 'mul',
  '%': 'mod',
  '**': 'pow',
  '~': 'tilde',
  '[': 'lbracket',
  ']': 'rbracket',
  '(': 'lparen',
  ')': 'rparen',
  '{': 'lbrace',
  '}': 'rbrace',
  '==': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gteq',
  '<': 'lt',
  '<=': 'lteq',
  '=': 'assign',
  '.': 'dot',
  ':': 'colon',
  '|': 'pipe',
  ',': 'comma',
  ';': 'semicolon',
};

const described: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(operatorTypes).map(([operator, type]) => [type, operator])),
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  data: 'template data / text',
  eof: 'end of template',
};

/** How an error text names a token that was expected: `name:endfor` is `endfor`. */
export function describeExpected(expected: string): string {
  return expected.startsWith('name:') ? expected.slice(5) : (described[expected] ?? expected);
}

/** How an error text names a token. */
export function describeToken(token: JinjaToken): string {
  return token.type === 'name' ? token.value : (described[token.type] ?? token.type);
}

/** Most tokens of a template, beyond any that is written by hand: the longest chat templates have some thousands. All that looks at templates takes time by their number. */
export const mostTokens = 40_000;

/** Walks tokens with one token to look ahead. What the lexer raises comes when the token is reached, as in Jinja. */
export class TokenStream {
  current: JinjaToken;
  /** The token before `current`. */
  previous: JinjaToken;
  private ahead: JinjaToken | undefined;
  private count = 0;

  constructor(private readonly source: Iterator<JinjaToken, JinjaToken>) {
    this.current = this.read();
    this.previous = this.current;
  }

  private read(): JinjaToken {
    const token = this.source.next().value;
    if (++this.count > mostTokens && token.type !== 'eof') throw new TemplateTooLong(mostTokens, 0, token.start);
    return token;
  }

  /** Goes on; the token that was current. */
  next(): JinjaToken {
    this.previous = this.current;
    this.current = this.ahead ?? this.read();
    this.ahead = undefined;
    return this.previous;
  }

  look(): JinjaToken {
    return (this.ahead ??= this.read());
  }

  /** Whether the current token is of a type, or a certain name: `lparen`, `name:in`. */
  is(expected: string): boolean {
    return matches(this.current, expected);
  }

  looksAt(expected: string): boolean {
    return matches(this.look(), expected);
  }

  /** Goes on if the current token is the expected one. */
  skipIf(expected: string): boolean {
    if (!this.is(expected)) return false;
    this.next();
    return true;
  }

  /** Goes on over the expected token. @throws TemplateFault TemplateSyntaxError */
  expect(expected: string): JinjaToken {
    if (this.is(expected)) return this.next();
    const wanted = `'${describeExpected(expected)}'`;
    const text =
      this.current.type === 'eof'
        ? `unexpected end of template, expected ${wanted}.`
        : `expected token ${wanted}, got '${describeToken(this.current)}'`;
    throw templateSyntaxError(text, this.current);
  }
}

function matches(token: JinjaToken, expected: string): boolean {
  return expected.startsWith('name:') ? token.type === 'name' && token.value === expected.slice(5) : token.type === expected;
}
