import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { joinPath } from '../../core/paths.js';
import type { FileId } from '../../core/span.js';
import { isOutOfReach } from '../../core/workspace.js';
import { textOf, UnknownValue, type Value } from '../../core/value.js';
import { pathText } from '../../python/runtime/builtins/file.js';
import { bind } from '../../python/runtime/call-arguments.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { DatasetValue, datasetDict } from '../datasets/dataset-value.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import type { LoadedFiles } from '../files.js';
import { tableOfFiles } from './file-tables.js';

/**
 * `datasets.load_from_disk(path)`: what `save_to_disk` left in a folder (datasets 3.6 `load.py`, `arrow_dataset.py`, `dataset_dict.py`).
 * @throws PyError FileNotFoundError; UnknownSignal where a file is not read
 */
export function loadFromDisk(runtime: Runtime, args: Arguments, files: LoadedFiles, library: InstalledDatasets): Value {
  const [place] = bind('load_from_disk', args, ['dataset_path', 'keep_in_memory', 'storage_options'], 1);
  const path = textOf(place) ?? (place && pathText(place));
  const unfollowed = new UnknownValue(say`this use of load_from_disk is not modelled`, runtime.span);
  const folder = path === undefined ? undefined : files.place(path);
  if (folder === undefined) return unfollowed;
  if (files.workspace.stat(folder)?.kind !== 'directory') {
    const read = files.read(folder);
    if (read.kind === 'none' && isOutOfReach(read)) return new UnknownValue(read.reason, runtime.span);
    throw new PyError('FileNotFoundError', `Directory ${path!} not found`, runtime.span);
  }
  const splits = member(jsonOf(files, joinPath(folder, 'dataset_dict.json')), 'splits');
  if (!Array.isArray(splits)) return savedSplit(runtime, files, folder, library) ?? unfollowed;
  const datasets = new Map<string, DatasetValue>();
  for (const split of splits) {
    const dataset = typeof split === 'string' ? savedSplit(runtime, files, joinPath(folder, split), library) : undefined;
    if (!dataset) return unfollowed;
    datasets.set(String(split), dataset);
  }
  return datasetDict(datasets, runtime.span);
}

/** A Dataset of its own; undefined where its state is none that is followed. */
function savedSplit(runtime: Runtime, files: LoadedFiles, folder: FileId, library: InstalledDatasets): DatasetValue | undefined {
  const state = jsonOf(files, joinPath(folder, 'state.json'));
  const parts = member(state, '_data_files');
  const indices = member(state, '_indices_data_files');
  if (!Array.isArray(parts) || (Array.isArray(indices) && indices.length > 0)) return undefined;
  const names = parts.map((part) => member(part, 'filename'));
  if (!names.every((name) => typeof name === 'string')) return undefined;
  const paths = names.map((name) => joinPath(folder, name));
  return new DatasetValue(tableOfFiles(files, paths, 'arrow', { csv: { delimiter: ',' }, ...library }), runtime.span);
}

function jsonOf(files: LoadedFiles, file: FileId): unknown {
  const read = files.read(file);
  try {
    return read.kind === 'text' ? JSON.parse(read.text) : undefined;
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
