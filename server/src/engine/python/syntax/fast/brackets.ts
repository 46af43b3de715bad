import type { Comprehension, ComprehensionClause, Expression, Keyword } from '../tree/ast.js';
import { disjunction, expression, identifier, namedExpression, operation, starOr, targets, yieldExpression } from './expressions.js';
import { giveUp } from './give-up.js';
import type { FastParser } from './parser.js';
import { checkBound } from './bound-targets.js';

/** `( … )`: a tuple, a generator expression, or just an expression. */
export function parenthesis(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  if (tokens.is('yield')) return closed(p, ')', yieldExpression(p));
  if (tokens.take(')')) return { type: 'Tuple', elements: [], parenthesized: true, start, end: tokens.previousEnd };
  const first = p.deeper(member);
  if (tokens.is('for')) return comprehension(p, 'generator', ')', first, undefined, start);
  if (tokens.is(')')) return closed(p, ')', first.type === 'Starred' ? giveUp() : first);
  return { type: 'Tuple', elements: members(p, first, ')'), parenthesized: true, start, end: tokens.previousEnd };
}

/** `[ … ]`: a list or a list comprehension. */
export function bracket(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  if (tokens.take(']')) return { type: 'List', elements: [], start, end: tokens.previousEnd };
  const first = p.deeper(member);
  if (tokens.is('for')) return comprehension(p, 'list', ']', first, undefined, start);
  return { type: 'List', elements: members(p, first, ']'), start, end: tokens.previousEnd };
}

/** `{ … }`: a dict, a set, or a comprehension of one of them. */
export function brace(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  if (tokens.is('}') || tokens.is('**')) return dict(p, [], start);
  const first = p.deeper(member);
  if (!tokens.take(':')) {
    if (tokens.is('for')) return comprehension(p, 'set', '}', first, undefined, start);
    return { type: 'Set', elements: members(p, first, '}'), start, end: tokens.previousEnd };
  }
  if (first.type === 'Starred' || first.type === 'NamedExpression') giveUp();
  const value = expression(p);
  if (tokens.is('for')) return comprehension(p, 'dict', '}', first, value, start);
  if (!tokens.is('}')) tokens.expect(',');
  return dict(p, [{ key: first, value }], start);
}

/** The rest of a dict, up to its brace. */
function dict(p: FastParser, entries: { key: Expression | undefined; value: Expression }[], start: number): Expression {
  const { tokens } = p;
  while (!tokens.take('}')) {
    if (tokens.take('**')) entries.push({ key: undefined, value: operation(p) });
    else {
      const key = expression(p);
      tokens.expect(':');
      entries.push({ key, value: expression(p) });
    }
    if (!tokens.is('}')) tokens.expect(',');
  }
  return { type: 'Dict', entries, start, end: tokens.previousEnd };
}

function member(p: FastParser): Expression {
  return starOr(p, namedExpression);
}

/** The members of a display behind its first one, and the closing bracket. */
function members(p: FastParser, first: Expression, close: string): Expression[] {
  const { tokens } = p;
  const elements = [first];
  while (!tokens.take(close)) {
    tokens.expect(',');
    if (!tokens.is(close)) elements.push(p.deeper(member));
  }
  return elements;
}

function closed(p: FastParser, close: string, inner: Expression): Expression {
  p.tokens.expect(close);
  return inner;
}

/** From the first `for` of a comprehension to its closing bracket. */
function comprehension(
  p: FastParser,
  of: Comprehension['of'],
  close: string,
  element: Expression,
  value: Expression | undefined,
  start: number,
): Comprehension {
  if (element.type === 'Starred') giveUp();
  const { tokens } = p;
  const clauses: ComprehensionClause[] = [];
  while (tokens.is('for')) clauses.push(clause(p));
  if (p.lastYield > start) giveUp();
  tokens.expect(close);
  return { type: 'Comprehension', of, element, value, clauses, start, end: tokens.previousEnd };
}

function clause(p: FastParser): ComprehensionClause {
  const { tokens } = p;
  tokens.next();
  const target = targets(p);
  checkBound(target);
  tokens.expect('in');
  const iter = disjunction(p);
  const conditions: Expression[] = [];
  while (tokens.take('if')) conditions.push(disjunction(p));
  return { async: false, target, iter, conditions };
}

