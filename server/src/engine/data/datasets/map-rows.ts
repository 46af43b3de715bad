import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { DictValue, IntValue, ListValue, UnknownValue, type Value } from '../../core/value.js';
import { valueError } from '../../python/runtime/call-arguments.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { undecidedType } from '../../python/runtime/objects.js';
import { typeName } from '../../python/runtime/semantics.js';
import { tableWriter, writerBatch, type WrittenColumn } from './column-writer.js';
import { concatenateRows } from './concatenate.js';
import { schemaOfFeatures } from './features.js';
import { boundArguments, countArgument, flag, namesArgument, type Bound } from './map-arguments.js';
import { ownCopy, untouched, type Schema, type Table } from './table.js';

const parameters = [
  'function',
  'with_indices',
  'with_rank',
  'input_columns',
  'batched',
  'batch_size',
  'drop_last_batch',
  'remove_columns',
  'keep_in_memory',
  'load_from_cache_file',
  'cache_file_name',
  'writer_batch_size',
  'features',
  'disable_nullable',
  'fn_kwargs',
  'num_proc',
  'suffix_template',
  'new_fingerprint',
  'desc',
  'try_original_type',
];

/** How rows are mapped. */
interface Mapping {
  readonly f: Value | undefined;
  readonly withIndices: boolean;
  readonly withRank: boolean;
  readonly inputColumns: readonly string[] | undefined;
  readonly removed: readonly string[];
  readonly keywords: ReadonlyMap<string, Value>;
  readonly batch: number | undefined;
  readonly wanted: { readonly schema: Schema | undefined; readonly fixed: boolean };
  readonly rowsAtOnce: number;
}

/**
 * `Dataset.map` (datasets 3.6 `arrow_dataset.py`, `_map_single`): a function of a row, or of a batch of rows, gives new columns; columns that were there keep their
 * place, and their type where all new values can be of it. A function that gives None changes nothing.
 * @throws PyError what the function raises; ArrowInvalid, ArrowTypeError, TypeError, KeyError where what it gives cannot be written
 */
export function mapTable(runtime: Runtime, table: Table, args: Arguments): Table {
  const bound = boundArguments('map', args, parameters, 0);
  const mapping = readMapping(runtime, table, bound);
  if (table.count === 0) return without(table, mapping.removed);
  const shards = Math.min(Math.max(1, countArgument(bound, 'num_proc') ?? 1), table.count);
  if (shards === 1) return mapPart(runtime, table, mapping, 0);
  return concatenateRows(
    contiguousParts(table.count, shards).map(([start, end]) => mapPart(runtime, table.slice(start, end), mapping, start)),
  );
}

/** Where each of some equal parts starts and ends; the first ones are one longer where they cannot be equal (`Dataset.shard(contiguous=True)`). */
export function contiguousParts(total: number, parts: number): (readonly [number, number])[] {
  const size = Math.floor(total / parts);
  const longer = total % parts;
  return Array.from({ length: parts }, (_, i) => {
    const start = size * i + Math.min(i, longer);
    return [start, start + size + (i < longer ? 1 : 0)] as const;
  });
}

function readMapping(runtime: Runtime, table: Table, bound: Bound): Mapping {
  const removed = namesArgument(runtime, bound.get('remove_columns')) ?? [];
  const inputColumns = namesArgument(runtime, bound.get('input_columns'));
  for (const [names, verb] of [
    [removed, 'Column to remove'],
    [inputColumns ?? [], 'Input column'],
  ] as const) {
    const missing = names.filter((name) => !table.column(name));
    if (missing.length > 0)
      throw valueError(`${verb} ${quotedNames(missing)} not in the dataset. Current columns in the dataset: ${quotedNames(table.names)}`);
  }
  const batched = flag(bound, 'batched');
  const given = bound.has('batch_size') ? (countArgument(bound, 'batch_size') ?? 0) : 1000;
  const features = bound.get('features');
  const kwargs = bound.get('fn_kwargs');
  return {
    f: bound.get('function'),
    withIndices: flag(bound, 'with_indices'),
    withRank: flag(bound, 'with_rank'),
    inputColumns,
    removed,
    keywords: kwargs?.kind === 'dict' ? keywordsOf(kwargs) : new Map(),
    batch: batched ? (given > 0 ? given : table.count) : undefined,
    wanted: features
      ? { schema: schemaOfFeatures(features), fixed: true }
      : { schema: flag(bound, 'try_original_type', true) ? table.schema : undefined, fixed: false },
    rowsAtOnce: Math.max(1, countArgument(bound, 'writer_batch_size') ?? writerBatch),
  };
}

