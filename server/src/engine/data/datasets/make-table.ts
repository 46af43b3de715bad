import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { NoneValue, textOf, UnknownValue, type Value } from '../../core/value.js';
import { call, typeError } from '../../python/runtime/call-arguments.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { typeName } from '../../python/runtime/semantics.js';
import { castColumn } from './cast-cells.js';
import { tableWriter, writerBatch } from './column-writer.js';
import { schemaOfFeatures } from './features.js';
import { generated } from './generated.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { boundArguments } from './map-arguments.js';
import { Table, type NamedColumn, type Schema } from './table.js';
import { inferredColumn } from './to-arrow.js';

/** `Dataset.from_list(mapping)`: the columns of the first row. @throws PyError; UnknownSignal where a row is not known */
export function tableFromList(runtime: Runtime, args: Arguments, library: InstalledDatasets): Table {
  const bound = boundArguments('from_list', args, ['mapping', 'features', 'info', 'split'], 1);
  const rows = bound.get('mapping');
  if (!rows || rows.kind === 'none') return Table.of([], library);
  if (rows.kind === 'dict' && rows.entries.size > 0) throw new PyError('KeyError', '0');
  if (rows.kind !== 'list' && rows.kind !== 'tuple' && rows.kind !== 'dict') {
    if (rows.kind === 'unknown') throw new UnknownSignal(rows);
    throw typeError(`'${typeName(rows)}' object is not subscriptable`);
  }
  return tableOfRows(runtime, rows.kind === 'dict' ? [] : rows.items, library, schemaArgument(bound.get('features')));
}

function schemaArgument(features: Value | undefined): Schema | undefined {
  return features && schemaOfFeatures(features);
}

/** The table of rows that are dicts. @throws as `tableFromList` */
export function tableOfRows(runtime: Runtime, rows: readonly Value[], library: InstalledDatasets, schema?: Schema): Table {
  const [first] = rows;
  if (!first) return emptyTable(schema, library);
  if (first.kind === 'unknown') throw new UnknownSignal(first);
  if (first.kind !== 'dict') {
    const keys = runtime.iterate(first)[Symbol.iterator]();
    if (!keys.next().done) throw new PyError('AttributeError', `'${typeName(first)}' object has no attribute 'get'`);
    return emptyTable(schema, library);
  }
  const columns = [...first.entries].map(([id, { key }]) => {
    if (key.kind === 'unknown') throw new UnknownSignal(key);
    if (key.kind !== 'str') throw typeError(`expected bytes, ${typeName(key)} found`);
    runtime.step(rows.length);
    return column(
      key.text,
      rows.map((row) => cellOf(row, id)),
      library,
      schema,
    );
  });
  return Table.of(columns, library);
}

function emptyTable(schema: Schema | undefined, library: InstalledDatasets): Table {
  return Table.of(
    [...(schema ?? [])].map(([name, type]) => ({ name, type, cells: [] })),
    library,
  );
}

function cellOf(row: Value, id: string): Value {
  if (row.kind === 'dict') return row.entries.get(id)?.value ?? new NoneValue(row.span);
  if (row.kind === 'unknown') return row;
  throw new PyError('AttributeError', `'${typeName(row)}' object has no attribute 'get'`);
}

function column(name: string, values: readonly Value[], library: InstalledDatasets, schema: Schema | undefined): NamedColumn {
  const inferred = inferredColumn(values, library);
  if (!schema) return { name, ...inferred };
  const type = schema.get(name);
  if (!type) throw new PyError('KeyError', `'${name}'`);
  return { name, ...castColumn(inferred, type, true) };
}

/** `Dataset.from_dict(mapping)`: columns by name. @throws as `tableFromList`; ArrowInvalid for columns of different lengths */
export function tableFromDict(runtime: Runtime, args: Arguments, library: InstalledDatasets): Table {
  const bound = boundArguments('from_dict', args, ['mapping', 'features', 'info', 'split'], 1);
  const mapping = bound.get('mapping');
  const schema = schemaArgument(bound.get('features'));
  if (mapping?.kind === 'unknown') throw new UnknownSignal(mapping);
  if (mapping?.kind !== 'dict')
    throw new PyError('AttributeError', `'${mapping ? typeName(mapping) : 'NoneType'}' object has no attribute 'items'`);
  const columns = [...mapping.entries.values()].map(({ key, value }) => {
    const name = textOf(key);
    if (name === undefined) throw typeError(`expected bytes, ${typeName(key)} found`);
    return column(name, cellsOf(runtime, value), library, schema);
  });
  return Table.of(columns, library);
}

/** What a cell costs that an iterable makes: it takes memory, which has to end before that of the machine does. */
const newCell = 6;

function cellsOf(runtime: Runtime, value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  const cells: Value[] = [];
  for (const cell of runtime.iterate(value)) {
    runtime.step(newCell);
    cells.push(cell);
  }
  return cells;
}

/** `Dataset.from_generator(generator, gen_kwargs=…)`: types are those of the first thousand rows. @throws as `tableFromList` */
export function tableFromGenerator(runtime: Runtime, args: Arguments, library: InstalledDatasets): Table {
  const parameters = ['generator', 'features', 'cache_dir', 'keep_in_memory', 'gen_kwargs', 'num_proc', 'split'];
  const bound = boundArguments('from_generator', args, parameters, 1);
  const generator = bound.get('generator');
  if (!generator) throw typeError("'NoneType' object is not callable");
  const kwargs = bound.get('gen_kwargs');
  const keywords = new Map<string, Value>();
  if (kwargs?.kind === 'dict') for (const { key, value } of kwargs.entries.values()) if (key.kind === 'str') keywords.set(key.text, value);
  const items = keywords.size > 0 ? runtime.call(generator, { positional: [], keywords }) : call(runtime, generator);
  const schema = schemaArgument(bound.get('features'));
  return generated(() => {
    const writer = tableWriter(schema, schema !== undefined, library);
    let rows: Value[] = [];
    for (const item of runtime.iterate(items)) {
      rows.push(item);
      if (rows.length < writerBatch) continue;
      writer.write(batchOfRows(rows));
      rows = [];
    }
    if (rows.length > 0) writer.write(batchOfRows(rows));
    return writer.finish();
  });
}

function batchOfRows(rows: readonly Value[]): ReadonlyMap<string, readonly Value[]> {
  const [first] = rows;
  if (first?.kind !== 'dict')
    throw new UnknownSignal(new UnknownValue(say`what the generator of a dataset gives is not followed`, first!.span));
  const batch = new Map<string, readonly Value[]>();
  for (const [id, { key }] of first.entries)
    batch.set(
      textOf(key) ?? '',
      rows.map((row) => {
        const value = row.kind === 'dict' ? row.entries.get(id)?.value : undefined;
        if (value) return value;
        throw row.kind === 'unknown' ? new UnknownSignal(row) : new PyError('KeyError', `'${textOf(key) ?? ''}'`);
      }),
    );
  return batch;
}
