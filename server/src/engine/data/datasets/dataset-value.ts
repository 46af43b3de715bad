import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import {
  DictValue,
  IntValue,
  ListValue,
  NoneValue,
  str,
  textOf,
  TupleValue,
  UnknownValue,
  type DictEntry,
  type Value,
} from '../../core/value.js';
import { bind, iterator, typeError, valueError } from '../../python/runtime/call-arguments.js';
import { LibraryDict, LibraryObject, SliceValue } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { asInteger, iterateItems, pyRepr, typeName } from '../../python/runtime/semantics.js';
import { sliceIndices } from '../../python/runtime/slices.js';
import {
  addColumn,
  addItem,
  castOneColumn,
  castTable,
  flattenTable,
  removeColumns,
  renameColumn,
  renameColumns,
  selectColumns,
} from './change-columns.js';
import { featuresOf } from './features.js';
import { filterTable } from './filter-rows.js';
import { tableFromDict, tableFromGenerator, tableFromList } from './make-table.js';
import { boundArguments, countArgument } from './map-arguments.js';
import { contiguousParts, quotedNames, mapTable } from './map-rows.js';
import { selectRows, shardRows, shuffleRows, skipRows, sortRows, splitRows, takeRows, uniqueCells } from './select-rows.js';
import { ownCopy, type Table } from './table.js';
import { columnValue } from './column-value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { toPandas } from './to-pandas.js';

/** What a method of a dataset gives: another table, tables by split, or any value. */
type Made = Table | ReadonlyMap<string, Table> | Value;

type DatasetMethod = (runtime: Runtime, table: Table, args: Arguments) => Made;

/** A `datasets.Dataset` (3.6). It never changes; methods give others. */
export class DatasetValue extends LibraryObject {
  constructor(
    readonly table: Table,
    span: Span,
  ) {
    super('Dataset', span, (name) => datasetAttribute(table, name, span), {
      get repr() {
        return reprOf(table);
      },
      get ofClass() {
        return Object.fromEntries(classMethods.map((name) => [name, methodOf(table, name, span)!]));
      },
      iterate: () => rowsOf(table),
      size: () => table.count,
      getItem: (index) => itemOf(table, index, span),
      contains: (item) => containsRow(table, item, span),
    });
  }
}

function* rowsOf(table: Table): Iterable<DictValue> {
  for (let i = 0; i < table.count; i++) yield table.row(i);
}

function reprOf({ names, count: rows }: Table): string {
  return `Dataset({\n    features: ${quotedNames(names)},\n    num_rows: ${String(rows)}\n})`;
}

function containsRow(_table: Table, _item: Value, span: Span): Value {
  return new UnknownValue(say`whether a dataset holds a row is not followed`, span);
}

/** `dataset[key]`: a row, a column, or a dict of columns (datasets 3.6 `formatting/formatting.py`, `query_table`). @throws PyError IndexError, KeyError, TypeError */
function itemOf(table: Table, key: Value, span: Span): Value {
  if (key.kind === 'int') return table.row(placeOf(key.value, table.count));
  if (key.kind === 'bool') throw typeError('dataset index must be int, str, slice or collection of int, not bool');
  if (key.kind === 'str') return columnList(table, key.text, span);
  if (key instanceof SliceValue) {
    const { start, step, count: size } = sliceIndices(key, table.count);
    return columnsOf(
      step === 1 ? table.slice(start, start + size) : table.pick(Array.from({ length: size }, (_, i) => start + i * step)),
      span,
    );
  }
  const items = iterateItems(key);
  if (!items)
    throw typeError(
      `Wrong key type: '${pyRepr(key).text}' of type '<class '${typeName(key)}'>'. Expected one of int, slice, range, str or Iterable.`,
    );
  return columnsOf(table.pick(Array.from(items, (item) => placeOf(asInteger(item) ?? 0n, table.count))), span);
}

function placeOf(index: bigint, total: number): number {
  const at = index < 0n ? index + BigInt(total) : index;
  if (at < 0n || at >= BigInt(total))
    throw new PyError('IndexError', `Invalid key: ${String(index)} is out of bounds for size ${String(total)}`);
  return Number(at);
}

function columnList(table: Table, name: string, span: Span): Value {
  const column = table.column(name);
  const form = table.library.columns();
  if (!column && form === 'column') throw valueError(`Column '${name}' doesn't exist.`);
  if (!column && form === 'either')
    throw new UnknownSignal(
      new UnknownValue(say`what is raised for a column that is not there depends on the release of the library datasets`, span),
    );
  if (!column)
    throw new PyError('KeyError', `"Column ${name} not in the dataset. Current columns in the dataset: ${quotedNames(table.names)}"`);
  return columnValue(column, form, span);
}

function columnsOf(table: Table, span: Span): DictValue {
  const result = new DictValue(span);
  for (const { name, cells } of table.columns) result.set(name, new ListValue(() => cells.map(ownCopy), span));
  return result;
}

