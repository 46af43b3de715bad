import type { At, ExceptHandler, Expression, Statement, Try, WithItem } from '../tree/ast.js';
import { childOf, hasMark, meaningful, type ParseContext } from './context.js';
import { element, tolerantExpression, identifierName, unnamed } from './expression.js';
import type { Raw } from '../tree-sitter/raw-tree.js';
import { tolerantBlock } from './statement.js';
import { checkTarget } from './assignment-targets.js';

/** `if`, with its `elif` and `else` parts nested as CPython does. */
export function tolerantIfStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const alternatives = raw.children.filter((child) => child.type === 'elif_clause' || child.type === 'else_clause');
  return conditionalBlock(context, raw, at, alternatives);
}

/** In a loop, not by recursion: `elif` parts may be many. */
function conditionalBlock(context: ParseContext, raw: Raw, at: At, alternatives: readonly Raw[]): Statement {
  const branches = [raw, ...alternatives.filter((clause) => clause.type === 'elif_clause')].map((clause) => ({
    test: tolerantExpression(context, meaningful(clause)[0], clause),
    body: tolerantBlock(context, childOf(clause, 'block')),
    start: clause.start,
  }));
  const last = alternatives.find((clause) => clause.type === 'else_clause');
  const otherwise = last ? tolerantBlock(context, childOf(last, 'block')) : [];
  const built = branches.reduceRight<Statement[]>(
    (orelse, { test, body, start }) => [{ type: 'If', test, body, orelse, start, end: at.end }],
    otherwise,
  );
  return { ...built[0]!, ...at };
}

/** `for`, also `async for`. */
export function tolerantForStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const [left, right] = meaningful(raw);
  const isAsync = hasMark(raw, 'async');
  checkAsync(context, raw, 'for');
  const target = element(context, left, raw);
  checkTarget(context, target, 'assign to');
  const iter = unnamed(context, right, raw);
  return { type: 'For', async: isAsync, target, iter, body: loopBody(context, raw), orelse: elseBlock(context, raw), ...at };
}

/** `while`. */
export function tolerantWhileStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const test = tolerantExpression(context, meaningful(raw)[0], raw);
  return { type: 'While', test, body: loopBody(context, raw), orelse: elseBlock(context, raw), ...at };
}

function loopBody(context: ParseContext, raw: Raw): Statement[] {
  context.loops++;
  try {
    return tolerantBlock(context, childOf(raw, 'block'));
  } finally {
    context.loops--;
  }
}

function elseBlock(context: ParseContext, raw: Raw): Statement[] {
  const clause = childOf(raw, 'else_clause');
  return clause ? tolerantBlock(context, childOf(clause, 'block')) : [];
}

/** `try` with its handlers. */
export function tolerantTryStatement(context: ParseContext, raw: Raw, at: At): Statement {
  const body = tolerantBlock(context, childOf(raw, 'block'));
  const clauses = raw.children.filter((child) => child.type === 'except_clause' || child.type === 'except_group_clause');
  const handlers = clauses.map((clause) => handler(context, clause));
  const final = childOf(raw, 'finally_clause');
  checkTry(context, raw, clauses, handlers, final);
  return {
    type: 'Try',
    body,
    handlers,
    orelse: elseBlock(context, raw),
    finalbody: final ? tolerantBlock(context, childOf(final, 'block')) : [],
    ...at,
  } satisfies Try;
}

