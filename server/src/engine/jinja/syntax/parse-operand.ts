import { parseFloatText, parseInteger } from '../../python/runtime/parse-number.js';
import type { JinjaAt, CallArguments, JinjaExpression, Filter, JinjaKeyword, StringPart } from './jinja-ast.js';
import { templateSyntaxError } from './template-fault.js';
import { stringParts } from './string-parts.js';
import { describeToken, type JinjaToken, type TokenStream } from './jinja-tokens.js';

/** How a tuple without parentheses is read. */
interface TupleStyle {
  /** Only names and literals: the target of a `set` or a `for`. */
  readonly simplified?: boolean;
  readonly withCondition?: boolean;
  /** Within parentheses, where nothing at all is a tuple too. */
  readonly parenthesized?: boolean;
  /** Whether `ns.name` is read as a place to assign to. */
  readonly withNamespace?: boolean;
}

/**
 * Reads what operators stand between: names, literals, and what follows them (attributes, items, calls, filters, tests), as jinja2 3.1
 * `parser.py` does, its oddities included. Every method throws TemplateFault TemplateSyntaxError.
 */
export abstract class OperandParser {
  constructor(readonly stream: TokenStream) {}

  /** The place from `start` to the end of the last token that was taken. */
  protected from(start: number): JinjaAt {
    return { start, end: this.stream.previous.end };
  }

  abstract parseExpression(withCondition?: boolean): JinjaExpression;

  parsePrimary(withNamespace = false): JinjaExpression {
    const { stream } = this;
    const token = stream.current;
    switch (token.type) {
      case 'name':
        stream.next();
        return this.nameOrConstant(token, withNamespace);
      case 'string':
        return this.parseStrings();
      case 'integer':
        stream.next();
        return { type: 'Int', value: parseInteger(token.value, 0) ?? 0n, start: token.start, end: token.end };
      case 'float':
        stream.next();
        return { type: 'Float', value: parseFloatText(token.value) ?? NaN, start: token.start, end: token.end };
      case 'lparen': {
        stream.next();
        const inner = this.parseTuple({ parenthesized: true });
        stream.expect('rparen');
        return inner;
      }
      case 'lbracket':
        return this.parseList();
      case 'lbrace':
        return this.parseDict();
      default:
        throw templateSyntaxError(`unexpected '${describeToken(token)}'`, token);
    }
  }

  private nameOrConstant(token: JinjaToken, withNamespace: boolean): JinjaExpression {
    const at = { start: token.start, end: token.end };
    const { value } = token;
    if (value === 'true' || value === 'True') return { type: 'Bool', value: true, ...at };
    if (value === 'false' || value === 'False') return { type: 'Bool', value: false, ...at };
    if (value === 'none' || value === 'None') return { type: 'None', ...at };
    if (!withNamespace || !this.stream.skipIf('dot')) return { type: 'Name', name: value, ...at };
    const attribute = this.stream.expect('name').value;
    return { type: 'NamespaceRef', name: value, attribute, ...this.from(token.start) };
  }

  /** String literals in a row are one. */
  private parseStrings(): JinjaExpression {
    const { start } = this.stream.current;
    const parts: StringPart[] = [];
    while (this.stream.current.type === 'string') parts.push(...stringParts(this.stream.next()));
    return { type: 'String', text: parts.map((part) => part.text).join(''), parts, ...this.from(start) };
  }

  private endsTuple(): boolean {
    const { type } = this.stream.current;
    return type === 'variable_end' || type === 'block_end' || type === 'rparen';
  }

