import { dirname } from '../../../core/paths.js';
import type { FileId } from '../../../core/span.js';
import { packageFolder, type Workspace } from '../../../core/workspace.js';

/** Folders that hold no tasks. The first two are the harness's own list; nobody keeps tasks in the others, and they may be very large. */
const ignored = new Set(['__pycache__', '.ipynb_checkpoints', 'node_modules', '.git', '.venv', 'venv']);
/** Folders are not followed deeper than this. */
const deepest = 40;
const mostFolders = 50_000;
/** Of more names in a folder it is asked at once which are folders: a look at each would take seconds where there are a hundred thousand. */
const fewNames = 100;
/** The ending of a name that is hardly a folder's. */
const plainFile = /\.(?:py|md|json|jsonl|txt|csv|tsv|yml|png|jpg|parquet|arrow|sh|ipynb|gz|zip|lock|toml|cfg|log)$/;

/**
 * The files that the harness looks for tasks in: `**` `/*.yaml` below a folder, sorted by path (lm-evaluation-harness 0.4.13 `tasks/_index.py`). Not `.yml`,
 * and not below a folder that is a symbolic link, which Python's `**` does not follow either.
 */
export function taskFilesBelow(root: FileId, workspace: Workspace): FileId[] {
  const files: FileId[] = [];
  let folders = 0;
  const walk = (folder: FileId, depth: number): void => {
    if (depth > deepest || ++folders > mostFolders) return;
    const names = workspace.list(folder);
    if (!names || (folder !== root && workspace.isLink?.(folder))) return;
    const known = names.length > fewNames ? workspace.foldersIn?.(folder) : undefined;
    for (const name of names) {
      const path = `${folder === '/' ? '' : folder}/${name}`;
      if (name.endsWith('.yaml')) files.push(path);
      else if (!ignored.has(name) && !plainFile.test(name) && known?.has(name) !== false) walk(path, depth + 1);
    }
  };
  walk(root, 0);
  return files.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
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
