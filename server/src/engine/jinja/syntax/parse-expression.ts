import type { BinaryOperator, CompareOperator } from '../../python/syntax/tree/ast.js';
import type { JinjaExpression } from './jinja-ast.js';
import { OperandParser } from './parse-operand.js';

const comparing: Readonly<Record<string, CompareOperator>> = { eq: '==', ne: '!=', lt: '<', lteq: '<=', gt: '>', gteq: '>=' };
const adding: Readonly<Record<string, BinaryOperator>> = { add: '+', sub: '-' };
const multiplying: Readonly<Record<string, BinaryOperator>> = { mul: '*', div: '/', floordiv: '//', mod: '%' };

/** Reads expressions, the operators by how strongly they bind. Every method throws TemplateFault TemplateSyntaxError. */
export class ExpressionParser extends OperandParser {
  override parseExpression(withCondition = true): JinjaExpression {
    return withCondition ? this.parseConditional() : this.parseOr();
  }

  private parseConditional(): JinjaExpression {
    const { start } = this.stream.current;
    let then = this.parseOr();
    while (this.stream.skipIf('name:if')) {
      const test = this.parseOr();
      const otherwise = this.stream.skipIf('name:else') ? this.parseConditional() : undefined;
      then = { type: 'Conditional', test, then, otherwise, ...this.from(start) };
    }
    return then;
  }

  private parseOr(): JinjaExpression {
    const { start } = this.stream.current;
    let left = this.parseAnd();
    while (this.stream.skipIf('name:or')) left = { type: 'Or', left, right: this.parseAnd(), ...this.from(start) };
    return left;
  }

  private parseAnd(): JinjaExpression {
    const { start } = this.stream.current;
    let left = this.parseNot();
    while (this.stream.skipIf('name:and')) left = { type: 'And', left, right: this.parseNot(), ...this.from(start) };
    return left;
  }

  private parseNot(): JinjaExpression {
    const { start } = this.stream.current;
    if (!this.stream.skipIf('name:not')) return this.parseCompare();
    return { type: 'Unary', op: 'not', operand: this.parseNot(), ...this.from(start) };
  }

  private parseCompare(): JinjaExpression {
    const { start } = this.stream.current;
    const left = this.parseSum();
    const rest: { op: CompareOperator; right: JinjaExpression }[] = [];
    for (let op = this.comparison(); op; op = this.comparison()) rest.push({ op, right: this.parseSum() });
    return rest.length === 0 ? left : { type: 'Compare', left, rest, ...this.from(start) };
  }

  /** Takes a comparison operator, if there is one. */
  private comparison(): CompareOperator | undefined {
    const { stream } = this;
    const op = comparing[stream.current.type];
    if (op) {
      stream.next();
      return op;
    }
    if (stream.skipIf('name:in')) return 'in';
    if (!stream.is('name:not') || !stream.looksAt('name:in')) return undefined;
    stream.next();
    stream.next();
    return 'not in';
  }

  private binary(operators: Readonly<Record<string, BinaryOperator>>, operand: () => JinjaExpression): JinjaExpression {
    const { start } = this.stream.current;
    let left = operand();
    for (let op = operators[this.stream.current.type]; op; op = operators[this.stream.current.type]) {
      this.stream.next();
      left = { type: 'Binary', op, left, right: operand(), ...this.from(start) };
    }
    return left;
  }

  private parseSum(): JinjaExpression {
    return this.binary(adding, () => this.parseConcat());
  }

  private parseConcat(): JinjaExpression {
    const { start } = this.stream.current;
    const parts = [this.parseProduct()];
    while (this.stream.skipIf('tilde')) parts.push(this.parseProduct());
    return parts.length === 1 ? parts[0]! : { type: 'Concat', parts, ...this.from(start) };
  }

  private parseProduct(): JinjaExpression {
    return this.binary(multiplying, () => this.binary({ pow: '**' }, () => this.parseUnary()));
  }

  private parseUnary(withFilter = true): JinjaExpression {
    const { start, type } = this.stream.current;
    let node: JinjaExpression;
    if (type === 'sub' || type === 'add') {
      this.stream.next();
      node = { type: 'Unary', op: type === 'sub' ? '-' : '+', operand: this.parseUnary(false), ...this.from(start) };
    } else node = this.parsePrimary();
    node = this.parsePostfix(node);
    return withFilter ? this.parseFilters(node) : node;
  }
}
