import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { BoolValue, FloatValue, IntValue, StrValue, type Value } from '../../core/value.js';
import { isIndexSized } from '../../python/runtime/call-arguments.js';
import { equals } from '../../python/runtime/semantics.js';
import { ordering } from '../../python/runtime/operators/ordering.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { ArrayValue } from '../arrays/array-value.js';
import { cellsOf, isMissing, nan, unfollowed, type Cells } from './cells.js';
import { HeldSeries, sameLabels, type SeriesData } from './data.js';

export type ComparisonSign = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** The cells that stand beside those of a series: of another one with the same labels, of a list, or one value for all. @throws UnknownSignal for others */
function besideOf(data: SeriesData, other: Value): Cells {
  if (other instanceof HeldSeries) {
    if (!sameLabels(data.index, other.data.index)) unfollowed(say`what is computed of two Series with other labels is not modelled`);
    return other.data;
  }
  const list = other.kind === 'list' || other.kind === 'tuple' ? other.items : other instanceof ArrayValue ? other.plain : undefined;
  if (list) {
    if (list.length !== data.cells.length) unfollowed(say`what is computed of a Series and such a list is not modelled`);
    return cellsOf(list);
  }
  const one = cellsOf([other]);
  return { dtype: one.dtype, cells: data.cells.map(() => one.cells[0]!) };
}

function bools(data: SeriesData, values: readonly boolean[], span: Span): SeriesData {
  return { ...data, dtype: 'bool', cells: values.map((value) => new BoolValue(value, span)) };
}

/** `series == other` and its like: nothing is equal to what is missing. @throws UnknownSignal, PyError TypeError */
export function compared(op: ComparisonSign, data: SeriesData, other: Value, span: Span): SeriesData {
  const beside = besideOf(data, other).cells;
  charge(data.cells.length);
  return bools(
    data,
    data.cells.map((cell, i) => holds(op, cell, beside[i]!)),
    span,
  );
}

function holds(op: ComparisonSign, a: Value, b: Value): boolean {
  if (op === '==' || op === '!=') {
    if (isMissing(a) || isMissing(b)) return op === '!=';
    return decided(equals(a, b)) === (op === '==');
  }
  if (a.kind === 'none' || b.kind === 'none') return unfollowed(say`an order of None in a Series is not modelled`);
  if (isMissing(a) || isMissing(b))
    return (a.kind === 'float' && b.kind === 'float') || isNumber(a) === isNumber(b)
      ? false
      : unfollowed(say`an order of NaN and such a value is not modelled`);
  return decided(ordering(op, a, b));
}

function isNumber(cell: Value): boolean {
  return cell.kind === 'float' || cell.kind === 'int' || cell.kind === 'bool';
}

function decided(answer: ReturnType<typeof equals>): boolean {
  if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
  return answer;
}

/** `a & b`, `a | b`, `a ^ b` of bools. */
export function combined(op: string, data: SeriesData, other: Value, span: Span): SeriesData {
  const beside = besideOf(data, other);
  if (data.dtype !== 'bool' || beside.dtype !== 'bool') return unfollowed(say`what operators make of such a Series is not modelled`);
  const values = data.cells.map((cell, i) => {
    const [a, b] = [cell, beside.cells[i]!].map((one) => one.kind === 'bool' && one.value);
    return op === '&' ? a! && b! : op === '|' ? a! || b! : a !== b;
  });
  return bools(data, values, span);
}

/** `~series` of bools. */
export function inverted(data: SeriesData, span: Span): SeriesData {
  if (data.dtype !== 'bool') return unfollowed(say`what operators make of such a Series is not modelled`);
  return bools(
    data,
    data.cells.map((cell) => cell.kind === 'bool' && !cell.value),
    span,
  );
}

/** `series op other`, or the other way round: numbers as numpy computes them, texts that are put together. */
export function computed(op: string, data: SeriesData, other: Value, reflected: boolean, span: Span): SeriesData {
  const beside = besideOf(data, other);
  const [left, right] = reflected ? [beside, data] : [data, beside];
  charge(data.cells.length);
  const name = other instanceof HeldSeries && !sameName(data.name, other.data.name) ? undefined : data.name;
  const isText = left.dtype === 'object' && right.dtype === 'object';
  const made = isText ? texts(op, left, right, span) : numbers(op, left, right, span);
  return { ...made, index: data.index, name };
}

function sameName(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equals(a, b) === true;
}

function texts(op: string, left: Cells, right: Cells, span: Span): Cells {
  if (op !== '+') return unfollowed(say`what operators make of such a Series is not modelled`);
  const cells = left.cells.map((a, i) => {
    const b = right.cells[i]!;
    if (a.kind === 'str' && b.kind === 'str') return new StrValue(a.traced.concat(b.traced), span);
    const missing = [a, b].some(isMissing) && [a, b].every((cell) => cell.kind === 'str' || isMissing(cell));
    return missing ? nan(span) : unfollowed(say`what operators make of such a Series is not modelled`);
  });
  return { dtype: 'object', cells };
}

function numbers(op: string, left: Cells, right: Cells, span: Span): Cells {
  const types = [left.dtype, right.dtype];
  if (
    types.some((type) => type === 'object' || type === 'bool') ||
    left.cells.some((cell, i) => cell.kind === 'none' || right.cells[i]!.kind === 'none')
  )
    return unfollowed(say`what operators make of such a Series is not modelled`);
  const whole = types.every((type) => type === 'int64') && op !== '/';
  const cells = left.cells.map((a, i) => (whole ? ofInts(op, a, right.cells[i]!, span) : ofFloats(op, a, right.cells[i]!, span)));
  return { dtype: whole ? 'int64' : 'float64', cells };
}

function ofInts(op: string, a: Value, b: Value, span: Span): Value {
  if (a.kind !== 'int' || b.kind !== 'int') return unfollowed(say`what operators make of such a Series is not modelled`);
  const made =
    op === '+' ? a.value + b.value : op === '-' ? a.value - b.value : op === '*' ? a.value * b.value : divided(op, a.value, b.value);
  if (!isIndexSized(made)) return unfollowed(say`ints that need more than 64 bits are not modelled`);
  return new IntValue(made, span);
}

function divided(op: string, a: bigint, b: bigint): bigint {
  if (b === 0n || (op !== '//' && op !== '%')) return unfollowed(say`what operators make of such a Series is not modelled`);
  const rest = ((a % b) + b) % b;
  return op === '%' ? rest : (a - rest) / b;
}

function ofFloats(op: string, a: Value, b: Value, span: Span): Value {
  const [x, y] = [a, b].map((cell) => (cell.kind === 'int' || cell.kind === 'float' ? Number(cell.value) : NaN));
  switch (op) {
    case '+':
      return new FloatValue(x! + y!, span);
    case '-':
      return new FloatValue(x! - y!, span);
    case '*':
      return new FloatValue(x! * y!, span);
    case '/':
      return new FloatValue(x! / y!, span);
    default:
      return unfollowed(say`what operators make of such a Series is not modelled`);
  }
}
