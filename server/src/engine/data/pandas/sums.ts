import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { FloatValue, IntValue, StrValue, type Value } from '../../core/value.js';
import { isIndexSized } from '../../python/runtime/call-arguments.js';
import { NumpyIntValue } from '../../python/runtime/objects.js';
import { isMissing, lookedUp, unfollowed, type Cells } from './cells.js';
import { isBefore } from './sort-order.js';

const plainSum = 8;
const block = 128;
/** Beyond it numpy adds ints up in several pieces. */
const mostInts = 8192;

/** numpy's pairwise sum of floats (`umath/loops_utils.h.src`). */
function pairwiseSum(values: readonly number[], from = 0, count = values.length): number {
  if (count < plainSum) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[from + i]!;
    return sum;
  }
  if (count > block) {
    let half = count >> 1;
    half -= half % 8;
    return pairwiseSum(values, from, half) + pairwiseSum(values, from + half, count - half);
  }
  const r = values.slice(from, from + 8);
  let i = 8;
  for (; i < count - (count % 8); i += 8) for (let j = 0; j < 8; j++) r[j]! += values[from + i + j]!;
  let sum = r[0]! + r[1]! + (r[2]! + r[3]!) + (r[4]! + r[5]! + (r[6]! + r[7]!));
  for (; i < count; i++) sum += values[from + i]!;
  return sum;
}

function floatsIn({ cells }: Cells): number[] {
  return cells.map((cell) =>
    cell.kind === 'int' || cell.kind === 'float' || cell.kind === 'bool' ? Number(cell.value) : unfollowed(say`such a sum is not modelled`),
  );
}

/** `series.sum()`: missing numbers count as 0. */
export function sumOf(column: Cells, span: Span): Value {
  const { dtype, cells } = column;
  if (dtype === 'float64') return new FloatValue(pairwiseSum(floatsIn(column).map((x) => (Number.isNaN(x) ? 0 : x))), span);
  if (dtype === 'int64' || dtype === 'bool') {
    const sum = cells.reduce(
      (total, cell) => total + (cell.kind === 'int' ? cell.value : cell.kind === 'bool' && cell.value ? 1n : 0n),
      0n,
    );
    return isIndexSized(sum) ? new NumpyIntValue(sum, span) : unfollowed(say`ints that need more than 64 bits are not modelled`);
  }
  const texts = cells.flatMap((cell) => (cell.kind === 'str' ? [cell.traced] : []));
  if (texts.length < cells.length || cells.length === 0) return unfollowed(say`such a sum is not modelled`);
  return new StrValue(
    texts.reduce((all, text) => all.concat(text)),
    span,
  );
}

/** `series.mean()`. */
export function meanOf(column: Cells, span: Span): Value {
  if (column.dtype === 'object' || (column.dtype === 'int64' && column.cells.length > mostInts))
    return unfollowed(say`such a mean is not modelled`);
  const floats = floatsIn(column);
  const present = floats.filter((x) => !Number.isNaN(x));
  if (present.length === 0) return new FloatValue(NaN, span);
  return new FloatValue(pairwiseSum(floats.map((x) => (Number.isNaN(x) ? 0 : x))) / present.length, span);
}

/** `series.max()` and `min()` of what is not missing. */
export function extremeOf(column: Cells, which: 'max' | 'min', span: Span): Value {
  const present = column.cells.filter((cell) => !isMissing(cell));
  if (present.length === 0 || (column.dtype === 'object' && present.length < column.cells.length))
    return unfollowed(say`such an extreme is not modelled`, span);
  const found = present.reduce((best, cell) =>
    which === 'max' ? (isBefore(best, cell) ? cell : best) : isBefore(cell, best) ? cell : best,
  );
  return lookedUp(column, found);
}

/** `series.median()` of numbers. */
export function medianOf(column: Cells, span: Span): Value {
  if (column.dtype !== 'int64' && column.dtype !== 'float64') return unfollowed(say`such a median is not modelled`);
  const sorted = floatsIn(column)
    .filter((x) => !Number.isNaN(x))
    .sort((a, b) => a - b);
  if (sorted.length === 0) return new FloatValue(NaN, span);
  const middle = sorted.length >> 1;
  return new FloatValue(sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2, span);
}

export function intOf(n: number, span: Span): IntValue {
  return new IntValue(BigInt(n), span);
}

export function numpyInt(n: number, span: Span): NumpyIntValue {
  return new NumpyIntValue(BigInt(n), span);
}
