import { compareText } from '../../../core/compare-text.js';
import { dirname } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import { packageFolder, type Workspace } from '../../../core/workspace.js';

/** Folders that hold no tasks. The first two are the harness's own list; nobody keeps tasks in the others, and they may be very large. */
const ignored = new Set(['__pycache__', '.ipynb_checkpoints', 'node_modules', '.git', '.venv', 'venv']);
/** Folders are not followed deeper than this. */
const deepest = 40;
const mostFolders = 50_000;
/** Of more names in a folder that may be folders it is asked at once which are: a look at each would take seconds where there are a hundred thousand. */
const fewNames = 100;
/** The ending of a name that is hardly a folder's. */
const plainFile = /\.(?:py|md|json|jsonl|txt|csv|tsv|yml|png|jpg|parquet|arrow|sh|ipynb|gz|zip|lock|toml|cfg|log)$/;

/**
 * The files that the harness looks for tasks in: `**` `/*.yaml` below a folder, sorted by path (lm-evaluation-harness 0.4.13 `tasks/_index.py`). Not `.yml`,
 * and not below a folder that is a symbolic link, which Python's `**` does not follow either.
 */
export function taskFilesBelow(root: FileId, workspace: Workspace): FileId[] {
  return [...foldersOfTasks(root, workspace)].flat().sort(compareText);
}

/** Whether there are more files of tasks below a folder than `most`, or more folders than that to look for them in. */
export function isLargerTree(root: FileId, workspace: Workspace, most: number): boolean {
  let [files, folders] = [0, 0];
  for (const found of foldersOfTasks(root, workspace)) {
    files += found.length;
    if (files > most || ++folders > most) return true;
  }
  return false;
}

/** The files of `taskFilesBelow`, those of one folder at a time: there may be tens of thousands of folders. */
export function* foldersOfTasks(root: FileId, workspace: Workspace): Generator<FileId[], void> {
  const waiting = [{ folder: root, depth: 0 }];
  let folders = 0;
  for (let next = waiting.pop(); next && folders < mostFolders; next = waiting.pop()) {
    folders++;
    const { files, below } = entriesOf(next.folder, next.folder === root, workspace);
    if (next.depth < deepest) for (const folder of below.reverse()) waiting.push({ folder, depth: next.depth + 1 });
    yield files;
  }
}

/** The files of tasks in a folder, and what may be a folder in it. */
function entriesOf(folder: FileId, isRoot: boolean, workspace: Workspace): { readonly files: FileId[]; readonly below: FileId[] } {
  const names = workspace.list(folder);
  if (!names || (!isRoot && workspace.isLink?.(folder))) return { files: [], below: [] };
  const pathOf = (name: string): FileId => `${folder === '/' ? '' : folder}/${name}`;
  const below = names.filter((name) => !name.endsWith('.yaml') && !ignored.has(name) && !plainFile.test(name));
  const known = below.length > fewNames ? workspace.foldersIn?.(folder) : undefined;
  return {
    files: names.filter((name) => name.endsWith('.yaml')).map(pathOf),
    below: (known ? below.filter((name) => known.has(name)) : below).map(pathOf),
  };
}

/**
 * The folders in which the tasks are that a file can name, in the order in which the harness indexes them: those of its package, where that is within
 * reach, and the file's own (`--include_path`): of the package if it lies there, else the topmost folder below the workspace folder.
 */
export function tasksRootsOf(file: FileId, workspace: Workspace): FileId[] {
  const harness = packageFolder(workspace, 'lm_eval', file);
  const shipped = harness === undefined ? undefined : `${harness}/tasks`;
  const own = tasksRootOf(file, workspace);
  return shipped === undefined || shipped === own ? [own] : [shipped, own];
}

/** The harness's own folder of tasks, `lm_eval/tasks`, around a file; undefined for one that lies elsewhere. */
export function shippedFolderOf(file: FileId): FileId | undefined {
  return /^.*?\/lm_eval\/tasks(?=\/)/.exec(file)?.[0];
}

/** The folder of tasks to which a file belongs: `lm_eval/tasks` around it, else the topmost folder below the workspace folder; at least its own. */
export function tasksRootOf(file: FileId, workspace: Workspace): FileId {
  const shipped = shippedFolderOf(file);
  if (shipped !== undefined) return shipped;
  const folder = workspace.folders
    ?.filter((candidate) => file.startsWith(candidate === '/' ? '/' : `${candidate}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (folder === undefined) return dirname(file);
  const start = folder === '/' ? 1 : folder.length + 1;
  const end = file.indexOf('/', start);
  return end < 0 ? folder : file.slice(0, end);
}
