import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { DictValue, ListValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { say } from '../../core/say.js';
import { looseCell } from './rewritten-json.js';
import { isPlainType, sameType, typeText, type ArrowType, type ListType, type StructType } from './arrow-type.js';
import { castPlain } from './cast-plain.js';
import type { Column } from './to-arrow.js';

/**
 * A column as another type (datasets 3.6 `table.py`, `cast_array_to_feature`): fields of structs are put in the order of the type, and missing ones
 * are None; numbers, booleans and texts become each other where Arrow's `cast` does that without a loss.
 * @param toText whether numbers and booleans may become strings
 * @throws PyError TypeError where the types do not fit, ArrowInvalid where a value does not, and none where it cannot be known: such cells are unknown
 */
export function castColumn(column: Column, type: ArrowType, toText: boolean): Column {
  if (sameType(column.type, type)) return { type, cells: column.cells };
  return { type, cells: castCells(column.cells, column.type, type, toText) };
}

function castCells(cells: readonly Value[], from: ArrowType, to: ArrowType, toText: boolean): readonly Value[] {
  if (sameType(from, to)) return cells;
  charge(cells.length);
  if (from.kind === 'open' || to.kind === 'open') return cells.map((cell) => opened(cell, from, to));
  if (from.kind === 'plain' && from.name === 'null') return cells;
  if (from.kind === 'json' || to.kind === 'json') return castJson(cells, from);
  if (from.kind === 'struct') return castStructs(cells, from, to, toText);
  if (from.kind === 'list') return castLists(cells, from, to, toText);
  if (to.kind !== 'plain') throw cannotCast(from, to);
  return castPlain(cells, from.name, to.name, toText);
}

function opened(cell: Value, from: ArrowType, to: ArrowType): Value {
  const because = from.kind === 'open' ? from.because : to.kind === 'open' ? to.because : undefined;
  return cell.kind === 'none' || cell.kind === 'unknown' || !because ? cell : new UnknownValue(because.reason, cell.span);
}

/** What is made of the JSON of others, or of what may have been something else before it was of its type, is not followed. */
function castJson(cells: readonly Value[], from: ArrowType): readonly Value[] {
  const isPlain = keepsJson(from);
  return cells.map((cell) => {
    if (cell.kind === 'none' || cell.kind === 'unknown') return cell;
    return isPlain
      ? looseCell(cell)
      : new UnknownValue(say`what is made of this value as JSON, or of this JSON, is not followed`, cell.span);
  });
}

/** Whether values of a type are what they were in JSON. */
function keepsJson(type: ArrowType): boolean {
  if (type.kind === 'list') return keepsJson(type.item);
  return isPlainType(type, 'string', 'bool', 'int64', 'null');
}

function castStructs(cells: readonly Value[], from: StructType, to: ArrowType, toText: boolean): readonly Value[] {
  if (to.kind !== 'struct' || from.fields.some(([name]) => !to.fields.some(([other]) => other === name))) throw cannotCast(from, to);
  const parts = to.fields.map(([name, type]) => {
    const field = from.fields.find(([other]) => other === name);
    const values = cells.map((cell) => (cell.kind === 'dict' ? (cell.get(name) ?? none(cell)) : none(cell)));
    return { name, cells: field ? castCells(values, field[1], type, toText) : values };
  });
  return cells.map((cell, i) => {
    if (cell.kind !== 'dict') return cell;
    const result = new DictValue(cell.span);
    for (const part of parts) result.set(part.name, part.cells[i]!, cell.entry(part.name)?.keySpan);
    return result;
  });
}

function none(cell: Value): Value {
  return cell.kind === 'unknown' ? cell : new NoneValue(cell.span);
}

function castLists(cells: readonly Value[], from: ListType, to: ArrowType, toText: boolean): readonly Value[] {
  if (to.kind !== 'list') throw cannotCast(from, to);
  const all = cells.flatMap((cell) => (cell.kind === 'list' ? cell.items : []));
  const cast = castCells(all, from.item, to.item, toText);
  let at = 0;
  return cells.map((cell) => (cell.kind === 'list' ? new ListValue(cast.slice(at, (at += cell.items.length)), cell.span) : cell));
}

function cannotCast(from: ArrowType, to: ArrowType): PyError {
  return new PyError('TypeError', `Couldn't cast array of type\n${typeText(from)}\nto\n${typeText(to)}`);
}
