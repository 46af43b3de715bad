import { textOf, UnknownValue } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { findDatasetRows } from '../../rows/find-dataset.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import type { Table } from '../datasets/table.js';
import type { LoadedFiles } from '../files.js';
import { tableOfFiles, type FileFormat } from './file-tables.js';
import type { LazyTables, LoadCall } from './load-call.js';
import { say } from '../../core/say.js';

/**
 * A dataset of the Hub as it was left in the caches of this machine. Only the split that is asked for is looked for.
 * @throws UnknownSignal where it is not on this machine
 */
export function hubTables(call: LoadCall, files: LoadedFiles, library: InstalledDatasets): LazyTables {
  const { path, given, place } = call;
  const split = /^[\w.]+/.exec(textOf(given.get('split')) ?? '')?.[0];
  const hole = (reason: string): UnknownSignal => new UnknownSignal(new UnknownValue(reason, place.span));
  if (given.has('data_files') || given.has('data_dir')) throw hole(say`Which files of ${path} are meant is not followed.`);
  if (split === undefined) throw hole(say`The dataset ${path} is not on this machine.`);
  const found = findDatasetRows(files.workspace, path, textOf(given.get('name')), split);
  if ('problem' in found) throw hole(found.problem);
  const format = formatOf(found.files[0] ?? '');
  const read = (): Table => tableOfFiles(files, found.files, format, { csv: { delimiter: ',' }, ...library });
  return new Map([[split, read]]);
}

function formatOf(file: string): FileFormat {
  if (/\.arrow$/i.test(file)) return 'arrow';
  if (/\.parquet$/i.test(file)) return 'parquet';
  return /\.[ct]sv(\.gz)?$/i.test(file) ? 'csv' : 'json';
}
