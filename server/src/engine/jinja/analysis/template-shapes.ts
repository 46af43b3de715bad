import type {
  Binary,
  JinjaCall,
  Compare,
  JinjaExpression,
  Filter,
  JinjaFor,
  Item,
  JinjaStatement,
  JinjaTemplate,
} from '../syntax/jinja-ast.js';
import { globalNames } from './builtin-names.js';
import { JinjaShape, type Option } from './template-shape.js';
import { argumentsOf, bodiesOf, children, expressionsOf, namesOfTargets } from '../syntax/walk-template.js';

/**
 * What the free variables of templates must be like, judged by how they are used: text, a number, a list, an index, a dict with certain
 * entries. Variables that are only printed have a shape without marks.
 */
export class ShapeFinder {
  readonly shapes = new Map<string, JinjaShape>();
  /** What the template's own names stand for, where that is known. */
  private locals = new Map<string, JinjaShape | undefined>();

  /** Looks at one more template. */
  add(template: JinjaTemplate): void {
    this.locals = new Map();
    this.statements(template.body);
  }

  /** The shape of what a template prints where it is one variable, or a part of one, and nothing else. */
  printedBy(template: JinjaTemplate): JinjaShape | undefined {
    const [only, ...more] = template.body;
    this.locals = new Map();
    if (only?.type !== 'Print' || more.length > 0 || only.value.type === 'Conditional') return undefined;
    return this.infer(only.value);
  }

  /** The shape of a variable. */
  variable(name: string): JinjaShape {
    let shape = this.shapes.get(name);
    if (!shape) this.shapes.set(name, (shape = new JinjaShape(name)));
    return shape;
  }

  private statements(nodes: readonly JinjaStatement[]): void {
    for (const node of nodes) this.statement(node);
  }

  private statement(node: JinjaStatement): void {
    const shapes = expressionsOf(node).map((expression) => this.infer(expression));
    const outer = new Map(this.locals);
    if (node.type === 'For') this.bindLoop(node, shapes[0]);
    else if (node.type === 'With') node.bindings.forEach(({ target }, i) => this.bind(target, shapes[i]));
    else if (node.type === 'Macro' || node.type === 'CallBlock') for (const { name } of node.parameters) this.locals.set(name, undefined);
    for (const body of bodiesOf(node)) this.statements(body);
    if (node.type !== 'If') this.locals = outer;
    if (node.type === 'Set') this.bind(node.target, shapes[0]);
    else if (node.type === 'SetBlock') this.bind(node.target, undefined);
    else if (node.type === 'Macro') this.locals.set(node.name, undefined);
  }

  private bind(target: JinjaExpression, shape: JinjaShape | undefined): void {
    if (target.type === 'Name') this.locals.set(target.name, shape);
    else if (target.type === 'Tuple') target.items.forEach((item) => this.bind(item, shape?.item(target.items.length)));
  }

  private bindLoop({ target, iterable }: JinjaFor, shape: JinjaShape | undefined): void {
    this.locals.set('loop', undefined);
    const pairs = iterable.type === 'Call' && iterable.callee.type === 'Attribute' && iterable.callee.name === 'items';
    if (pairs) for (const name of namesOfTargets(target)) this.locals.set(name, undefined);
    else this.bind(target, shape?.item(1));
  }

  /** Looks into an expression; the shape that it has, where it is a variable or a part of one. */
  private infer(node: JinjaExpression): JinjaShape | undefined {
    switch (node.type) {
      case 'Name':
        return this.locals.has(node.name)
          ? this.locals.get(node.name)
          : globalNames.has(node.name) || node.name === 'self'
            ? undefined
            : this.variable(node.name);
      case 'Attribute':
        return this.infer(node.object)?.field(node.name);
      case 'Item':
        return this.element(node);
      case 'Call':
        return this.call(node);
      case 'Filter':
        return this.filtered(node);
      case 'Binary':
        return this.calculated(node);
      case 'Compare':
        this.compared(node);
        return undefined;
      case 'Conditional': {
        const [then, , otherwise] = children(node).map((child) => this.infer(child));
        return then ?? otherwise;
      }
      case 'And':
      case 'Or': {
        const [left, right] = children(node).map((child) => this.infer(child));
        return left ?? right;
      }
      default:
        for (const child of children(node)) this.infer(child);
        return undefined;
    }
  }

