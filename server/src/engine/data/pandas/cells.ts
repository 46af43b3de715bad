import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import { nowhere, type Span } from '../../core/span.js';
import { FloatValue, IntValue, UnknownValue, type Value } from '../../core/value.js';
import { NumpyIntValue } from '../../python/runtime/objects.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { isIndexSized } from '../../python/runtime/call-arguments.js';
import { ArrayValue, type Dtype } from '../arrays/array-value.js';

/** Cells of one type: those of `int64`, `float64` and `bool` are ints, floats and bools of Python; those of `object` are what they are. */
export interface Cells {
  readonly dtype: Dtype;
  readonly cells: readonly Value[];
}

/** What a missing text is: None in pandas 2, NaN in pandas 3. What is computed of it in Python is not known, and may be this very value. */
class MissingText extends UnknownValue {
  constructor(span: Span) {
    super(say`what stands for a missing text depends on the release of pandas`, span);
  }
}

/** Whether a cell is missing. */
export function isMissing(cell: Value): boolean {
  return cell.kind === 'none' || (cell.kind === 'float' && Number.isNaN(cell.value)) || cell instanceof MissingText;
}

/** Cells of a column of texts. */
export function textCells(cells: readonly Value[]): Cells {
  return { dtype: 'object', cells: cells.map((cell) => (cell.kind === 'none' ? new MissingText(cell.span) : cell)) };
}

export function nan(span: Span = nowhere): FloatValue {
  return new FloatValue(NaN, span);
}

/** What is not followed ends the whole operation. @throws UnknownSignal */
export function unfollowed(reason: string, span: Span = nowhere): never {
  throw new UnknownSignal(new UnknownValue(reason, span));
}

const plainKinds: ReadonlySet<string> = new Set(['str', 'list', 'tuple', 'dict', 'none', 'set', 'bytes']);

/**
 * Python values as pandas 2.2 keeps them in a column: numbers beside missing values are floats, what a row lacks is NaN.
 * @throws UnknownSignal for values whose column is not followed
 */
export function cellsOf(given: readonly (Value | undefined)[]): Cells {
  charge(given.length);
  const kinds = new Set(given.map((cell) => (cell === undefined ? 'lacking' : kindOf(cell))));
  const has = (...names: string[]): boolean => names.some((name) => kinds.has(name));
  const only = (...names: string[]): boolean => [...kinds].every((kind) => names.includes(kind));
  if (given.length > 0 && only('int')) return { dtype: 'int64', cells: given.map((cell) => plainInt(cell!)) };
  if (has('int', 'float', 'nan') && only('int', 'float', 'nan', 'none', 'lacking')) return { dtype: 'float64', cells: given.map(floatOf) };
  if (given.length > 0 && only('bool')) return { dtype: 'bool', cells: given as Value[] };
  if (given.length > 0 && only('lacking')) return { dtype: 'float64', cells: given.map(() => nan()) };
  if (has('str') && only('str', 'none', 'lacking', 'nan')) return textCells(given.map((cell) => cell ?? nan()));
  return { dtype: 'object', cells: given.map((cell) => (cell === undefined ? nan() : cell.kind === 'int' ? plainInt(cell) : cell)) };
}

function kindOf(cell: Value): string {
  if (cell.kind === 'unknown') throw new UnknownSignal(cell);
  if (cell.kind === 'int')
    return isIndexSized(cell.value) ? 'int' : unfollowed(say`ints that need more than 64 bits are not modelled`, cell.span);
  if (cell.kind === 'float' && Number.isNaN(cell.value)) return 'nan';
  if (cell.kind === 'float' || cell.kind === 'bool' || plainKinds.has(cell.kind) || cell instanceof ArrayValue) return cell.kind;
  return unfollowed(say`what pandas makes of such an object is not modelled`, cell.span);
}

function plainInt(cell: Value): Value {
  return cell instanceof NumpyIntValue ? new IntValue(cell.value, cell.span) : cell;
}

function floatOf(cell: Value | undefined): Value {
  if (cell === undefined || cell.kind === 'none') return nan(cell?.span);
  return cell.kind === 'int' ? new FloatValue(Number(cell.value), cell.span) : cell;
}

/** A cell that is looked up: an int is one of numpy. */
export function lookedUp({ dtype }: Pick<Cells, 'dtype'>, cell: Value): Value {
  if (dtype === 'int64' && cell.kind === 'int') return new NumpyIntValue(cell.value, cell.span);
  return dtype === 'bool' ? new UnknownValue(say`bools of numpy are not modelled`, cell.span) : cell;
}

/** The same cells in a type that has room for missing ones. */
export function withMissing({ dtype, cells }: Cells, places: readonly (number | undefined)[]): Cells {
  charge(places.length);
  const picked = places.map((at) => (at === undefined ? undefined : cells[at]!));
  if (!picked.includes(undefined)) return { dtype, cells: picked as Value[] };
  if (dtype === 'int64' || dtype === 'float64') return { dtype: 'float64', cells: picked.map(floatOf) };
  return { dtype: 'object', cells: picked.map((cell) => cell ?? nan()) };
}

/** Cells of several columns one below another. */
export function joinedCells(parts: readonly Cells[]): Cells {
  charge(parts.reduce((sum, { cells }) => sum + cells.length, 0));
  const [first, ...others] = parts;
  if (first && others.every(({ dtype }) => dtype === first.dtype))
    return { dtype: first.dtype, cells: parts.flatMap(({ cells }) => cells) };
  const types = new Set(parts.map(({ dtype }) => dtype));
  const all = parts.flatMap(({ cells }) => cells);
  return types.has('object') || types.has('bool') ? { dtype: 'object', cells: all } : { dtype: 'float64', cells: all.map(floatOf) };
}
