import { oncePer } from '../core/once-per.js';
import type { FileId } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';
import { listedNames, noConfig, pickConfig } from './dataset-configs.js';
import type { DatasetRows } from './dataset-rows.js';
import { findPublishedRows } from './hub-snapshot.js';
import { say } from '../core/say.js';

/**
 * Finds the rows of a split of a dataset as `load_dataset(path, name)` has left them on this machine: prepared in the cache of the library
 * `datasets`, else as they were downloaded. Nothing is downloaded.
 * @param path `org/name`, or `name` @param name the configuration; undefined for the only or default one @param split `test`
 */
export function findDatasetRows(workspace: Workspace, path: string, name: string | undefined, split: string): DatasetRows {
  const caches = workspace.huggingFace;
  if (!caches) return { problem: say`The caches of Hugging Face are out of reach, so rows are placeholders.`, absent: true };
  if (!/^[\w.-]+(\/[\w.-]+)?$/.test(path) || /^\.+$/.test(path))
    return { problem: say`The dataset ${path} is not looked for: it is not a name on the Hugging Face Hub.`, absent: true };
  const prepared = findPrepared(workspace, caches.datasets, path, name, split);
  if (prepared && 'files' in prepared) return prepared;
  const published = findPublishedRows(workspace, caches.hub, path, name, split);
  return (
    published ??
    prepared ?? {
      problem: say`The dataset ${path} is not on this machine, so rows are placeholders. Its rows are found once it has been loaded here.`,
      absent: true,
    }
  );
}

/** `<cache>/<org>___<name>/<config>/<version>/<hash>/<name>-<split>.arrow` (datasets 3.6 `builder.py`, `naming.py`). Undefined where the dataset has no folder. */
function findPrepared(workspace: Workspace, cache: FileId, path: string, name: string | undefined, split: string): DatasetRows | undefined {
  const [base, org] = path.split('/').reverse();
  const folderName = (org === undefined ? '' : `${org}___`) + snakeCase(base!);
  const folder = childCalled(workspace, cache, folderName);
  if (folder === undefined) return undefined;
  const configs = directories(workspace, folder);
  const config = pickConfig(configs.map(nameOf), name);
  if (config === undefined) return { problem: noConfig(path, name, configs.map(nameOf)) };
  const builds = directories(workspace, `${folder}/${config}`)
    .flatMap((version) => directories(workspace, version))
    .reverse();
  const splits = new Set<string>();
  for (const build of builds) {
    const files = arrowFiles(workspace, build, splits, split);
    if (files.length > 0) return { files };
  }
  return { problem: say`The dataset ${path} has no split '${split}' on this machine; it has ${listedNames([...splits])}.` };
}

/** The files of a split in a prepared folder, where all its parts are there. Adds the splits of the folder to `splits`. */
function arrowFiles(workspace: Workspace, folder: FileId, splits: Set<string>, split: string): FileId[] {
  const files: FileId[] = [];
  let parts = 1;
  for (const entry of workspace.list(folder) ?? []) {
    const match = /-([A-Za-z_][\w.]*?)(?:-(\d{5})-of-(\d{5}))?\.arrow$/.exec(entry);
    if (!match || entry.startsWith('cache-')) continue;
    splits.add(match[1]!);
    if (match[1] !== split) continue;
    if (match[3] !== undefined) parts = Number(match[3]);
    files.push(`${folder}/${entry}`);
  }
  return files.length === parts ? files : [];
}

/** datasets 3.6 `naming.py`: `camelcase_to_snakecase`. */
function snakeCase(name: string): string {
  return name
    .replace(/[A-Z](?=[A-Z][a-z])/g, '$&_')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** The entry of a folder that is called so, whatever its case. */
function childCalled(workspace: Workspace, folder: FileId, called: string): FileId | undefined {
  const names = workspace.list(folder);
  const name = names && byLowerCase(names).get(called.toLowerCase());
  return name === undefined ? undefined : `${folder}/${name}`;
}

/** A cache may have a thousand datasets, and thousands of tasks look for theirs. The first of several names counts. */
const byLowerCase = oncePer(
  (names: readonly string[]): ReadonlyMap<string, string> => new Map(names.toReversed().map((name) => [name.toLowerCase(), name])),
);

/** The folders in a folder that are finished. */
function directories(workspace: Workspace, folder: FileId): FileId[] {
  const names = workspace.list(folder)?.filter((name) => !name.endsWith('.incomplete')) ?? [];
  return names.map((name) => `${folder}/${name}`).filter((path) => workspace.stat(path)?.kind === 'directory');
}

function nameOf(file: FileId): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
