import type { SyntaxProblem } from '../tree/ast.js';
import { lex } from '../tokens/lex.js';
import type { Token } from '../tokens/token.js';

/** Words that can stand beside an operand, and those that are words only in some places. */
const words = new Set(
  (
    'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise ' +
    'return try type while with yield'
  ).split(' '),
);

/** Marks that stand between operands, and how many of them can stand in a row: `>>=`, and some more to be sure. */
const betweenOperands = new Set('@;%/^&|<>=!?$,');
const mostMarks = 8;

/**
 * The first place from `start` to `end` of `text` where one operand follows another, empty brackets follow one, or many operators stand in a row, none of which is Python anywhere.
 * Undefined where there is none: the text may still be wrong. Takes time in proportion to the text, whatever it holds.
 */
export function operandsSideBySide(text: string, start: number, end: number): SyntaxProblem | undefined {
  const tokens: Token[] = [];
  const source = text.slice(start, end);
  lex(source, tokens);
  let marks = 0;
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    marks = token.kind === 'mark' && betweenOperands.has(source[token.start]!) ? marks + 1 : 0;
    if (marks > mostMarks) return { start: start + token.start, end: start + token.end, message: 'invalid syntax' };
    if (!endsOperand(source, tokens[i - 1]!)) continue;
    if (startsOperand(source, tokens[i - 1]!, token) || emptySubscript(source, token, tokens[i + 1]))
      return { start: start + token.start, end: start + token.end, message: 'invalid syntax' };
  }
  return undefined;
}

function endsOperand(source: string, { kind, start, end }: Token): boolean {
  if (kind === 'mark') return ')]}'.includes(source[start]!);
  return kind === 'name' ? !words.has(source.slice(start, end)) : kind !== 'newline';
}

/** Whether `token` is an operand for sure, behind `before`, which is one. */
function startsOperand(source: string, before: Token, { kind, start, end }: Token): boolean {
  if (kind === 'mark') return source[start] === '{';
  if (kind === 'string') return before.kind !== 'string';
  return kind === 'number' || (kind === 'name' && !words.has(source.slice(start, end)));
}

function emptySubscript(source: string, token: Token, next: Token | undefined): boolean {
  return token.kind === 'mark' && source[token.start] === '[' && next?.kind === 'mark' && source[next.start] === ']';
}