  private element({ object, index }: Item): JinjaShape | undefined {
    const whole = this.infer(object);
    if (index.type === 'String') return whole?.field(index.text);
    const position = constant(index);
    if (typeof position === 'bigint') return whole?.item(Number(position < 0n ? -position : position + 1n));
    if (index.type === 'Slice') {
      if (index.lower) this.infer(index.lower)?.mark('index');
      if (index.upper) this.infer(index.upper)?.mark('number');
      return whole;
    }
    const key = this.infer(index);
    if (object.type === 'Dict') key?.offer(object.pairs.flatMap((pair) => constant(pair.key) ?? []));
    else key?.mark('index');
    return whole?.item(1);
  }

  private call(node: JinjaCall): JinjaShape | undefined {
    const args = argumentsOf(node.args);
    const { callee } = node;
    if (callee.type !== 'Attribute') {
      this.infer(callee);
      for (const arg of args) this.infer(arg)?.mark(callee.type === 'Name' && callee.name === 'range' ? 'number' : 'text');
      return undefined;
    }
    const receiver = this.infer(callee.object);
    if (callee.name === 'index') this.offerBehindPrefix(args[0], constants(callee.object));
    const given = args.map((arg) => this.infer(arg));
    return method(callee.name, receiver, callee.object, given, args);
  }

  /** `['optionA', 'optionB'].index('option' + x)`: what `x` may be. */
  private offerBehindPrefix(sum: JinjaExpression | undefined, options: readonly Option[]): void {
    if (sum?.type !== 'Binary' || sum.op !== '+' || sum.left.type !== 'String') return;
    const prefix = sum.left.text;
    this.infer(sum.right)?.offer(
      options.flatMap((option) => (typeof option === 'string' && option.startsWith(prefix) ? option.slice(prefix.length) : [])),
    );
  }

  private filtered(node: Filter): JinjaShape | undefined {
    const input = node.input && this.infer(node.input);
    const attribute = node.args.keywords.find(({ name }) => name === 'attribute')?.value;
    for (const arg of argumentsOf(node.args)) this.infer(arg);
    if (node.name === 'map' && attribute?.type === 'String') {
      attribute.text.split('.').reduce((shape, part) => shape?.field(part), input?.item(1));
      return undefined;
    }
    if (listFilters.has(node.name)) input?.item(1);
    if (node.name === 'first' || node.name === 'last' || node.name === 'random') return input?.item(1);
    if (numberFilters.has(node.name)) input?.mark('number');
    else if (textFilters.has(node.name)) input?.mark('text');
    return sameShapeFilters.has(node.name) ? input : undefined;
  }

  private calculated({ op, left, right }: Binary): JinjaShape | undefined {
    const sides = [this.infer(left), this.infer(right)] as const;
    if (op === '%' && left.type === 'String') return undefined;
    for (const [shape, other] of [
      [sides[0], right],
      [sides[1], left],
    ] as const) {
      if (!shape) continue;
      if (other.type === 'Int' || other.type === 'Float') shape.mark('number');
      else if (op !== '+') shape.mark('number');
      else if (other.type === 'List') shape.mark('list');
      else if (other.type === 'String' || isText(other)) shape.mark('text');
    }
    // The result of a sum is used as what is added is: `questions + [last]`.
    return op === '+' && (left.type === 'List' || right.type === 'List') ? (sides[0] ?? sides[1]) : undefined;
  }

  private compared({ left, rest }: Compare): void {
    let previous = left;
    for (const { op, right } of rest) {
      const sides = [this.infer(previous), this.infer(right)] as const;
      if (op === 'in' || op === 'not in') {
        sides[0]?.offer(right.type === 'String' ? [...right.text].slice(0, 1) : constants(right));
        if (sides[1] && sides[0]) sides[0].memberOf = sides[1].mark('list');
      } else {
        sides[0]?.offer(constants(right));
        sides[1]?.offer(constants(previous));
      }
      previous = right;
    }
  }
}

