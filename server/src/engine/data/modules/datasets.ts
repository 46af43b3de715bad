import { nowhere } from '../../core/span.js';
import { ListValue, NoneValue, str, textOf, UnknownValue, type Value } from '../../core/value.js';
import { plainType } from '../datasets/arrow-type.js';
import { concatenateRows } from '../datasets/concatenate.js';
import { DatasetValue, dictOfDatasets } from '../datasets/dataset-value.js';
import { sequenceFeature, valueFeature } from '../datasets/features.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { PartialDataset, withoutDoubt } from '../datasets/partial-dataset.js';
import { PartialList } from '../../python/runtime/partial.js';
import { tableFromDict, tableFromGenerator, tableFromList } from '../datasets/make-table.js';
import { Table } from '../datasets/table.js';
import { inferredColumn } from '../datasets/to-arrow.js';
import { cellsOf, isMissing } from '../pandas/cells.js';
import { HeldFrame } from '../pandas/data.js';
import { bind, valueError } from '../../python/runtime/call-arguments.js';
import { moduleClass, moduleOf, pythonFunction, unknowable } from '../../python/runtime/modules/module.js';
import { BuiltinValue, type Arguments, type ModuleValue, type Runtime } from '../../python/runtime/runtime.js';
import { truthy, typeName } from '../../python/runtime/semantics.js';
import { makeDict } from '../../python/runtime/types/constructors.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { say } from '../../core/say.js';

/** What `load_dataset` does: it needs files, which the program's world has. */
export type LoadDataset = (runtime: Runtime, args: Arguments) => Value;

/** How data is loaded from files. */
export interface DatasetLoaders {
  readonly loadDataset: LoadDataset;
  readonly loadFromDisk: LoadDataset;
}

/**
 * The module `datasets` (3.6) and those of its submodules that code imports from, by their dotted names.
 * @param library what turns on its release
 */
export function datasetsModules(
  library: InstalledDatasets,
  { loadDataset, loadFromDisk }: DatasetLoaders,
): Readonly<Record<string, ModuleValue>> {
  const members = {
    ...classesOf(library),
    ...functions,
    Dataset: datasetClass(library, { loadDataset, loadFromDisk }),
    DatasetDict: moduleClass('datasets.dataset_dict.DatasetDict', makeDatasetDict, {
      load_from_disk: loadingMethod('DatasetDict.load_from_disk', loadFromDisk),
    }),
    load_from_disk: pythonFunction('datasets.load.load_from_disk', loadFromDisk),
    Split: split,
    load_dataset: pythonFunction('datasets.load.load_dataset', loadDataset),
  };
  const names = ['datasets.arrow_dataset', 'datasets.dataset_dict', 'datasets.load', 'datasets.features', 'datasets.combine'];
  const logging = moduleOf('datasets.utils.logging', quieting);
  const utils = moduleOf('datasets.utils', { logging });
  const below = Object.fromEntries(names.map((path) => [path, moduleOf(path, members)]));
  const parts = Object.fromEntries(Object.entries(below).map(([path, module]) => [path.slice('datasets.'.length), module]));
  return {
    datasets: moduleOf('datasets', { ...parts, utils, logging, ...members }),
    ...below,
    'datasets.utils': utils,
    'datasets.utils.logging': logging,
  };
}

type MakeTable = (runtime: Runtime, args: Arguments, library: InstalledDatasets) => Table;

function making(name: string, library: InstalledDatasets, make: MakeTable): BuiltinValue {
  return new BuiltinValue(
    `Dataset.${name}`,
    nowhere,
    (runtime, args) => new DatasetValue(make(runtime, args, library), runtime.span),
    'method',
  );
}

/** Of a list whose first items are known, the first rows are. */
function datasetFromList(runtime: Runtime, args: Arguments, library: InstalledDatasets): Value {
  const [rows] = args.positional;
  const { span } = runtime;
  if (!(rows instanceof PartialList) || args.positional.length + args.keywords.size > 1)
    return new DatasetValue(tableFromList(runtime, args, library), span);
  const table = tableFromList(runtime, { positional: [new ListValue([...rows.head], rows.span)], keywords: new Map() }, library);
  return new PartialDataset(new DatasetValue(withoutDoubt(table, typesNotKnown), span), rows.reason, span);
}

const typesNotKnown = 'Its type depends on all lines of the file, of which only the first are read.';

function loadingMethod(path: string, load: LoadDataset): BuiltinValue {
  return new BuiltinValue(path, nowhere, load, 'method');
}

