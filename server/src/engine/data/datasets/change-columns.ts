import { PyError } from '../../core/errors.js';
import { DictValue, NoneValue, textOf, type Value } from '../../core/value.js';
import { nowhere } from '../../core/span.js';
import { typeError, valueError } from '../../python/runtime/call-arguments.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { castColumn } from './cast-cells.js';
import { schemaOfFeatures } from './features.js';
import { boundArguments, namesArgument, requireColumns } from './map-arguments.js';
import { quotedNames } from './map-rows.js';
import { Table, type NamedColumn } from './table.js';
import { inferredColumn } from './to-arrow.js';

/** `Dataset.rename_column(old, new)`. @throws PyError ValueError */
export function renameColumn(_runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments('rename_column', args, ['original_column_name', 'new_column_name', 'new_fingerprint'], 2);
  const old = textOf(bound.get('original_column_name')) ?? '';
  const name = textOf(bound.get('new_column_name')) ?? '';
  const columns = `Current columns in the dataset: ${quotedNames(table.names)}`;
  if (!table.column(old)) throw valueError(`Original column name ${old} not in the dataset. ${columns}`);
  if (table.column(name))
    throw valueError(
      `New column name ${name} already in the dataset. Please choose a column name which is not already in the dataset. ${columns}`,
    );
  if (name === '') throw valueError('New column name is empty.');
  return renamed(table, new Map([[old, name]]));
}

function renamed(table: Table, names: ReadonlyMap<string, string>): Table {
  return table.withColumns(table.columns.map((column) => ({ ...column, name: names.get(column.name) ?? column.name })));
}

/** `Dataset.rename_columns(mapping)`. @throws PyError ValueError */
export function renameColumns(_runtime: Runtime, table: Table, args: Arguments): Table {
  const mapping = boundArguments('rename_columns', args, ['column_mapping', 'new_fingerprint'], 1).get('column_mapping');
  if (mapping?.kind !== 'dict') throw typeError('column_mapping must be a dict');
  const names = new Map<string, string>();
  for (const { key, value } of mapping.entries.values()) names.set(textOf(key) ?? '', textOf(value) ?? '');
  requireColumns(
    [...names.keys()],
    table.names,
    (missing) => `Original column names ${missing} not in the dataset. Current columns in the dataset: ${quotedNames(table.names)}`,
  );
  if (new Set(names.values()).size < names.size) throw valueError('New column names must all be different');
  if ([...names.values()].includes('')) throw valueError('New column name is empty.');
  return renamed(table, names);
}

/** `Dataset.remove_columns(names)`. @throws PyError ValueError */
export function removeColumns(runtime: Runtime, table: Table, args: Arguments): Table {
  const names =
    namesArgument(runtime, boundArguments('remove_columns', args, ['column_names', 'new_fingerprint'], 1).get('column_names')) ?? [];
  requireColumns(
    names,
    table.names,
    (missing) => `Column name ${missing} not in the dataset. Current columns in the dataset: ${quotedNames(table.names)}`,
  );
  return table.withColumns(table.columns.filter(({ name }) => !names.includes(name)));
}

/** `Dataset.select_columns(names)`. @throws PyError ValueError */
export function selectColumns(runtime: Runtime, table: Table, args: Arguments): Table {
  const names =
    namesArgument(runtime, boundArguments('select_columns', args, ['column_names', 'new_fingerprint'], 1).get('column_names')) ?? [];
  requireColumns(
    names,
    table.names,
    (missing) => `Column name ${missing} not in the dataset. Current columns in the dataset: ${quotedNames(table.names)}.`,
  );
  return table.withColumns(names.map((name) => table.column(name)!));
}