const listFilters = new Set([
  'join',
  'first',
  'last',
  'sort',
  'unique',
  'batch',
  'slice',
  'sum',
  'min',
  'max',
  'select',
  'reject',
  'map',
  'random',
  'selectattr',
  'rejectattr',
]);
const numberFilters = new Set(['int', 'float', 'round', 'abs', 'filesizeformat']);
const textFilters = new Set([
  'upper',
  'lower',
  'title',
  'capitalize',
  'trim',
  'replace',
  'wordcount',
  'truncate',
  'center',
  'indent',
  'regex_replace',
  'striptags',
]);
const sameShapeFilters = new Set([
  'default',
  'd',
  'list',
  'sort',
  'reverse',
  'unique',
  'select',
  'reject',
  'selectattr',
  'rejectattr',
  'int',
  'string',
  'trim',
  'safe',
]);
const textMethods = new Set([
  'strip',
  'lstrip',
  'rstrip',
  'upper',
  'lower',
  'title',
  'capitalize',
  'replace',
  'startswith',
  'endswith',
  'find',
  'rfind',
  'splitlines',
  'zfill',
  'isdigit',
  'isupper',
  'islower',
  'removeprefix',
  'removesuffix',
  'partition',
  'encode',
  'swapcase',
  'casefold',
  'format',
]);

/** What a method takes its object and its arguments for; the shape of what it gives. */
function method(
  name: string,
  receiver: JinjaShape | undefined,
  object: JinjaExpression,
  given: readonly (JinjaShape | undefined)[],
  args: readonly JinjaExpression[],
): JinjaShape | undefined {
  if (name === 'split' || name === 'rsplit') return splitText(receiver, args[0]);
  if (textMethods.has(name)) {
    for (const arg of given) arg?.mark('text');
    return receiver?.mark('text');
  }
  switch (name) {
    case 'join':
      given[0]?.item(1).mark('text');
      return undefined;
    case 'index':
    case 'count':
      given[0]?.offer(constants(object));
      // A text is searched for text only.
      if (args[0]?.type === 'Int' || args[0]?.type === 'Bool') receiver?.item(1).offer(constants(args[0]));
      if (given[0] && receiver) given[0].memberOf = receiver.mark('list');
      return undefined;
    case 'get':
      if (args[0]?.type === 'String') return receiver?.field(args[0].text);
      receiver?.mark('dict');
      return undefined;
    case 'items':
    case 'keys':
    case 'values':
      receiver?.mark('dict');
      return undefined;
    default:
      return undefined;
  }
}

function splitText(receiver: JinjaShape | undefined, separator: JinjaExpression | undefined): JinjaShape | undefined {
  if (!receiver) return undefined;
  receiver.mark('text');
  receiver.split ??= { separator: separator?.type === 'String' ? separator.text : ' ', parts: new JinjaShape(receiver.path) };
  return receiver.split.parts;
}

function isText(node: JinjaExpression): boolean {
  return (
    (node.type === 'Binary' && node.op === '+' && (node.left.type === 'String' || node.right.type === 'String' || isText(node.left))) ||
    node.type === 'Concat'
  );
}

/** The text, int or bool that an expression is, whatever the row. */
function constant(node: JinjaExpression): Option | undefined {
  if (node.type === 'String') return node.text;
  if (node.type === 'Bool') return node.value;
  if (node.type === 'Int') return node.value;
  if (node.type === 'Unary' && node.op === '-' && node.operand.type === 'Int') return -node.operand.value;
  return undefined;
}

/** The constants of a literal: itself, or its items. */
function constants(node: JinjaExpression): Option[] {
  if (node.type === 'List' || node.type === 'Tuple') return node.items.flatMap((item) => constant(item) ?? []);
  return [constant(node)].filter((value) => value !== undefined);
}
