import type { BinaryOperator, Expression, Statement } from '../tree/ast.js';
import { forStatement, ifStatement, tryStatement, whileStatement, withStatement } from './compound.js';
import { classDefinition, decorated, functionDefinition } from './definitions.js';
import { expression, expressions, identifier, starOr, yieldExpression } from './expressions.js';
import { giveUp } from './give-up.js';
import { importFrom, importStatement } from './imports.js';
import type { FastParser } from './parser.js';
import { checkBound } from './bound-targets.js';

/** All statements up to the end of the text. */
export function moduleBody(p: FastParser): Statement[] {
  const body: Statement[] = [];
  p.tokens.next();
  while (!p.tokens.isOf('end')) statement(p, body);
  return body;
}

/** The colon and the statements behind it: on the same line, or indented below. */
export function block(p: FastParser): Statement[] {
  const { tokens } = p;
  const body: Statement[] = [];
  tokens.expect(':');
  if (!tokens.isOf('newline')) {
    simpleStatements(p, body);
    return body;
  }
  tokens.next();
  if (!tokens.isOf('indent')) giveUp();
  tokens.next();
  p.deeper(() => {
    while (!tokens.isOf('dedent')) statement(p, body);
  });
  tokens.next();
  return body;
}

function statement(p: FastParser, into: Statement[]): void {
  const compound = compoundStatement(p);
  if (compound) into.push(compound);
  else simpleStatements(p, into);
}

function compoundStatement(p: FastParser): Statement | undefined {
  switch (p.tokens.word) {
    case 'if':
      return ifStatement(p);
    case 'for':
      return forStatement(p);
    case 'while':
      return whileStatement(p);
    case 'try':
      return tryStatement(p);
    case 'with':
      return withStatement(p);
    case 'def':
      return functionDefinition(p, p.tokens.start, []);
    case 'async':
      return asyncStatement(p);
    case 'class':
      return classDefinition(p, p.tokens.start, []);
    case '@':
      return decorated(p);
    default:
      return undefined;
  }
}

function asyncStatement(p: FastParser): Statement {
  const { tokens, scope } = p;
  const { start } = tokens;
  tokens.next();
  if (tokens.is('def')) return functionDefinition(p, start, [], true);
  if (!scope.async) giveUp();
  if (tokens.is('for')) return forStatement(p, start, true);
  return tokens.is('with') ? withStatement(p, start, true) : giveUp();
}

/** One line of statements, with semicolons between them. */
function simpleStatements(p: FastParser, into: Statement[]): void {
  const { tokens } = p;
  do into.push(simpleStatement(p));
  while (tokens.take(';') && !tokens.isOf('newline'));
  if (!tokens.isOf('newline')) giveUp();
  tokens.next();
}

function simpleStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start, kind } = tokens;
  if (kind !== 'keyword') return expressionStatement(p);
  switch (tokens.word) {
    case 'import':
      return importStatement(p);
    case 'from':
      return importFrom(p);
    case 'pass':
      tokens.next();
      return { type: 'Pass', start, end: tokens.previousEnd };
    case 'break':
    case 'continue':
      return loopWord(p, tokens.is('break') ? 'Break' : 'Continue');
    case 'return':
      return returnStatement(p);
    case 'raise':
      return raiseStatement(p);
    case 'assert':
      return assertStatement(p);
    case 'del':
      return deleteStatement(p);
    case 'global':
    case 'nonlocal':
      return nameStatement(p, tokens.is('nonlocal'));
    default:
      return expressionStatement(p);
  }
}

function loopWord(p: FastParser, type: 'Break' | 'Continue'): Statement {
  if (p.loops === 0) giveUp();
  const { start, end } = p.tokens;
  p.tokens.next();
  return { type, start, end };
}

function returnStatement(p: FastParser): Statement {
  if (p.scope.kind !== 'function') giveUp();
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const value = endsStatement(p) ? undefined : expressions(p);
  return { type: 'Return', value, start, end: tokens.previousEnd };
}

function raiseStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const exception = endsStatement(p) ? undefined : expression(p);
  const cause = exception && tokens.take('from') ? expression(p) : undefined;
  return { type: 'Raise', exception, cause, start, end: tokens.previousEnd };
}

function assertStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const test = expression(p);
  const message = tokens.take(',') ? expression(p) : undefined;
  return { type: 'Assert', test, message, start, end: tokens.previousEnd };
}

function deleteStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const value = expressions(p);
  const targets = value.type === 'Tuple' && !value.parenthesized ? value.elements : [value];
  for (const target of targets) checkBound(target, 'delete');
  return { type: 'Delete', targets, start, end: tokens.previousEnd };
}

function nameStatement(p: FastParser, nonlocal: boolean): Statement {
  if (nonlocal && p.scope.kind === 'module') giveUp();
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const names = [identifier(p)];
  while (tokens.take(',')) names.push(identifier(p));
  return { type: 'Global', nonlocal, names, start, end: tokens.previousEnd };
}

function endsStatement({ tokens }: FastParser): boolean {
  return tokens.isOf('newline') || tokens.is(';');
}

const augmented = /^(?:\*\*|\/\/|>>|<<|[-+*/%@&|^])=$/;
/** Names that begin statements of their own in other Pythons, and in the grammar. */
const doubtful = /(?:print|exec|match|type)\b(?!\(|\s*[=.])/y;

function expressionStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  doubtful.lastIndex = start;
  if (doubtful.test(tokens.text)) giveUp();
  const first = value(p);
  if (tokens.is('=')) return assignment(p, first, start);
  if (tokens.is(':')) return annotated(p, first, start);
  if (tokens.kind === 'mark' && augmented.test(tokens.word)) return augmentedAssignment(p, first, start);
  return { type: 'ExpressionStatement', value: first, start, end: tokens.previousEnd };
}

/** What may stand on the right side of `=`. */
function value(p: FastParser): Expression {
  return p.tokens.is('yield') ? yieldExpression(p) : expressions(p);
}

function assignment(p: FastParser, first: Expression, start: number): Statement {
  const { tokens } = p;
  const targets: Expression[] = [];
  let last = first;
  while (tokens.take('=')) {
    checkBound(last);
    targets.push(last);
    last = value(p);
  }
  return { type: 'Assign', targets, value: last, start, end: tokens.previousEnd };
}

function annotated(p: FastParser, target: Expression, start: number): Statement {
  const { tokens } = p;
  if (target.type === 'Tuple' || target.type === 'List' || tokens.text[start] === '(') giveUp();
  checkBound(target);
  tokens.next();
  const annotation = starOr(p, expression);
  const assigned = tokens.take('=') ? value(p) : undefined;
  return { type: 'AnnAssign', target, annotation, value: assigned, start, end: tokens.previousEnd };
}

function augmentedAssignment(p: FastParser, target: Expression, start: number): Statement {
  const { tokens } = p;
  if (target.type !== 'Name' && target.type !== 'Attribute' && target.type !== 'Subscript') giveUp();
  const op = tokens.word.slice(0, -1) as BinaryOperator;
  tokens.next();
  const assigned = value(p);
  return { type: 'AugAssign', target, op, value: assigned, start, end: tokens.previousEnd };
}