function keywordsOf(dict: DictValue): ReadonlyMap<string, Value> {
  const keywords = new Map<string, Value>();
  for (const { key, value } of dict.entries.values()) if (key.kind === 'str') keywords.set(key.text, value);
  return keywords;
}

export function quotedNames(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

function without(table: Table, removed: readonly string[]): Table {
  return removed.length === 0 ? table : table.withColumns(table.columns.filter(({ name }) => !removed.includes(name)));
}

function mapPart(runtime: Runtime, table: Table, mapping: Mapping, offset: number): Table {
  return mapping.batch === undefined
    ? mapEach(runtime, table, mapping, offset)
    : mapBatches(runtime, table, mapping, mapping.batch, offset);
}

function mapEach(runtime: Runtime, table: Table, mapping: Mapping, offset: number): Table {
  const writer = tableWriter(mapping.wanted.schema, mapping.wanted.fixed, table.library);
  const first = mapping.wanted.schema;
  let pending: DictValue[] = [];
  // The writer is made for the first row, if that changes anything.
  let opened = false;
  let updates = true;
  let from = 0;
  for (let i = 0; i < table.count; i++) {
    const result = mapRow(runtime, table, mapping, i, offset);
    if (i === 0) opened = result !== undefined;
    if (result && !opened) throw new PyError('AttributeError', "'NoneType' object has no attribute 'write'");
    updates = result !== undefined;
    if (result) pending.push(result);
    if (pending.length === mapping.rowsAtOnce) {
      writer.write(columnsOf(pending, first, table, from));
      pending = [];
      from = i + 1;
    }
  }
  if (!updates) return table;
  if (pending.length > 0) writer.write(columnsOf(pending, first, table, from));
  return writer.finish();
}

/** What a row becomes; undefined where the function gives None. */
function mapRow(runtime: Runtime, table: Table, mapping: Mapping, i: number, offset: number): DictValue | undefined {
  const row = table.row(i, 'LazyRow');
  const result = callOn(runtime, mapping, row, new IntValue(BigInt(i + offset), runtime.span));
  if (result.kind === 'none') return undefined;
  if (result.kind !== 'dict') throw wrongResult(result);
  return merged(mapping.inputColumns ? table.row(i, 'LazyRow') : row, result, mapping.removed);
}

/** @throws UnknownSignal where what the function gives is not known */
function callOn(runtime: Runtime, mapping: Mapping, inputs: DictValue, index: Value): Value {
  const { f, inputColumns, keywords } = mapping;
  if (!f) return inputs;
  const positional = inputColumns ? inputColumns.map((name) => inputs.get(name)!) : [inputs as Value];
  if (mapping.withIndices) positional.push(index);
  if (mapping.withRank) positional.push(new IntValue(0n, runtime.span));
  const result = runtime.call(f, { positional, keywords });
  if (result.kind === 'unknown') throw new UnknownSignal(result);
  return result;
}

function wrongResult(result: Value): PyError {
  const what = `a variable of type <class '${typeName(result)}'>`;
  return new PyError('TypeError', `Provided \`function\` which is applied to all elements of table returns ${what}.`);
}

/** The row with what the function made of it: the row as the function left it, without the columns to remove, and what it gave. */
function merged(row: DictValue, result: DictValue, removed: readonly string[]): DictValue {
  const lazy = result.className === 'LazyRow' || result.className === 'LazyBatch';
  const all = new DictValue(row.span);
  const add = (from: DictValue, left: readonly string[]): void => {
    for (const [id, entry] of from.entries) if (!(entry.key.kind === 'str' && left.includes(entry.key.text))) all.entries.set(id, entry);
  };
  add(row, removed);
  if (result !== row) add(result, lazy ? removed : []);
  return all;
}

/**
 * The columns of rows: those of the first one.
 * @param table where the rows come from, whose untouched cells keep their type @param from index of the first row
 * @throws PyError KeyError where a row lacks one, TypeError for a name that is no string
 */
function columnsOf(rows: readonly DictValue[], order: Schema | undefined, table: Table, from: number): ReadonlyMap<string, WrittenColumn> {
  const columns = new Map<string, WrittenColumn>();
  for (const [id, { key }] of rows[0]!.entries) {
    if (key.kind === 'unknown') throw new UnknownSignal(key);
    if (key.kind !== 'str') throw new PyError('TypeError', `expected bytes, ${typeName(key)} found`);
    const values = rows.map((row) => row.entries.get(id)?.value ?? missing(key.text));
    columns.set(key.text, unchanged(values, table, key.text, from, order) ?? values);
  }
  return columns;
}

function missing(name: string): never {
  throw new PyError('KeyError', `'${name}'`);
}

/** A column that nobody has touched, with the type that it has. */
function unchanged(
  values: readonly Value[],
  table: Table,
  name: string,
  from: number,
  order: Schema | undefined,
): WrittenColumn | undefined {
  const column = order?.has(name) ? table.column(name) : undefined;
  if (!column || !values.every((value, i) => untouched(value) === column.cells[from + i])) return undefined;
  return { type: column.type, cells: column.cells.slice(from, from + values.length) };
}

function mapBatches(runtime: Runtime, table: Table, mapping: Mapping, size: number, offset: number): Table {
  const writer = tableWriter(mapping.wanted.schema, mapping.wanted.fixed, table.library);
  let updates = true;
  for (let start = 0; start < table.count; start += size) {
    const end = Math.min(table.count, start + size);
    const batch = batchOf(table, start, end);
    const indices = Array.from({ length: end - start }, (_, i) => new IntValue(BigInt(start + i + offset), runtime.span));
    const result = callOn(runtime, mapping, batch, new ListValue(indices, runtime.span));
    updates = result.kind !== 'none';
    if (!updates) continue;
    if (result.kind !== 'dict') throw wrongResult(result);
    requireLists(result);
    writer.write(listsOf(merged(mapping.inputColumns ? batchOf(table, start, end) : batch, result, mapping.removed)));
  }
  return updates ? writer.finish() : table;
}

/** The rows from `start` to before `end` as a dict of columns. */
export function batchOf(table: Table, start: number, end: number, className = 'LazyBatch'): DictValue {
  const { span } = table.row(start);
  const batch = new DictValue(span, className);
  for (const { name, cells } of table.columns) batch.set(name, new ListValue(() => cells.slice(start, end).map(ownCopy), span));
  return batch;
}

/** @throws PyError TypeError for a value that is no list */
function requireLists(result: DictValue): void {
  for (const { value } of result.entries.values()) {
    const undecided = undecidedType(value);
    if (undecided) throw new UnknownSignal(undecided);
    if (value.kind !== 'list' && value.kind !== 'unknown' && typeName(value) !== 'ndarray' && typeName(value) !== 'Series')
      throw new PyError(
        'TypeError',
        `Provided \`function\` which is applied to all elements of table returns a \`dict\` of types [<class '${typeName(value)}'>].`,
      );
  }
}

function listsOf(columns: DictValue): ReadonlyMap<string, WrittenColumn> {
  const lists = new Map<string, WrittenColumn>();
  for (const { key, value } of columns.entries.values()) {
    if (value.kind !== 'list')
      throw new UnknownSignal(value.kind === 'unknown' ? value : new UnknownValue(say`a column of an array is not modelled`, value.span));
    if (key.kind === 'str') lists.set(key.text, value.items);
  }
  return lists;
}
