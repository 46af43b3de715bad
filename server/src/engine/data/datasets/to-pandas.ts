import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { FloatValue, UnknownValue, type Value } from '../../core/value.js';
import { orUnknown, UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { ArrayValue, type Dtype } from '../arrays/array-value.js';
import { isMissing, nan, textCells, type Cells } from '../pandas/cells.js';
import { numbered } from '../pandas/data.js';
import { newFrame } from '../pandas/frame.js';
import type { ArrowType } from './arrow-type.js';
import { ownCopy, type Table } from './table.js';

/** `dataset.to_pandas()` (pyarrow 19 `to_pandas`): lists become arrays, numbers beside None are floats. */
export function toPandas({ columns, count }: Table, span: Span): Value {
  return orUnknown(() => {
    charge(count * columns.length);
    const made = columns.map(({ name, type, cells }) => ({ name, ...pandasCells(cells, type) }));
    return newFrame({ columns: made, index: numbered(count, span) }, span);
  });
}

function pandasCells(cells: readonly Value[], type: ArrowType): Cells {
  const unknown = cells.find((cell) => cell.kind === 'unknown');
  if (unknown?.kind === 'unknown') throw new UnknownSignal(unknown);
  const complete = cells.every((cell) => cell.kind !== 'none');
  if (type.kind === 'list') return { dtype: 'object', cells: cells.map((cell) => arrayOf(cell, type.item)) };
  if (type.kind === 'struct') return { dtype: 'object', cells: cells.map((cell) => structOf(cell, type.fields)) };
  switch (type.kind === 'plain' ? type.name : '') {
    case 'int64':
      return complete ? { dtype: 'int64', cells } : { dtype: 'float64', cells: cells.map(asFloat) };
    case 'float64':
      return { dtype: 'float64', cells: cells.map(asFloat) };
    case 'bool':
      return { dtype: complete ? 'bool' : 'object', cells };
    case 'string':
    case 'large_string':
      return textCells(cells);
    case 'null':
      return { dtype: 'object', cells };
    default:
      throw new UnknownSignal(new UnknownValue(say`columns of this type are not modelled in a DataFrame`, cells[0]!.span));
  }
}

function asFloat(cell: Value): Value {
  if (cell.kind === 'none') return nan(cell.span);
  return cell.kind === 'int' ? new FloatValue(Number(cell.value), cell.span) : cell;
}

/** A list as the array that pandas has in its place. */
function arrayOf(cell: Value, item: ArrowType): Value {
  if (cell.kind !== 'list') return cell;
  const { dtype, cells } = pandasCells(cell.items, item);
  return new ArrayValue(cells, dtypeOf(dtype, cells), cell.span);
}

function dtypeOf(dtype: Dtype, cells: readonly Value[]): Dtype {
  return cells.length === 0 && dtype === 'bool' ? 'object' : dtype;
}

/** Texts stay what they are in a struct; what becomes of numbers in it depends on the whole column. */
function structOf(cell: Value, fields: readonly (readonly [name: string, type: ArrowType])[]): Value {
  if (cell.kind !== 'dict') return cell;
  const plain = fields.every(([name, type]) => {
    const value = cell.get(name);
    return (
      type.kind === 'plain' && (type.name === 'string' || type.name === 'bool' || (type.name === 'float64' && value && !isMissing(value)))
    );
  });
  if (!plain) throw new UnknownSignal(new UnknownValue(say`columns of this type are not modelled in a DataFrame`, cell.span));
  return ownCopy(cell);
}
