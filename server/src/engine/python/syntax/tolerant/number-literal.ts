import type { At, Complex, Expression, Float, Int } from '../tree/ast.js';
import type { ParseContext } from './context.js';
import type { Raw } from '../tree-sitter/raw-tree.js';

/** CPython refuses longer decimal integers (`sys.int_info.default_max_str_digits`). */
const maxDigits = 4300;

/** An integer, float or imaginary literal. Reports what the grammar lets through and CPython's tokenizer does not. */
export function numberLiteral(context: ParseContext, raw: Raw): Expression {
  const source = context.source(raw);
  const problem = numberProblem(source);
  if (problem === undefined) return numberOf(source, { start: raw.start, end: raw.end });
  context.problems.push({ start: raw.start, end: raw.end, message: problem, stage: 'tokenizer' });
  return context.missing(raw);
}

/** The number that `source` writes, which has no problem. */
export function numberOf(source: string, at: At): Expression {
  const digits = source.replaceAll('_', '');
  if (/[jJ]$/.test(digits)) return { type: 'Complex', text: digits, ...at } satisfies Complex;
  if (/^0[xob]/i.test(digits)) return { type: 'Int', value: BigInt(digits.toLowerCase()), ...at } satisfies Int;
  if (/^\d+$/.test(digits)) return { type: 'Int', value: BigInt(digits), ...at } satisfies Int;
  return { type: 'Float', value: Number(digits), ...at } satisfies Float;
}

/** What is wrong with a number that the grammar lets through, in CPython's words. */
export function numberProblem(source: string): string | undefined {
  if (/[lL]$/.test(source)) return 'invalid decimal literal: Python 3 has no suffix L';
  if (/__|_$|_\.|_[eE]|\._|_[jJ]$/.test(source)) return 'invalid decimal literal: an underscore may only appear between digits';
  if (/^0[\d_]*[1-9][\d_]*$/.test(source))
    return 'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers';
  if (/^\d[\d_]*$/.test(source) && source.replaceAll('_', '').length > maxDigits)
    return `Exceeds the limit (${maxDigits} digits) for integer string conversion`;
  return undefined;
}
