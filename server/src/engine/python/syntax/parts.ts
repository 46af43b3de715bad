import { lineStartOf } from '../../core/line-start.js';
import type { SyntaxProblem } from './tree/ast.js';

/** A part of a text: from a line that begins at the left margin as a statement does to the next one. Brackets and texts that are not closed do not reach beyond it. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

const statementStart = /^[\p{L}_@]/mu;

/** The part of a Python text that an offset lies in. */
export function partAround(text: string, offset: number): TextPart {
  let start = lineStartOf(text, offset);
  while (start > 0 && !statementStart.test(text.slice(start, start + 2))) start = lineStartOf(text, start - 1);
  const next = new RegExp(statementStart, 'gmu');
  next.lastIndex = Math.max(offset, start + 1);
  const found = next.exec(text);
  return { start, end: found?.index ?? text.length };
}

/** What cannot be read as tokens at all: most often a quote is missing. Before it CPython only misreads. */
const ofTokens = /^(?:unterminated|unexpected character after line continuation|invalid (?:character|non-printable|decimal|hexadecimal))/;

/**
 * Of the problems of a text those that a person would mend, one of each part: what follows within it most often comes of the first. A text that ends nowhere wins over all
 * before it, as in CPython: what stands in front of it was only misread.
 * @param problems in order of place
 */
export function tellingProblems(text: string, problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const telling: SyntaxProblem[] = [];
  for (let i = 0; i < problems.length;) {
    const { end } = partAround(text, problems[i]!.start);
    const part: SyntaxProblem[] = [];
    do part.push(problems[i++]!);
    while (i < problems.length && problems[i]!.start < end);
    const faults = part.filter(({ limit }) => !limit);
    const fault = faults.find(({ message }) => ofTokens.test(message)) ?? faults[0];
    telling.push(...part.filter(({ limit }) => limit), ...(fault ? [fault] : []));
  }
  return telling;
}