/** `Dataset.add_column(name, column)`. @throws PyError ValueError; ArrowInvalid, ArrowTypeError where the values are no column */
export function addColumn(runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments('add_column', args, ['name', 'column', 'new_fingerprint', 'feature'], 2);
  const name = textOf(bound.get('name')) ?? '';
  const values = bound.get('column');
  if (!values) throw typeError("'NoneType' object is not iterable");
  const inferred = inferredColumn([...runtime.iterate(values)], table.library);
  const feature = bound.get('feature');
  const column = feature ? castColumn(inferred, [...schemaOfFeatures(wrapped(name, feature)).values()][0]!, true) : inferred;
  if (table.column(name)) throw valueError(`The table can't have duplicated columns but columns ${quotedNames([name])} are duplicated.`);
  if (column.cells.length !== table.count)
    throw valueError("Failed to concatenate on axis=1 because tables don't have the same number of rows");
  return table.withColumns([...table.columns, { name, ...column }]);
}

function wrapped(name: string, feature: Value): DictValue {
  const features = new DictValue(feature.span);
  features.set(name, feature);
  return features;
}

/** `Dataset.add_item(item)`: one more row. @throws PyError as writing it does */
export function addItem(_runtime: Runtime, table: Table, args: Arguments): Table {
  const item = boundArguments('add_item', args, ['item', 'new_fingerprint'], 1).get('item');
  if (item?.kind !== 'dict') throw typeError('item must be a dict');
  const columns: NamedColumn[] = table.columns.map((column) => {
    const value = item.get(column.name);
    const added = value ? castColumn(inferredColumn([value], table.library), column.type, true).cells[0]! : new NoneValue(nowhere);
    return { ...column, cells: [...column.cells, added] };
  });
  for (const { key, value } of item.entries.values()) {
    const name = textOf(key) ?? '';
    if (table.column(name)) continue;
    const { type, cells } = inferredColumn([value], table.library);
    columns.push({ name, type, cells: [...Array.from({ length: table.count }, () => new NoneValue(nowhere)), ...cells] });
  }
  return Table.of(columns, table.library);
}

/** `Dataset.cast(features)`. @throws PyError ValueError for other columns; ArrowInvalid, TypeError where a value does not fit */
export function castTable(_runtime: Runtime, table: Table, args: Arguments): Table {
  const parameters = [
    'features',
    'batch_size',
    'keep_in_memory',
    'load_from_cache_file',
    'cache_file_name',
    'writer_batch_size',
    'num_proc',
  ];
  const features = boundArguments('cast', args, parameters, 1).get('features');
  if (!features) throw typeError('features must be given');
  const schema = schemaOfFeatures(features);
  if ([...schema.keys()].sort().join('\n') !== [...table.names].sort().join('\n'))
    throw valueError(
      `The columns in features (${quotedNames([...schema.keys()])}) must be identical as the columns in the dataset: ${quotedNames(table.names)}`,
    );
  return table.withColumns([...schema].map(([name, type]) => ({ name, ...castColumn(table.column(name)!, type, true) })));
}

/** `Dataset.cast_column(column, feature)`. */
export function castOneColumn(_runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments('cast_column', args, ['column', 'feature', 'new_fingerprint'], 2);
  const name = textOf(bound.get('column')) ?? '';
  const feature = bound.get('feature');
  if (!table.column(name) || !feature) throw new PyError('KeyError', `'${name}'`);
  const type = [...schemaOfFeatures(wrapped(name, feature)).values()][0]!;
  return table.withColumns(table.columns.map((column) => (column.name === name ? { name, ...castColumn(column, type, true) } : column)));
}

/** `Dataset.flatten()`: a column for each field of a struct, named `column.field`. */
export function flattenTable(_runtime: Runtime, table: Table, args: Arguments): Table {
  boundArguments('flatten', args, ['new_fingerprint', 'max_depth'], 0);
  let { columns } = table;
  for (let depth = 0; depth < 16 && columns.some(({ type }) => type.kind === 'struct'); depth++) columns = columns.flatMap(fieldsOf);
  return table.withColumns(columns);
}

function fieldsOf(column: NamedColumn): readonly NamedColumn[] {
  if (column.type.kind !== 'struct') return [column];
  return column.type.fields.map(([name, type]) => ({
    name: `${column.name}.${name}`,
    type,
    cells: column.cells.map((cell) => (cell.kind === 'dict' ? (cell.get(name) ?? new NoneValue(cell.span)) : cell)),
  }));
}