function checkTry(
  context: ParseContext,
  raw: Raw,
  clauses: readonly Raw[],
  handlers: readonly ExceptHandler[],
  final: Raw | undefined,
): void {
  if (handlers.length === 0 && !final && childOf(raw, 'block')?.children.length)
    context.problems.push({
      start: raw.start,
      end: raw.start + 3,
      message: "expected 'except' or 'finally' block",
      seenAt: behindNext(context.text, raw.end),
    });
  const orelse = childOf(raw, 'else_clause');
  if (handlers.length === 0 && final && orelse)
    context.problem({ start: orelse.start, end: orelse.start + 4 }, "invalid syntax: 'else' needs an 'except' before it");
  const stars = clauses.filter((clause) => hasMark(clause, '*')).length;
  if (stars > 0 && stars < clauses.length) context.problem(raw, "cannot have both 'except' and 'except*' on the same 'try'");
  handlers.forEach((each, index) => {
    const head = { start: each.start, end: each.start + 6 };
    if (!each.exception && index < handlers.length - 1) context.compilerProblem(head, "default 'except:' must be last");
    if (!each.exception && hasMark(clauses[index]!, '*')) context.problem(head, 'expected one or more exception types');
  });
}

/** Behind the first character of the code that follows. */
function behindNext(text: string, from: number): number {
  const rest = /(?:\s|#.*)*/y;
  rest.lastIndex = from;
  rest.test(text);
  return rest.lastIndex + 1;
}

function handler(context: ParseContext, raw: Raw): ExceptHandler {
  const parts = meaningful(raw).filter((child) => child.type !== 'block');
  const [first, alias] = parts;
  const named = first?.type === 'as_pattern';
  const [exception, nested] = named ? meaningful(first) : [first, undefined];
  const name = named ? meaningful(nested!)[0] : hasMark(raw, 'as') ? alias : undefined;
  if (hasMark(raw, ','))
    context.problem({ start: first!.start, end: parts[parts.length - 1]!.end }, 'multiple exception types must be parenthesized');
  if (name && name.type !== 'identifier') context.problem(name, 'invalid syntax: the exception is bound to a plain name');
  return {
    exception: exception && unnamed(context, exception, raw),
    name: name?.type === 'identifier' ? { name: identifierName(context, name), start: name.start, end: name.end } : undefined,
    body: tolerantBlock(context, childOf(raw, 'block')),
    start: raw.start,
    end: raw.end,
  };
}

/** `with`, also `async with` and with items in parentheses. */
export function tolerantWithStatement(context: ParseContext, raw: Raw, at: At): Statement {
  checkAsync(context, raw, 'with');
  const clause = childOf(raw, 'with_clause');
  const items = (clause ? meaningful(clause) : []).flatMap((item) => withItems(context, item, clause!));
  const last = clause?.children[clause.children.length - 1];
  if (last?.type === ',') context.problem(last, 'invalid syntax');
  return { type: 'With', async: hasMark(raw, 'async'), items, body: tolerantBlock(context, childOf(raw, 'block')), ...at };
}

/** One item; `with (a as b, c):` may come as a single item that is a tuple. */
function withItems(context: ParseContext, raw: Raw, clause: Raw): WithItem[] {
  const value = meaningful(raw)[0];
  const alone = clause.children.length === 1;
  if (alone && value?.type === 'parenthesized_expression' && meaningful(value)[0]?.type === 'as_pattern')
    return [withItem(context, meaningful(value)[0])];
  if (alone && value?.type === 'tuple' && value.children.length > 2 && !meaningful(value).some((member) => member.type === 'list_splat'))
    return meaningful(value).map((member) => withItem(context, member));
  return [withItem(context, value)];
}

function withItem(context: ParseContext, raw: Raw | undefined): WithItem {
  const at = { start: raw?.start ?? 0, end: raw?.end ?? 0 };
  if (raw && context.text[raw.start] === '*') context.problem(raw, 'invalid syntax');
  if (raw?.type !== 'as_pattern') return { context: unnamed(context, raw, at), target: undefined, ...at };
  const [value, alias] = meaningful(raw);
  const target: Expression = element(context, alias && meaningful(alias)[0], raw);
  checkTarget(context, target, 'assign to');
  return { context: unnamed(context, value, raw), target, ...at };
}

function checkAsync(context: ParseContext, raw: Raw, what: string): void {
  if (hasMark(raw, 'async') && !context.scope.async) context.compilerProblem(raw, `'async ${what}' outside async function`);
}