/** `Dataset.from_json(paths)` is `load_dataset('json', data_files=paths, split='train')` (datasets 3.6 `arrow_dataset.py`, `io/`). */
function ofFormat(format: string, { positional, keywords }: Arguments, { span }: Runtime): Arguments {
  const [paths, ...more] = positional;
  const given = new Map(keywords);
  const files = paths ?? given.get('path_or_paths');
  given.delete('path_or_paths');
  if (files) given.set('data_files', files);
  given.set('split', given.get('split') ?? str('train', span));
  return { positional: [str(format, span), ...more], keywords: given };
}

/** `Dataset.from_pandas(df)`: missing cells are None, and labels that are no range of numbers make a column. */
function datasetFromPandas(runtime: Runtime, args: Arguments, library: InstalledDatasets): Value {
  // What the split is called changes no row.
  const [frame, features, info, , keeps] = bind('from_pandas', args, ['df', 'features', 'info', 'split', 'preserve_index'], 1);
  if (frame?.kind === 'unknown') return frame;
  if (!(frame instanceof HeldFrame) || [features, info].some((value) => value && value.kind !== 'none'))
    return new UnknownValue(say`this use of Dataset.from_pandas is not modelled`, runtime.span);
  const { columns: own, index } = frame.data;
  const asked = keeps && keeps.kind !== 'none' ? truthy(keeps) : undefined;
  if (asked === undefined && index.isRange === 'newer')
    return new UnknownValue(say`whether these labels make a column depends on the release of pandas`, runtime.span);
  const keepsIndex = asked ?? !index.isRange;
  if (typeof keepsIndex !== 'boolean') return keepsIndex;
  const labels = keepsIndex ? [{ name: index.name ?? '__index_level_0__', ...cellsOf(index.labels) }] : [];
  const columns = [...own, ...labels].map(({ name, dtype, cells }) => {
    const values = cells.map((cell) => (isMissing(cell) ? new NoneValue(cell.span) : cell));
    return { name, ...(dtype === 'object' ? inferredColumn(values, library) : { type: plainType(dtype), cells: values }) };
  });
  return new DatasetValue(Table.of(columns, library), runtime.span);
}

const notModelled = (name: string): UnknownValue => new UnknownValue(say`${name} is not modelled`, nowhere);

/** The class `Dataset`. */
function datasetClass(library: InstalledDatasets, { loadDataset, loadFromDisk }: DatasetLoaders): Value {
  return moduleClass(
    'datasets.arrow_dataset.Dataset',
    (runtime) => new UnknownValue(say`a Dataset of an Arrow table is not modelled`, runtime.span),
    {
      from_list: new BuiltinValue('Dataset.from_list', nowhere, (runtime, args) => datasetFromList(runtime, args, library), 'method'),
      from_dict: making('from_dict', library, tableFromDict),
      from_generator: making('from_generator', library, tableFromGenerator),
      from_pandas: loadingMethod('Dataset.from_pandas', (runtime, args) => datasetFromPandas(runtime, args, library)),
      ...Object.fromEntries(
        ['csv', 'json', 'parquet', 'text'].map((format) => [
          `from_${format}`,
          loadingMethod(`Dataset.from_${format}`, (runtime, args) => loadDataset(runtime, ofFormat(format, args, runtime))),
        ]),
      ),
      from_file: notModelled('Dataset.from_file'),
      load_from_disk: loadingMethod('Dataset.load_from_disk', loadFromDisk),
    },
  );
}

function makeDatasetDict(runtime: Runtime, args: Arguments): Value {
  const dict = makeDict(runtime, args, 'dict');
  return dict.kind === 'dict' ? dictOfDatasets(dict.entries, runtime.span) : dict;
}