  /** One expression, or a tuple where there are commas. */
  parseTuple(style: TupleStyle = {}): JinjaExpression {
    const { stream } = this;
    const { start } = stream.current;
    const items: JinjaExpression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) stream.expect('comma');
      if (this.endsTuple()) break;
      items.push(style.simplified ? this.parsePrimary(style.withNamespace) : this.parseExpression(style.withCondition));
      if (stream.current.type !== 'comma') break;
      isTuple = true;
    }
    if (!isTuple) {
      if (items.length > 0) return items[0]!;
      if (!style.parenthesized) throw templateSyntaxError(`Expected an expression, got '${describeToken(stream.current)}'`, stream.current);
    }
    return { type: 'Tuple', items, ...this.from(start) };
  }

  /** Items with commas between, the last of which may have one behind it, up to `close`. */
  private parseItems(close: 'rbracket' | 'rbrace', item: () => void): void {
    let first = true;
    while (this.stream.current.type !== close) {
      if (!first) this.stream.expect('comma');
      if (this.stream.current.type === close) break;
      item();
      first = false;
    }
    this.stream.expect(close);
  }

  private parseList(): JinjaExpression {
    const { start } = this.stream.expect('lbracket');
    const items: JinjaExpression[] = [];
    this.parseItems('rbracket', () => items.push(this.parseExpression()));
    return { type: 'List', items, ...this.from(start) };
  }

  private parseDict(): JinjaExpression {
    const { start } = this.stream.expect('lbrace');
    const pairs: { key: JinjaExpression; value: JinjaExpression }[] = [];
    this.parseItems('rbrace', () => {
      const key = this.parseExpression();
      this.stream.expect('colon');
      pairs.push({ key, value: this.parseExpression() });
    });
    return { type: 'Dict', pairs, ...this.from(start) };
  }

  protected parsePostfix(node: JinjaExpression): JinjaExpression {
    for (let left = node; ;) {
      const { type } = this.stream.current;
      if (type === 'dot') left = this.parseAttribute(left);
      else if (type === 'lbracket') left = this.parseSubscript(left);
      else if (type === 'lparen') left = this.parseCall(left);
      else return left;
    }
  }

  protected parseFilters(node: JinjaExpression): JinjaExpression {
    for (let left = node; ;) {
      if (this.stream.skipIf('pipe')) left = this.parseFilter(left, node.start);
      else if (this.stream.is('name:is')) left = this.parseTest(left);
      else if (this.stream.current.type === 'lparen') left = this.parseCall(left);
      else return left;
    }
  }

  private parseAttribute(object: JinjaExpression): JinjaExpression {
    this.stream.next();
    const token = this.stream.next();
    if (token.type === 'name') return { type: 'Attribute', object, name: token.value, nameStart: token.start, ...this.from(object.start) };
    if (token.type !== 'integer') throw templateSyntaxError('expected name or number', token);
    const index: JinjaExpression = { type: 'Int', value: parseInteger(token.value, 0) ?? 0n, start: token.start, end: token.end };
    return { type: 'Item', object, index, ...this.from(object.start) };
  }

  private parseSubscript(object: JinjaExpression): JinjaExpression {
    const { start } = this.stream.expect('lbracket');
    const indices: JinjaExpression[] = [];
    while (this.stream.current.type !== 'rbracket') {
      if (indices.length > 0) this.stream.expect('comma');
      indices.push(this.parseIndex());
    }
    this.stream.expect('rbracket');
    const index: JinjaExpression = indices.length === 1 ? indices[0]! : { type: 'Tuple', items: indices, ...this.from(start) };
    return { type: 'Item', object, index, ...this.from(object.start) };
  }

  private parseIndex(): JinjaExpression {
    const { stream } = this;
    const { start } = stream.current;
    let lower: JinjaExpression | undefined;
    if (stream.current.type !== 'colon') {
      lower = this.parseExpression();
      if (stream.current.type !== 'colon') return lower;
    }
    stream.next();
    const ends = (): boolean => ['colon', 'rbracket', 'comma'].includes(stream.current.type);
    const upper = ends() ? undefined : this.parseExpression();
    const step = stream.skipIf('colon') && !(stream.is('rbracket') || stream.is('comma')) ? this.parseExpression() : undefined;
    return { type: 'Slice', lower, upper, step, ...this.from(start) };
  }

  /** The arguments of a call, parentheses included. */
  private parseArguments(): CallArguments {
    const { stream } = this;
    const open = stream.expect('lparen');
    const positional: JinjaExpression[] = [];
    const keywords: JinjaKeyword[] = [];
    let star: JinjaExpression | undefined;
    let doubleStar: JinjaExpression | undefined;
    const ensure = (holds: boolean): void => {
      if (!holds) throw templateSyntaxError('invalid syntax for function call expression', open);
    };
    for (let first = true; stream.current.type !== 'rparen'; first = false) {
      if (!first) {
        stream.expect('comma');
        if (stream.current.type === 'rparen') break;
      }
      if (stream.current.type === 'mul') {
        ensure(!star && !doubleStar);
        stream.next();
        star = this.parseExpression();
      } else if (stream.current.type === 'pow') {
        ensure(!doubleStar);
        stream.next();
        doubleStar = this.parseExpression();
      } else if (stream.current.type === 'name' && stream.looksAt('assign')) {
        ensure(!doubleStar);
        const key = stream.next();
        stream.next();
        keywords.push({ name: key.value, value: this.parseExpression(), nameStart: key.start });
      } else {
        ensure(!star && !doubleStar && keywords.length === 0);
        positional.push(this.parseExpression());
      }
    }
    stream.expect('rparen');
    return { positional, keywords, star, doubleStar };
  }

  private parseCall(callee: JinjaExpression): JinjaExpression {
    return { type: 'Call', callee, args: this.parseArguments(), ...this.from(callee.start) };
  }

  /** A filter behind its `|`, or the first one of a filter block. */
  parseFilter(input: JinjaExpression | undefined, start: number): Filter {
    const { name, nameStart } = this.dottedName();
    const args = this.stream.current.type === 'lparen' ? this.parseArguments() : noArguments;
    return { type: 'Filter', input, name, nameStart, args, ...this.from(start) };
  }

  private dottedName(): { name: string; nameStart: number } {
    const first = this.stream.expect('name');
    let name = first.value;
    while (this.stream.skipIf('dot')) name += '.' + this.stream.expect('name').value;
    return { name, nameStart: first.start };
  }

  private parseTest(input: JinjaExpression): JinjaExpression {
    const { stream } = this;
    stream.next();
    const negated = stream.skipIf('name:not');
    const { name, nameStart } = this.dottedName();
    const args = this.testArguments();
    const test: JinjaExpression = { type: 'Test', input, name, nameStart, args, ...this.from(input.start) };
    return negated ? { type: 'Unary', op: 'not', operand: test, start: test.start, end: test.end } : test;
  }

  /** A test takes one argument without parentheses: `x is divisibleby 3`. */
  private testArguments(): CallArguments {
    const { stream } = this;
    if (stream.current.type === 'lparen') return this.parseArguments();
    const starts = ['name', 'string', 'integer', 'float', 'lbracket', 'lbrace'].includes(stream.current.type);
    if (!starts || stream.is('name:else') || stream.is('name:or') || stream.is('name:and')) return noArguments;
    if (stream.is('name:is')) throw templateSyntaxError('You cannot chain multiple tests with is', stream.current);
    return { ...noArguments, positional: [this.parsePostfix(this.parsePrimary())] };
  }
}

const noArguments: CallArguments = { positional: [], keywords: [], star: undefined, doubleStar: undefined };
