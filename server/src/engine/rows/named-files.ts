import { placesOfPath } from '../core/setting-paths.js';
import type { FileId } from '../core/span.js';
import { textOf, type Value } from '../core/value.js';
import type { Workspace } from '../core/workspace.js';
import { listedNames } from './dataset-configs.js';
import type { DatasetRows } from './dataset-rows.js';
import { say } from '../core/say.js';

/** What `load_dataset` takes for a dataset that is nothing but files (datasets 5.2 `packaged_modules/`). */
export const fileFormats: ReadonlySet<string> = new Set(['json', 'csv', 'parquet', 'arrow']);

/**
 * The files of a split that `data_files` names on this machine. Relative paths start where the harness is started: in a workspace folder, or in one of the
 * folders around the file that names them.
 * @param dataFiles a path or list of paths, which is the train split, or a dict of these by split (datasets 5.2 `data_files.py`)
 * @returns undefined where it is no list of plain paths
 */
export function findNamedFiles(workspace: Workspace, dataFiles: Value, split: string): DatasetRows | undefined {
  if (dataFiles.kind !== 'dict')
    return split === 'train'
      ? filesOf(workspace, dataFiles)
      : { problem: say`data_files names no files of split '${split}', only of 'train'.` };
  const named = dataFiles.get(split);
  if (named) return filesOf(workspace, named);
  const splits = [...dataFiles.entries.values()].flatMap(({ key }) => textOf(key) ?? []);
  return { problem: say`data_files names no files of split '${split}', only of ${listedNames(splits)}.` };
}

function filesOf(workspace: Workspace, named: Value): DatasetRows | undefined {
  const paths = (named.kind === 'list' ? named.items : [named]).map(textOf);
  const files: FileId[] = [];
  for (const path of paths) {
    if (path === undefined || path.includes('://') || /[*?[]/.test(path)) return undefined;
    const around = path.startsWith('/') ? [] : foldersAbove(named.span.file).map((folder) => `${folder}/${path}`);
    const place = [...placesOfPath(path, workspace), ...around].find((candidate) => workspace.stat(candidate));
    if (place === undefined)
      return { problem: say`data_files names ${path}, which is neither in a workspace folder nor in one around this file.` };
    files.push(place);
  }
  return files.length === 0 ? undefined : { files };
}

/** Nearest first; the root is ''. */
function foldersAbove(file: FileId): FileId[] {
  const end = file.lastIndexOf('/');
  return end < 0 ? [] : [file.slice(0, end), ...foldersAbove(file.slice(0, end))];
}
