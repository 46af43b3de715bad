import type { ExceptHandler, Expression, Statement, WithItem } from '../tree/ast.js';
import { expression, expressions, identifier, namedExpression, operation, targets } from './expressions.js';
import { giveUp } from './give-up.js';
import type { FastParser } from './parser.js';
import { block } from './statements.js';
import { checkBound } from './bound-targets.js';

interface Branch {
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly start: number;
}

/** `if`, with its `elif` and `else` parts nested as CPython does. */
export function ifStatement(p: FastParser): Statement {
  const { tokens } = p;
  const branches = [branch(p)];
  while (tokens.is('elif')) branches.push(branch(p));
  let orelse = elseBlock(p);
  const end = tokens.previousEnd;
  for (const { test, body, start } of branches.slice(1).reverse()) orelse = [{ type: 'If', test, body, orelse, start, end }];
  const { test, body, start } = branches[0]!;
  return { type: 'If', test, body, orelse, start, end };
}

function branch(p: FastParser): Branch {
  const { start } = p.tokens;
  p.tokens.next();
  const test = namedExpression(p);
  return { test, body: block(p), start };
}

function elseBlock(p: FastParser): readonly Statement[] {
  return p.tokens.take('else') ? block(p) : [];
}

export function forStatement(p: FastParser, start = p.tokens.start, async = false): Statement {
  const { tokens } = p;
  tokens.next();
  const target = targets(p);
  checkBound(target);
  tokens.expect('in');
  const iter = expressions(p);
  const body = loopBody(p);
  return { type: 'For', async, target, iter, body, orelse: elseBlock(p), start, end: tokens.previousEnd };
}

export function whileStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const test = namedExpression(p);
  const body = loopBody(p);
  return { type: 'While', test, body, orelse: elseBlock(p), start, end: tokens.previousEnd };
}

function loopBody(p: FastParser): Statement[] {
  p.loops++;
  const body = block(p);
  p.loops--;
  return body;
}

/** `try` with its handlers; `except*` is for the tolerant parser. */
export function tryStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const body = block(p);
  const handlers: ExceptHandler[] = [];
  while (tokens.is('except')) handlers.push(handler(p));
  if (handlers.slice(0, -1).some(({ exception }) => !exception)) giveUp();
  const orelse = handlers.length > 0 ? elseBlock(p) : [];
  const finalbody = tokens.take('finally') ? block(p) : [];
  if (handlers.length === 0 && finalbody.length === 0) giveUp();
  return { type: 'Try', body, handlers, orelse, finalbody, start, end: tokens.previousEnd };
}

function handler(p: FastParser): ExceptHandler {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const exception = tokens.is(':') ? undefined : expression(p);
  const name = exception && tokens.take('as') ? identifier(p) : undefined;
  return { exception, name, body: block(p), start, end: tokens.previousEnd };
}

/** `with`; items in brackets are for the tolerant parser. */
export function withStatement(p: FastParser, start = p.tokens.start, async = false): Statement {
  const { tokens } = p;
  tokens.next();
  const items: WithItem[] = [];
  do {
    if (tokens.is('(')) giveUp();
    items.push(withItem(p));
  } while (tokens.take(','));
  return { type: 'With', async, items, body: block(p), start, end: tokens.previousEnd };
}

function withItem(p: FastParser): WithItem {
  const { tokens } = p;
  const { start } = tokens;
  const context = expression(p);
  const target = tokens.take('as') ? operation(p) : undefined;
  if (target) checkBound(target);
  return { context, target, start, end: tokens.previousEnd };
}