const classesOf = (library: InstalledDatasets): Readonly<Record<string, Value>> => ({
  IterableDataset: unknowable('datasets.iterable_dataset.IterableDataset', say`streamed datasets are not modelled`, 'class'),
  IterableDatasetDict: unknowable('datasets.dataset_dict.IterableDatasetDict', say`streamed datasets are not modelled`, 'class'),
  Features: moduleClass('datasets.features.features.Features', (runtime, args) => makeDict(runtime, args, 'Features')),
  Value: moduleClass('datasets.features.features.Value', (_runtime, args) => {
    const [dtype] = bind('Value', args, ['dtype', 'id'], 1);
    return valueFeature(textOf(dtype) ?? '', library.columns());
  }),
  Sequence: moduleClass('datasets.features.features.Sequence', (_runtime, args) => {
    const [feature, length] = bind('Sequence', args, ['feature', 'length', 'id'], 1);
    return sequenceFeature(feature!, length?.kind === 'int' ? length.value : -1n, library.columns());
  }),
  ClassLabel: unknowable('datasets.features.features.ClassLabel', say`class labels are not modelled`, 'class'),
  Image: unknowable('datasets.features.image.Image', say`pictures are not modelled`, 'class'),
  Audio: unknowable('datasets.features.audio.Audio', say`sounds are not modelled`, 'class'),
  NamedSplit: moduleClass('datasets.splits.NamedSplit', (_runtime, args) => bind('NamedSplit', args, ['name'], 1)[0]!),
});

/** `concatenate_datasets(dsets, axis=0)`. @throws PyError ValueError */
function concatenate(runtime: Runtime, args: Arguments): Value {
  const [list, , , axis] = bind('concatenate_datasets', args, ['dsets', 'info', 'split', 'axis'], 1);
  const datasets = [...runtime.iterate(list!)];
  if (datasets.length === 0) throw valueError('Unable to concatenate an empty list of datasets.');
  const tables = datasets.map((dataset, i) => tableOf(dataset, i));
  if (axis?.kind === 'int' && axis.value === 1n) return new DatasetValue(besides(tables), runtime.span);
  return new DatasetValue(concatenateRows(tables), runtime.span);
}

function tableOf(dataset: Value, i: number): Table {
  if (dataset instanceof DatasetValue) return dataset.table;
  if (dataset.kind === 'unknown') throw new UnknownSignal(dataset);
  throw valueError(
    `Expected a list of Dataset objects or a list of IterableDataset objects, but element at position ${String(i)} is a ${typeName(dataset)}.`,
  );
}

/** The columns of several tables of as many rows. */
function besides(tables: readonly Table[]): Table {
  const some = tables.some(({ count }) => count > 0) ? tables.filter(({ count }) => count > 0) : tables.slice(0, 1);
  if (some.some(({ count }) => count !== some[0]!.count)) throw valueError('Number of rows must match for all datasets');
  const columns = some.flatMap((table) => table.columns);
  const names = columns.map(({ name }) => name);
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  if (twice.length > 0) throw valueError(`The table can't have duplicated columns but columns ${twice.join(', ')} are duplicated.`);
  return some[0]!.withColumns(columns);
}

/** What changes nothing that matters to rows. */
function withoutEffect(path: string): BuiltinValue {
  return pythonFunction(path, (runtime) => new NoneValue(runtime.span));
}

const quieting: Readonly<Record<string, Value>> = Object.fromEntries(
  [
    'set_verbosity',
    'set_verbosity_error',
    'set_verbosity_warning',
    'set_verbosity_info',
    'disable_progress_bar',
    'enable_progress_bar',
  ].map((name) => [name, withoutEffect(`datasets.utils.logging.${name}`)]),
);

const functions: Readonly<Record<string, Value>> = {
  concatenate_datasets: pythonFunction('datasets.combine.concatenate_datasets', concatenate),
  interleave_datasets: unknowable('datasets.combine.interleave_datasets', say`interleave_datasets is not modelled`),
  load_dataset_builder: unknowable('datasets.load.load_dataset_builder', say`builders of datasets are not modelled`),
  get_dataset_config_names: unknowable('datasets.inspect.get_dataset_config_names', say`what the Hub has is not known`),
  get_dataset_split_names: unknowable('datasets.inspect.get_dataset_split_names', say`what the Hub has is not known`),
  disable_progress_bar: withoutEffect('datasets.disable_progress_bar'),
  disable_progress_bars: withoutEffect('datasets.disable_progress_bars'),
  enable_progress_bar: withoutEffect('datasets.enable_progress_bar'),
  disable_caching: withoutEffect('datasets.disable_caching'),
  enable_caching: withoutEffect('datasets.enable_caching'),
  set_caching_enabled: withoutEffect('datasets.set_caching_enabled'),
};

/** The values of `datasets.Split`, which are strings. */
const split = new BuiltinValue(
  'datasets.splits.Split',
  nowhere,
  (runtime) => new UnknownValue(say`splits by that name are not modelled`, runtime.span),
  'class',
  Object.fromEntries(['train', 'test', 'validation'].map((name) => [name.toUpperCase(), str(name, nowhere)])),
);
