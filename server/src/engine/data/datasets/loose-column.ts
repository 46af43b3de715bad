import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { DictValue, ListValue, NoneValue, str, UnknownValue, type Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { ArrowType } from './arrow-type.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { tableOfJsonObjects } from './json-lines-table.js';
import { looseCell, looseType } from './rewritten-json.js';
import { inferredColumn, type Column } from './to-arrow.js';

/** Where in the values of a column some stand as JSON: at the place itself, or further inside. */
type LoosePlaces = 'here' | { readonly fields: ReadonlyMap<string, LoosePlaces>; readonly item: LoosePlaces | undefined };

/**
 * A new column of Python values as `ArrowWriter` makes it from release 4.7 of the library `datasets` on (5.2 `arrow_writer.py`, `TypedSequence` with `on_mixed_types='use_json'`): dicts that have
 * not all the same keys, and values of several kinds, stand as they are.
 * @throws PyError ArrowInvalid, ArrowTypeError, OverflowError; UnknownSignal for values that JSON has no form for
 */
export function looseColumn(values: readonly Value[], library: InstalledDatasets): Column {
  const places = loosePlaces(values.filter(isPresent));
  try {
    return places ? columnWithLoose(values, places, library) : inferredColumn(values, library);
  } catch (error) {
    if (!(error instanceof PyError) || !/^Could not convert |cannot mix struct and non-struct|^Expected /.test(error.text)) throw error;
    return columnByLines(values, library);
  }
}

/** The same of values that have to be of a type, in whose places for JSON they stand as they are. @throws as `looseColumn` */
export function columnLikeType(values: readonly Value[], type: ArrowType, library: InstalledDatasets): Column {
  const places = placesOfType(type);
  return places ? columnWithLoose(values, places, library) : inferredColumn(values, library);
}

function isPresent(value: Value): boolean {
  return value.kind !== 'none';
}

/** `find_mixed_struct_types_field_paths` (5.2 `utils/json.py`) of values that are not None. */
function loosePlaces(values: readonly Value[]): LoosePlaces | undefined {
  if (values.length === 0) return undefined;
  if (values.every((value): value is DictValue => value.kind === 'dict')) return placesInDicts(values);
  if (values.every((value): value is ListValue => value.kind === 'list')) {
    const item = loosePlaces(values.flatMap(({ items }) => items.filter(isPresent)));
    return item && { fields: new Map(), item };
  }
  return values.some(({ kind }) => kind === 'dict' || kind === 'list') ? 'here' : undefined;
}

function placesInDicts(values: readonly DictValue[]): LoosePlaces | undefined {
  const [first] = values;
  const ids = [...first!.entries.keys()];
  if (ids.length === 0 || values.some(({ entries }) => entries.size !== ids.length || ids.some((id) => !entries.has(id)))) return 'here';
  const fields = new Map<string, LoosePlaces>();
  for (const [id, { key }] of first!.entries) {
    const places = key.kind === 'str' ? loosePlaces(values.map(({ entries }) => entries.get(id)!.value).filter(isPresent)) : undefined;
    if (places && key.kind === 'str') fields.set(key.text, places);
  }
  return fields.size > 0 ? { fields, item: undefined } : undefined;
}

/** Where a type has JSON in it; undefined where it has none. */
function placesOfType(type: ArrowType): LoosePlaces | undefined {
  if (type === looseType) return 'here';
  if (type.kind === 'list') {
    const item = placesOfType(type.item);
    return item && { fields: new Map(), item };
  }
  if (type.kind !== 'struct') return undefined;
  const fields = type.fields.flatMap(([name, field]) => {
    const places = placesOfType(field);
    return places ? [[name, places] as const] : [];
  });
  return fields.length > 0 ? { fields: new Map(fields), item: undefined } : undefined;
}

/** Texts are JSON to Arrow; what they hold is put back at their places. */
function columnWithLoose(values: readonly Value[], places: LoosePlaces, library: InstalledDatasets): Column {
  const { type, cells } = inferredColumn(
    values.map((value) => masked(value, places)),
    library,
  );
  return { type: typeWithLoose(type, places), cells: cells.map((cell, i) => unmasked(cell, values[i]!, places)) };
}

function masked(value: Value, places: LoosePlaces): Value {
  if (value.kind === 'none' || value.kind === 'unknown') return value;
  if (places === 'here') return str('', value.span);
  if (value.kind === 'list' && places.item) {
    const { item } = places;
    return new ListValue(
      value.items.map((one) => masked(one, item)),
      value.span,
    );
  }
  if (value.kind !== 'dict' || places.fields.size === 0) return value;
  const result = new DictValue(value.span);
  for (const [id, entry] of value.entries) {
    const field = entry.key.kind === 'str' ? places.fields.get(entry.key.text) : undefined;
    result.entries.set(id, field ? { ...entry, value: masked(entry.value, field) } : entry);
  }
  return result;
}

function unmasked(cell: Value, value: Value, places: LoosePlaces): Value {
  if (cell.kind === 'none' || cell.kind === 'unknown') return cell;
  if (places === 'here') return looseCell(asJson(value));
  if (cell.kind === 'list' && value.kind === 'list' && places.item) {
    const { item } = places;
    return new ListValue(
      cell.items.map((one, i) => unmasked(one, value.items[i]!, item)),
      cell.span,
    );
  }
  if (cell.kind !== 'dict' || value.kind !== 'dict') return cell;
  const result = new DictValue(cell.span);
  for (const [id, entry] of cell.entries) {
    const field = entry.key.kind === 'str' ? places.fields.get(entry.key.text) : undefined;
    const from = value.entries.get(id);
    result.entries.set(id, field && from ? { ...entry, value: unmasked(entry.value, from.value, field) } : entry);
  }
  return result;
}

function typeWithLoose(type: ArrowType, places: LoosePlaces): ArrowType {
  if (places === 'here') return looseType;
  if (type.kind === 'list' && places.item) return { kind: 'list', item: typeWithLoose(type.item, places.item) };
  if (type.kind !== 'struct') return type;
  return {
    kind: 'struct',
    fields: type.fields.map(([name, field]) => {
      const inside = places.fields.get(name);
      return [name, inside ? typeWithLoose(field, inside) : field] as const;
    }),
  };
}

/** Values of several kinds are written as lines of JSON, and read as a file of such lines is. */
function columnByLines(values: readonly Value[], library: InstalledDatasets): Column {
  const lines = values.map((value) => {
    const line = new DictValue(value.span);
    line.set('obj', asJson(value));
    return line;
  });
  const { type, cells } = tableOfJsonObjects(lines, library, 'mixed', true).column('obj')!;
  return { type, cells };
}

/** A Python value as it is written as JSON. @throws UnknownSignal for what has no form in it that is followed */
function asJson(value: Value): Value {
  switch (value.kind) {
    case 'unknown':
      throw new UnknownSignal(value);
    case 'float':
      if (Number.isNaN(value.value)) return new NoneValue(value.span);
      if (!Number.isFinite(value.value)) throw notFollowed(value);
      return value;
    case 'int':
      if (BigInt.asIntN(64, value.value) !== value.value) throw notFollowed(value);
      return value;
    case 'list':
    case 'tuple':
      return new ListValue(value.items.map(asJson), value.span);
    case 'dict':
      return dictAsJson(value);
    case 'none':
    case 'bool':
    case 'str':
      return value;
    default:
      throw notFollowed(value);
  }
}

function dictAsJson(value: DictValue): DictValue {
  const result = new DictValue(value.span);
  for (const { key, value: field, keySpan } of value.entries.values()) {
    if (key.kind !== 'str') throw notFollowed(value);
    result.set(key.text, asJson(field), keySpan);
  }
  return result;
}

function notFollowed(value: Value): UnknownSignal {
  return new UnknownSignal(new UnknownValue(say`how the library datasets writes this value as JSON is not followed`, value.span));
}
