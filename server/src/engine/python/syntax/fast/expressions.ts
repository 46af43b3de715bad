import type { BinaryOperator, CompareOperator, Expression, Identifier } from '../tree/ast.js';
import { brace, bracket, callArguments, parenthesis, subscript } from './brackets.js';
import { lambda } from './parameters.js';
import { giveUp } from './give-up.js';
import { number, string } from './literals.js';
import type { FastParser } from './parser.js';

/** An expression that gives one value, without `:=`. */
export function expression(p: FastParser): Expression {
  return p.deeper(conditional);
}

/** An expression where `name := value` may stand without parentheses. */
export function namedExpression(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const target = expression(p);
  if (!tokens.is(':=')) return target;
  if (target.type !== 'Name' || tokens.text[start] === '(') giveUp();
  tokens.next();
  const value = expression(p);
  return { type: 'NamedExpression', target, value, start, end: tokens.previousEnd };
}

/** One or several expressions, as behind `=` and `return`: several, or one with a comma, are a tuple. */
export function expressions(p: FastParser): Expression {
  return tupleOf(p, () => starOr(p, expression));
}

/** What a `for` binds: its `in` is no operator. */
export function targets(p: FastParser): Expression {
  return tupleOf(p, () => starOr(p, operation));
}

function tupleOf(p: FastParser, member: () => Expression): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const first = member();
  if (!tokens.is(',')) return first.type === 'Starred' ? giveUp() : first;
  const elements = [first];
  while (tokens.take(',') && startsExpression(p)) elements.push(member());
  return { type: 'Tuple', elements, parenthesized: false, start, end: tokens.previousEnd };
}

/** `*x`, whose `x` is an operand of `|` at most, or what `other` reads. */
export function starOr(p: FastParser, other: (p: FastParser) => Expression): Expression {
  const { tokens } = p;
  if (!tokens.is('*')) return other(p);
  const { start } = tokens;
  tokens.next();
  const value = operation(p);
  return { type: 'Starred', value, start, end: tokens.previousEnd };
}

const starters = new Set(['(', '[', '{', '-', '+', '~', '*', '...', 'None', 'True', 'False', 'not', 'lambda', 'await']);

function startsExpression({ tokens: { kind, word } }: FastParser): boolean {
  return kind === 'name' || kind === 'number' || kind === 'string' || starters.has(word);
}

function conditional(p: FastParser): Expression {
  const { tokens } = p;
  if (tokens.is('lambda')) return lambda(p);
  const { start } = tokens;
  const body = disjunction(p);
  if (!tokens.take('if')) return body;
  const test = disjunction(p);
  tokens.expect('else');
  const orelse = expression(p);
  return { type: 'Conditional', body, test, orelse, start, end: tokens.previousEnd };
}

/** What may stand in the clauses of a comprehension: no condition, no lambda. */
export function disjunction(p: FastParser): Expression {
  return chain(p, 'or', conjunction);
}

function conjunction(p: FastParser): Expression {
  return chain(p, 'and', inversion);
}

/** `a and b and c` is one operation. */
function chain(p: FastParser, op: 'and' | 'or', operand: (p: FastParser) => Expression): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const first = operand(p);
  if (!tokens.is(op)) return first;
  const values = [first];
  while (tokens.take(op)) values.push(operand(p));
  return { type: 'BooleanOperation', op, values, start, end: tokens.previousEnd };
}

function inversion(p: FastParser): Expression {
  const { tokens } = p;
  if (!tokens.is('not')) return comparison(p);
  const { start } = tokens;
  tokens.next();
  const operand = p.deeper(inversion);
  return { type: 'UnaryOperation', op: 'not', operand, start, end: tokens.previousEnd };
}

function comparison(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const left = operation(p);
  let op = compareOperator(p);
  if (op === undefined) return left;
  const rest: { op: CompareOperator; right: Expression }[] = [];
  for (; op !== undefined; op = compareOperator(p)) rest.push({ op, right: operation(p) });
  return { type: 'Comparison', left, rest, start, end: tokens.previousEnd };
}

/** Steps over the operator of a comparison. */
function compareOperator({ tokens }: FastParser): CompareOperator | undefined {
  const { word } = tokens;
  switch (word) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      tokens.next();
      return word;
    case 'is':
      tokens.next();
      return tokens.take('not') ? 'is not' : 'is';
    case 'not':
      tokens.next();
      tokens.expect('in');
      return 'not in';
    default:
      return undefined;
  }
}

