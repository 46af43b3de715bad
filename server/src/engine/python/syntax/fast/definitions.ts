import type { Expression, Statement } from '../tree/ast.js';
import { callArguments } from './brackets.js';
import { expression, identifier } from './expressions.js';
import { giveUp } from './give-up.js';
import { readParameters } from './parameters.js';
import type { FastParser } from './parser.js';
import { block } from './statements.js';

/** A function or class with its decorators; its range begins at the first decorator. */
export function decorated(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  const decorators: Expression[] = [];
  while (tokens.take('@')) {
    decorators.push(expression(p));
    if (!tokens.isOf('newline')) giveUp();
    tokens.next();
  }
  if (tokens.is('def')) return functionDefinition(p, start, decorators);
  if (tokens.is('class')) return classDefinition(p, start, decorators);
  if (!tokens.take('async') || !tokens.is('def')) giveUp();
  return functionDefinition(p, start, decorators, true);
}

/** `def f(…): …`, behind its decorators and `async`. */
export function functionDefinition(p: FastParser, start: number, decorators: readonly Expression[], async = false): Statement {
  const { tokens } = p;
  tokens.next();
  const name = identifier(p);
  tokens.expect('(');
  const parameters = readParameters(p, ')', true);
  const returns = tokens.take('->') ? expression(p) : undefined;
  const { result: body, generator } = p.within('function', async, () => block(p));
  return { type: 'FunctionDef', async, name, parameters, body, decorators, returns, generator, start, end: tokens.previousEnd };
}

/** `class C(…): …`. */
export function classDefinition(p: FastParser, start: number, decorators: readonly Expression[]): Statement {
  const { tokens } = p;
  tokens.next();
  const name = identifier(p);
  const { positional: bases, keywords } = tokens.is('(') ? callArguments(p) : { positional: [], keywords: [] };
  const { result: body } = p.within('class', false, () => block(p));
  return { type: 'ClassDef', name, bases, keywords, body, decorators, start, end: tokens.previousEnd };
}
