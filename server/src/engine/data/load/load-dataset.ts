import { isTextSample, type TextSample } from './text-table.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { textOf, UnknownValue, type Value } from '../../core/value.js';
import { unknownArgument, valueError } from '../../python/runtime/call-arguments.js';
import { pathText } from '../../python/runtime/builtins/file.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { truthy } from '../../python/runtime/semantics.js';
import { publishedConfigs, type PublishedConfig } from '../../rows/hub-snapshot.js';
import { DatasetValue, datasetDict } from '../datasets/dataset-value.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import type { Table } from '../datasets/table.js';
import type { LoadedFiles } from '../files.js';
import { misfitOf, tableLike, tableOfFiles, type FileFormat, type FileReadOptions } from './file-tables.js';
import { filesOfFolder, patternsOfValue, resolved, withFormat, type InferredFormat, type SplitFiles } from './find-files.js';
import { hubTables } from './hub-dataset.js';
import type { LazyTables, LoadCall } from './load-call.js';
import { partsOfSplit } from './split-names.js';

const positionalNames = ['path', 'name', 'data_dir', 'data_files', 'split', 'cache_dir', 'features'];

/** Arguments that do not change what is loaded here. */
const withoutEffect: ReadonlySet<string> = new Set([
  'cache_dir',
  'download_config',
  'download_mode',
  'verification_mode',
  'keep_in_memory',
  'save_infos',
  'revision',
  'token',
  'num_proc',
  'storage_options',
  'trust_remote_code',
  'use_auth_token',
  'ignore_verifications',
  'task',
]);

const formats: ReadonlySet<string> = new Set(['json', 'csv', 'text', 'parquet', 'arrow']);

/**
 * `datasets.load_dataset(path, name, …)` of files on this machine (datasets 3.6 `load.py`): a format with `data_files`, a folder, or what lies in the caches of
 * Hugging Face. Nothing is downloaded, and no loading script is run.
 * @throws PyError as the library; UnknownSignal where that is not known
 */
export function loadDataset(runtime: Runtime, args: Arguments, files: LoadedFiles, library: InstalledDatasets): Value {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const asked = args.keywords.get('path') ?? args.positional[0];
  if (asked?.kind === 'none') throw new PyError('TypeError', 'expected str, bytes or os.PathLike object, not NoneType', runtime.span);
  const call = readCall(args);
  if (!call) return new UnknownValue(say`what load_dataset is asked for is not followed`, runtime.span);
  const streaming = call.given.get('streaming');
  if (streaming && truthy(streaming) !== false) return new UnknownValue(say`streamed datasets are not modelled`, runtime.span);
  const splits = tablesOf(runtime, call, files, library);
  const split = call.given.get('split');
  if (!split)
    return datasetDict(new Map([...splits].map(([name, table]) => [name, new DatasetValue(table(), runtime.span)])), runtime.span);
  const spec = textOf(split);
  if (spec === undefined) return new UnknownValue(say`lists of splits are not followed`, runtime.span);
  return new DatasetValue(partsOfSplit(splits, spec), runtime.span);
}

function readCall({ positional, keywords }: Arguments): LoadCall | undefined {
  const given = new Map<string, Value>();
  positional.forEach((value, i) => given.set(positionalNames[i] ?? `argument ${String(i)}`, value));
  for (const [name, value] of keywords) given.set(name, value);
  for (const [name, value] of given) if (value.kind === 'none') given.delete(name);
  const place = given.get('path');
  const path = place && (textOf(place) ?? pathText(place));
  given.delete('path');
  return place && path !== undefined ? { path, given, place } : undefined;
}

function tablesOf(runtime: Runtime, call: LoadCall, files: LoadedFiles, library: InstalledDatasets): LazyTables {
  const { path } = call;
  if (formats.has(path)) return ofFormat(runtime, call, files, path as FileFormat, library);
  const folder = files.place(path);
  if (folder === undefined) throw unknownPlace(call);
  const stem = path.slice(path.lastIndexOf('/') + 1);
  if (path.endsWith('.py') || files.workspace.stat(`${folder}/${stem}.py`)?.kind === 'file')
    throw new UnknownSignal(new UnknownValue(say`The loading script of ${path} is not run.`, call.place.span));
  if (files.workspace.stat(folder)?.kind === 'directory') return ofFolder(runtime, call, files, folder, library);
  return hubTables(call, files, library);
}

function unknownPlace({ path, place }: LoadCall): UnknownSignal {
  return new UnknownSignal(
    new UnknownValue(say`${path} is relative to the folder in which the framework will be started, which is not known.`, place.span),
  );
}

function ofFormat(runtime: Runtime, call: LoadCall, files: LoadedFiles, format: FileFormat, library: InstalledDatasets): LazyTables {
  const folder = textOf(call.given.get('data_dir')) ?? '.';
  const base = files.place(folder);
  if (base === undefined && folder !== '.') throw unknownPlace(call);
  const given = call.given.get('data_files');
  if (!given && base === undefined) throw unknownPlace(call);
  const splits = given ? resolved(files, patternsOfValue(given), base ?? '', given) : filesOfFolder(files, base!);
  return lazily(files, splits, format, optionsOf(runtime, call, format, library));
}