/** Attributes that are no methods. */
function datasetAttribute(table: Table, name: string, span: Span): Value | undefined {
  switch (name) {
    case 'column_names':
      return new ListValue(
        table.names.map((column) => str(column, span)),
        span,
      );
    case 'num_rows':
      return int(table.count, span);
    case 'num_columns':
      return int(table.columns.length, span);
    case 'shape':
      return new TupleValue([int(table.count, span), int(table.columns.length, span)], span);
    case 'features':
      return featuresOf(table.schema, table.library.columns());
    default:
      return methodOf(table, name, span);
  }
}

function int(n: number, span: Span): IntValue {
  return new IntValue(BigInt(n), span);
}

function methodOf(table: Table, name: string, span: Span): Value | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method)
    return new BuiltinValue(
      `Dataset.${name}`,
      span,
      (runtime, args) => datasetOrValue(method(runtime, table, args), runtime.span),
      'method',
    );
  return unmodelled.has(name) ? new UnknownValue(say`${name} of a Dataset is not modelled`, span) : undefined;
}

function datasetOrValue(made: Made, span: Span): Value {
  if ('kind' in made) return made;
  return made instanceof Map
    ? datasetDict(new Map([...made].map(([name, table]) => [name, new DatasetValue(table as Table, span)])), span)
    : new DatasetValue(made as Table, span);
}

/** Attributes and methods that a Dataset has and that are not modelled; they are unknown rather than missing. */
const unmodelled: ReadonlySet<string> = new Set([
  'add_faiss_index_from_external_arrays',
  'drop_index',
  'from_buffer',
  'from_file',
  'from_pandas',
  'from_polars',
  'from_spark',
  'from_sql',
  'get_index',
  'get_nearest_examples',
  'get_nearest_examples_batch',
  'is_index_initialized',
  'list_indexes',
  'load_elasticsearch_index',
  'load_faiss_index',
  'save_faiss_index',
  'search_batch',
  'to_tf_dataset',
  'add_elasticsearch_index',
  'add_faiss_index',
  'align_labels_with_mapping',
  'batch',
  'builder_name',
  'cache_files',
  'citation',
  'class_encode_column',
  'cleanup_cache_files',
  'from_csv',
  'from_json',
  'from_parquet',
  'from_text',
  'config_name',
  'data',
  'dataset_size',
  'description',
  'download_checksums',
  'download_size',
  'export',
  'format',
  'formatted_as',
  'homepage',
  'info',
  'is_empty',
  'license',
  'load_from_disk',
  'prepare_for_task',
  'push_to_hub',
  'save_to_disk',
  'search',
  'set_format',
  'set_transform',
  'size_in_bytes',
  'split',
  'supervised_keys',
  'to_csv',
  'to_iterable_dataset',
  'to_json',
  'to_parquet',
  'to_polars',
  'to_sql',
  'version',
  'with_transform',
]);

/** Those of the methods that do not look at the dataset. */
const classMethods = ['from_list', 'from_dict', 'from_generator'];

const methods: Readonly<Record<string, DatasetMethod>> = {
  // Of the class: `dataset.from_list(rows)` does not look at the dataset.
  from_list: (runtime, { library }, args) => tableFromList(runtime, args, library),
  from_dict: (runtime, { library }, args) => tableFromDict(runtime, args, library),
  from_generator: (runtime, { library }, args) => tableFromGenerator(runtime, args, library),
  to_pandas: (runtime, table, args) =>
    args.positional.length + args.keywords.size > 0
      ? new UnknownValue(say`this use of to_pandas is not modelled`, runtime.span)
      : toPandas(table, runtime.span),
  map: mapTable,
  filter: filterTable,
  select: selectRows,
  shuffle: shuffleRows,
  sort: sortRows,
  train_test_split: splitRows,
  rename_column: renameColumn,
  rename_columns: renameColumns,
  remove_columns: removeColumns,
  select_columns: selectColumns,
  add_column: addColumn,
  add_item: addItem,
  cast: castTable,
  cast_column: castOneColumn,
  flatten: flattenTable,
  shard: (runtime, table, args) => shardRows(runtime, table, args, contiguousParts),
  take: (runtime, table, args) => takeRows(table, numberArgument('take', args, 'n'), runtime.span),
  skip: (_runtime, table, args) => skipRows(table, numberArgument('skip', args, 'n')),
  repeat: (runtime, table, args) => {
    const times = Math.max(0, numberArgument('repeat', args, 'num_times'));
    runtime.checkSize(times * table.count);
    return table.pick(Array.from({ length: times * table.count }, (_, i) => i % table.count));
  },
  flatten_indices: (_runtime, table) => table,
  reset_format: (runtime) => new NoneValue(runtime.span),
  with_format: (runtime, table, args) => {
    const [type] = args.positional;
    const kind = type ?? args.keywords.get('type');
    const plainly = (!kind || kind.kind === 'none' || textOf(kind) === 'python') && args.positional.length + args.keywords.size <= 1;
    return plainly ? table : new UnknownValue(say`formats of datasets are not modelled`, runtime.span);
  },
  unique: (runtime, table, args) => {
    const name = textOf(boundArguments('unique', args, ['column'], 1).get('column')) ?? '';
    if (!table.column(name)) throw new PyError('ValueError', `Column (${name}) not in table columns (${quotedNames(table.names)}).`);
    return new ListValue([...uniqueCells(table, name)], runtime.span);
  },
  to_dict: (runtime, table, args) => {
    bind('to_dict', args, ['batch_size', 'batched'], 0);
    return columnsOf(table, runtime.span);
  },
  to_list: (runtime, table) => new ListValue(() => [...rowsOf(table)], runtime.span),
  iter: (runtime, table, args) => {
    const size = Math.max(1, numberArgument('iter', args, 'batch_size'));
    return iterator(runtime, 'generator', batches(table, size, runtime.span));
  },
  __len__: (runtime, table) => int(table.count, runtime.span),
};

