import type { Alias, Identifier, Statement } from '../tree/ast.js';
import { identifier } from './expressions.js';
import { giveUp } from './give-up.js';
import type { FastParser } from './parser.js';

/** `import a.b as c, d`. */
export function importStatement(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const names = [alias(p, dottedName(p))];
  while (tokens.take(',')) names.push(alias(p, dottedName(p)));
  return { type: 'Import', names, start, end: tokens.previousEnd };
}

/** `from .a import b as c`, `from a import *`. */
export function importFrom(p: FastParser): Statement {
  const { tokens } = p;
  const { start } = tokens;
  tokens.next();
  const from = tokens.start;
  const level = dots(p);
  const module = tokens.kind === 'name' ? dottedName(p).name : level > 0 ? '' : giveUp();
  const moduleRange = { start: from, end: tokens.previousEnd };
  tokens.expect('import');
  const star = tokens.take('*');
  if (star && p.scope.kind !== 'module') giveUp();
  const names = star ? [] : importedNames(p);
  return { type: 'ImportFrom', level, module, moduleRange, names, star, start, end: tokens.previousEnd };
}

function dots({ tokens }: FastParser): number {
  let level = 0;
  for (;;) {
    if (tokens.take('.')) level++;
    else if (tokens.take('...')) level += 3;
    else return level;
  }
}

function importedNames(p: FastParser): Alias[] {
  const { tokens } = p;
  const bracketed = tokens.take('(');
  const names = [alias(p, identifier(p))];
  while (tokens.take(',')) {
    if (bracketed && tokens.is(')')) break;
    names.push(alias(p, identifier(p)));
  }
  if (bracketed) tokens.expect(')');
  return names;
}

function dottedName(p: FastParser): Identifier {
  const { tokens } = p;
  const first = identifier(p);
  if (!tokens.is('.')) return first;
  const parts = [first.name];
  while (tokens.take('.')) parts.push(identifier(p).name);
  return { name: parts.join('.'), start: first.start, end: tokens.previousEnd };
}

function alias(p: FastParser, name: Identifier): Alias {
  const { tokens } = p;
  const asName = tokens.take('as') ? identifier(p) : undefined;
  return { name, asName, start: name.start, end: tokens.previousEnd };
}