function lazily(files: LoadedFiles, splits: SplitFiles, format: FileFormat, options: FileReadOptions): LazyTables {
  // What is in files of columns has its types there, and not by what is in its cells.
  const settles = format !== 'parquet' && format !== 'arrow';
  let first: (() => Table) | undefined;
  const tables = new Map<string, () => Table>();
  for (const [split, paths] of splits) {
    const before = first;
    let made: Table | undefined;
    const own = (): Table => tableOfFiles(files, paths, format, options);
    const table = (): Table =>
      (made ??=
        before && settles ? tableLike(before(), own(), misfitOf(files, [...splits.values()][0]?.[0] ?? '', format, options)) : own());
    tables.set(split, table);
    first ??= table;
  }
  return tables;
}

/** @throws UnknownSignal for an argument that is not followed */
function optionsOf(
  runtime: Runtime,
  call: LoadCall,
  format: FileFormat,
  library: InstalledDatasets,
  inferred?: InferredFormat,
): FileReadOptions {
  const known = new Set(['name', 'data_dir', 'data_files', 'split', 'streaming', ...withoutEffect]);
  let delimiter = inferred?.delimiter ?? ',';
  let field: string | undefined;
  let names: readonly string[] | undefined;
  const sampleBy = sampleOf(call, format, known);
  for (const [name, value] of call.given) {
    if (known.has(name)) continue;
    const text = textOf(value);
    if (format === 'json' && name === 'field' && text !== undefined) field = text;
    else if (format === 'csv' && (name === 'sep' || name === 'delimiter') && text?.length === 1) delimiter = text;
    else if (format === 'csv' && (name === 'names' || name === 'column_names'))
      names = Array.from(runtime.iterate(value), (item) => textOf(item) ?? '');
    else if (format === 'csv' && name === 'header' && value.kind === 'int' && value.value === 0n) continue;
    else throw new UnknownSignal(new UnknownValue(say`the argument ${name} of load_dataset is not followed`, value.span));
  }
  if (names && !call.given.has('header')) return { field, csv: { delimiter, names }, ...library };
  if (names) throw new UnknownSignal(new UnknownValue(say`names in place of a header are not followed`, call.place.span));
  return { field, sampleBy, csv: { delimiter }, ...library };
}

/** What a row of a text is to be. @param known takes the argument in that says so */
function sampleOf({ given }: LoadCall, format: FileFormat, known: Set<string>): TextSample | undefined {
  const name = textOf(given.get('sample_by'));
  if (format !== 'text' || !isTextSample(name)) return undefined;
  known.add('sample_by');
  return name;
}

/** A folder: by what the head of its README says, else by the names of its files (`LocalDatasetModuleFactoryWithoutScript`). */
function ofFolder(runtime: Runtime, call: LoadCall, files: LoadedFiles, folder: FileId, library: InstalledDatasets): LazyTables {
  const given = call.given.get('data_files');
  const below = textOf(call.given.get('data_dir'));
  const base = below === undefined ? folder : (files.place(`${folder}/${below}`) ?? folder);
  const configs = given ? [] : publishedConfigs(files.workspace, folder);
  // Where nothing says which configurations there are, the files are looked at before the name is.
  const config = configs.length > 0 ? configFor(call, configs) : undefined;
  const found = given
    ? resolved(files, patternsOfValue(given), base, given)
    : config && below === undefined
      ? filesOfConfig(files, folder, config, call.place)
      : filesOfFolder(files, base);
  const { format, splits } = withFormat(found, call.path, call.place);
  if (configs.length === 0) configFor(call, configs);
  const own = Object.keys(config?.options ?? {}).filter((option) => !['features', 'dataset_info'].includes(option));
  const separator = config?.options.sep ?? config?.options.delimiter;
  if (own.some((option) => !['sep', 'delimiter', 'drop_labels', 'version', 'description'].includes(option)))
    throw new UnknownSignal(
      new UnknownValue(say`what the README of ${call.path} says of ${own.join(', ')} is not followed`, call.place.span),
    );
  const options = optionsOf(runtime, call, format.format, library, format);
  return lazily(
    files,
    splits,
    format.format,
    typeof separator === 'string' ? { ...options, csv: { ...options.csv, delimiter: separator } } : options,
  );
}

/** @throws PyError ValueError where no configuration is named among several, or one that is not there */
function configFor({ given }: LoadCall, configs: readonly PublishedConfig[]): PublishedConfig | undefined {
  const name = textOf(given.get('name'));
  if (configs.length === 0) {
    if (name !== undefined && name !== 'default') throw valueError(`BuilderConfig '${name}' not found. Available: ['default']`);
    return undefined;
  }
  const names = configs.map((config) => `'${config.name}'`).join(', ');
  if (name !== undefined) {
    const named = configs.find((config) => config.name === name);
    if (!named) throw valueError(`BuilderConfig '${name}' not found. Available: [${names}]`);
    return named;
  }
  const chosen =
    configs.find(({ isDefault }) => isDefault) ??
    configs.find((config) => config.name === 'default') ??
    (configs.length === 1 ? configs[0] : undefined);
  if (!chosen) throw valueError(`Config name is missing.\nPlease pick one among the available configs: [${names}]`);
  return chosen;
}

function filesOfConfig(files: LoadedFiles, folder: FileId, { patterns, folder: below }: PublishedConfig, value: Value): SplitFiles {
  const base = below === '' ? folder : `${folder}/${below}`;
  if (!patterns) return filesOfFolder(files, base);
  try {
    return resolved(files, patterns, base, value);
  } catch (error) {
    if (error instanceof PyError && error.type === 'FileNotFoundError') throw new PyError(error.type, error.text, value.span);
    throw error;
  }
}
