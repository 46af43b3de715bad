import type { Token } from './token.js';

const longMarks = [
  '**=',
  '//=',
  '>>=',
  '<<=',
  '...',
  '**',
  '//',
  '>>',
  '<<',
  '->',
  ':=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '@=',
  '==',
  '!=',
  '<=',
  '>=',
];

/** Joins marks of several characters. */
export function merged(source: string, tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const long = token.kind === 'mark' ? longMarks.find((mark) => source.startsWith(mark, token.start)) : undefined;
    if (!long) result.push(token);
    else {
      result.push({ ...token, end: token.start + long.length });
      i += long.length - 1;
    }
  }
  return result;
}

export const binaryWords = new Set(['and', 'or', 'in', 'is', 'if', 'else', 'for', 'not', 'as', 'from', 'async']);
export const unaryWords = new Set(['not', 'await', 'yield', 'from', 'in', 'async']);
export const statementWords = new Set([
  'if',
  'elif',
  'while',
  'for',
  'with',
  'return',
  'assert',
  'raise',
  'del',
  'async',
  'except',
  'yield',
  'await',
  'not',
  'lambda',
]);
export const compoundWords = new Set(['if', 'elif', 'else', 'while', 'for', 'with', 'def', 'class', 'try', 'except', 'finally']);
/** Statements whose inside is no expression. */
export const otherWords = new Set(['from', 'import', 'global', 'nonlocal', 'pass', 'break', 'continue', 'else', 'try', 'finally']);
export const neverInside = new Set([
  'def',
  'class',
  'return',
  'import',
  'with',
  'while',
  'try',
  'except',
  'finally',
  'raise',
  'assert',
  'del',
  'global',
  'nonlocal',
  'pass',
  'break',
  'continue',
  'elif',
]);
export const unaryMarks = new Set(['-', '+', '~', '*', '**', '...', '@']);