function* batches(table: Table, size: number, span: Span): Iterable<Value> {
  for (let start = 0; start < table.count; start += size) yield columnsOf(table.slice(start, Math.min(table.count, start + size)), span);
}

function numberArgument(name: string, args: Arguments, parameter: string): number {
  const bound = boundArguments(name, args, [parameter, 'drop_last_batch'], 1);
  const n = countArgument(bound, parameter);
  if (n === undefined)
    throw typeError(`'${typeName(args.positional[0] ?? args.keywords.get(parameter)!)}' object cannot be interpreted as an integer`);
  return n;
}

/** A `datasets.DatasetDict`: a dict of datasets whose methods are those of each of them. */
export function datasetDict(datasets: ReadonlyMap<string, Value>, span: Span): LibraryDict {
  const plain = new DictValue(span);
  for (const [name, dataset] of datasets) plain.set(name, dataset, span);
  return dictOfDatasets(plain.entries, span);
}

/** The same of the entries of any dict, whose values need not be datasets. */
export function dictOfDatasets(entries: ReadonlyMap<string, DictEntry>, span: Span): LibraryDict {
  const dict: LibraryDict = new LibraryDict('DatasetDict', span, entries, (name) => dictAttribute(dict, name, span));
  return dict;
}

/** What a DatasetDict has of the attributes of its datasets, each by split. */
const dictAttributes: ReadonlySet<string> = new Set(['column_names', 'num_rows', 'num_columns', 'shape']);
const dictMethods: ReadonlySet<string> = new Set([
  'map',
  'filter',
  'shuffle',
  'sort',
  'rename_column',
  'rename_columns',
  'remove_columns',
  'select_columns',
  'cast',
  'cast_column',
  'flatten',
  'unique',
  'with_format',
  'flatten_indices',
]);
const unmodelledOfDict: ReadonlySet<string> = new Set([
  'align_labels_with_mapping',
  'cache_files',
  'class_encode_column',
  'cleanup_cache_files',
  'data',
  'formatted_as',
  'from_csv',
  'from_json',
  'from_parquet',
  'from_text',
  'load_from_disk',
  'push_to_hub',
  'reset_format',
  'save_to_disk',
  'set_format',
  'set_transform',
  'with_transform',
]);

function dictAttribute(dict: LibraryDict, name: string, span: Span): Value | undefined {
  if (dictAttributes.has(name)) return eachSplit(dict, span, (dataset) => datasetAttribute(dataset.table, name, span)!);
  if (unmodelledOfDict.has(name)) return new UnknownValue(say`${name} of a DatasetDict is not modelled`, span);
  if (!dictMethods.has(name)) return undefined;
  return new BuiltinValue(
    `DatasetDict.${name}`,
    span,
    (runtime, args) => {
      const results = eachSplit(dict, runtime.span, (dataset) => runtime.call(datasetAttribute(dataset.table, name, span)!, args));
      return name === 'unique' ? results : dictOfDatasets(results.entries, runtime.span);
    },
    'method',
  );
}

/** @throws PyError TypeError for a value that is no dataset */
function eachSplit(dict: LibraryDict, span: Span, make: (dataset: DatasetValue) => Value): DictValue {
  const results = new DictValue(span);
  for (const [id, entry] of dict.entries) {
    const { value } = entry;
    if (value.kind !== 'unknown' && !(value instanceof DatasetValue))
      throw typeError(`Values in \`DatasetDict\` should be of type \`Dataset\` but got type '<class '${typeName(value)}'>'`);
    results.entries.set(id, { ...entry, value: value instanceof DatasetValue ? make(value) : value });
  }
  return results;
}