/** How close an operator with two sides binds. */
const closeness: Readonly<Record<string, number>> = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '//': 6,
  '%': 6,
  '@': 6,
};
/** A longer chain makes a deeper tree: one for the tolerant parser, which counts exactly. */
const longestChain = 60;

/** Whatever binds closer than a comparison. */
export function operation(p: FastParser): Expression {
  return binary(p, 1);
}

function binary(p: FastParser, least: number): Expression {
  const { tokens } = p;
  const { start } = tokens;
  let left = unary(p);
  for (let links = 0; tokens.kind === 'mark'; links++) {
    const close = closeness[tokens.word];
    if (close === undefined || close < least) break;
    if (links > longestChain) giveUp();
    const op = tokens.word as BinaryOperator;
    tokens.next();
    const right = binary(p, close + 1);
    // The tolerant parser builds these two anew, from their operands without the brackets around them.
    const mask = op === '&' || op === '^';
    left = { type: 'BinaryOperation', left, op, right, start: mask ? left.start : start, end: mask ? right.end : tokens.previousEnd };
  }
  return left;
}

function unary(p: FastParser): Expression {
  const { tokens } = p;
  const op = tokens.word;
  if (op !== '-' && op !== '+' && op !== '~') return power(p);
  const { start } = tokens;
  tokens.next();
  const operand = p.deeper(unary);
  return { type: 'UnaryOperation', op, operand, start, end: tokens.previousEnd };
}

function power(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  if (tokens.is('await')) return awaited(p);
  const left = primary(p);
  if (!tokens.take('**')) return left;
  const right = p.deeper(unary);
  return { type: 'BinaryOperation', left, op: '**', right, start, end: tokens.previousEnd };
}

/** `await x`; only where an asynchronous function is the innermost scope. A power of it is rare, and the grammar reads it in its own way. */
function awaited(p: FastParser): Expression {
  const { tokens, scope } = p;
  if (!scope.async) giveUp();
  const { start } = tokens;
  tokens.next();
  const value = primary(p);
  if (tokens.is('**')) giveUp();
  return { type: 'Await', value, start, end: tokens.previousEnd };
}

function primary(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  let object = atom(p);
  for (let links = 0; ; links++) {
    if (tokens.is('(')) object = { type: 'Call', callee: object, ...callArguments(p), start, end: tokens.previousEnd };
    else if (tokens.is('.')) object = attribute(p, object, start);
    else if (tokens.is('[')) object = subscript(p, object, start);
    else return object;
    if (links > longestChain) giveUp();
  }
}

function attribute(p: FastParser, object: Expression, start: number): Expression {
  p.tokens.next();
  const name = identifier(p);
  return { type: 'Attribute', object, attribute: name, start, end: name.end };
}

/** Steps over a name. */
export function identifier({ tokens }: FastParser): Identifier {
  if (tokens.kind !== 'name') giveUp();
  const { start, end } = tokens;
  tokens.next();
  return { name: tokens.text.slice(start, end), start, end };
}

function atom(p: FastParser): Expression {
  const { tokens } = p;
  const { start, end, word, kind } = tokens;
  if (kind === 'name') {
    tokens.next();
    return { type: 'Name', name: tokens.text.slice(start, end), start, end };
  }
  if (kind === 'string') return string(p);
  if (kind === 'number') return number(p);
  switch (word) {
    case '(':
      return parenthesis(p);
    case '[':
      return bracket(p);
    case '{':
      return brace(p);
    case 'None':
    case 'True':
    case 'False':
      tokens.next();
      return { type: 'Constant', value: word, start, end };
    case '...':
      tokens.next();
      return { type: 'Constant', value: 'Ellipsis', start, end };
    default:
      return giveUp();
  }
}

/** `yield`, `yield x` and `yield from x`; only where a function is the innermost scope. */
export function yieldExpression(p: FastParser): Expression {
  const { tokens, scope } = p;
  if (scope.kind !== 'function') giveUp();
  scope.generator = true;
  const { start } = tokens;
  p.lastYield = start;
  tokens.next();
  const from = tokens.take('from');
  if (from && scope.async) giveUp();
  const value = from ? expression(p) : startsExpression(p) ? expressions(p) : undefined;
  return { type: 'Yield', from, value, start, end: tokens.previousEnd };
}