/** The arguments of a call, or the bases of a class, in their brackets. */
export function callArguments(p: FastParser): { readonly positional: readonly Expression[]; readonly keywords: readonly Keyword[] } {
  const { tokens } = p;
  const { start } = tokens;
  const positional: Expression[] = [];
  const keywords: Keyword[] = [];
  tokens.next();
  while (!tokens.take(')')) {
    if (tokens.is('**') || (tokens.kind === 'name' && tokens.assigns)) keywords.push(keyword(p));
    else if (keywords.length > 0 && !tokens.is('*')) giveUp();
    else {
      const argument = p.deeper(positionalArgument);
      if (tokens.is('for')) return { positional: [onlyGenerator(p, positional, keywords, argument, start)], keywords };
      if (argument.type === 'Starred' && keywords.some(({ name }) => name === undefined)) giveUp();
      positional.push(argument);
    }
    if (!tokens.is(')')) tokens.expect(',');
  }
  if (haveNameTwice(keywords)) giveUp();
  return { positional, keywords };
}

/** Most keywords that are compared with each other: for nearly all calls that takes no Set of their names. */
const mostCompared = 8;

function haveNameTwice(keywords: readonly Keyword[]): boolean {
  if (keywords.length > mostCompared) {
    const names = keywords.flatMap(({ name }) => name?.name ?? []);
    return new Set(names).size < names.length;
  }
  for (let i = 1; i < keywords.length; i++) {
    const name = keywords[i]!.name?.name;
    if (name === undefined) continue;
    for (let j = 0; j < i; j++) if (keywords[j]!.name?.name === name) return true;
  }
  return false;
}

/** `f(x for x in y)`: the brackets of the call are those of the generator expression. */
function onlyGenerator(
  p: FastParser,
  before: readonly Expression[],
  keywords: readonly Keyword[],
  element: Expression,
  start: number,
): Expression {
  if (before.length > 0 || keywords.length > 0) giveUp();
  return comprehension(p, 'generator', ')', element, undefined, start);
}

/** Here `*` takes any expression, in a display only an operand of `|`. */
function positionalArgument(p: FastParser): Expression {
  const { tokens } = p;
  if (!tokens.is('*')) return namedExpression(p);
  const { start } = tokens;
  tokens.next();
  const value = expression(p);
  return { type: 'Starred', value, start, end: tokens.previousEnd };
}

function keyword(p: FastParser): Keyword {
  const { tokens } = p;
  const { start } = tokens;
  if (tokens.take('**')) {
    const value = expression(p);
    return { name: undefined, value, start, end: tokens.previousEnd };
  }
  const name = identifier(p);
  tokens.next();
  const value = expression(p);
  return { name, value, start, end: tokens.previousEnd };
}

/** `object[…]`: more than one index, a comma or a star makes a tuple of them. */
export function subscript(p: FastParser, object: Expression, start: number): Expression {
  const { tokens } = p;
  tokens.next();
  const at = tokens.start;
  const elements = [p.deeper(index)];
  let { previousEnd: end } = tokens;
  let many = elements[0]!.type === 'Starred';
  while (tokens.take(',')) {
    many = true;
    if (tokens.is(']')) break;
    elements.push(p.deeper(index));
    end = tokens.previousEnd;
  }
  tokens.expect(']');
  const whole: Expression = many ? { type: 'Tuple', elements, parenthesized: false, start: at, end } : elements[0]!;
  return { type: 'Subscript', object, index: whole, start, end: tokens.previousEnd };
}

function index(p: FastParser): Expression {
  const { tokens } = p;
  const { start } = tokens;
  const lower = tokens.is(':') ? undefined : starOr(p, expression);
  if (!tokens.is(':')) return lower!;
  if (lower?.type === 'Starred') giveUp();
  tokens.next();
  const upper = endsPart(p) ? undefined : expression(p);
  const step = tokens.take(':') && !endsPart(p) ? expression(p) : undefined;
  return { type: 'Slice', lower, upper, step, start, end: tokens.previousEnd };
}

function endsPart({ tokens }: FastParser): boolean {
  return tokens.is(':') || tokens.is(']') || tokens.is(',');
}
