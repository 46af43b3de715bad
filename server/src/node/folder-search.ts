import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, sep } from 'node:path';
import { languageByEnding } from '../engine/core/language.js';

/** Folders that hold no configs of the user's own. */
const skipped = new Set(['node_modules', 'venv', '__pycache__', 'site-packages']);

/** What a run keeps of the config that it was started with, below the folder where its answers are: `20240517_162245/configs/20240517_162245_4711.py`. */
const keptByRun = /[\\/]\d{8}_\d{6}[\\/]configs[\\/]\d{8}_\d{6}(?:_\d+)?\.py$/;

/** Whether a path of the machine is left out. */
export type Excludes = (path: string, isFolder: boolean) => boolean;

/** Is told what is left out of a search though it may hold configs. */
export interface LeftOutListener {
  /** @param reason a part of a sentence */
  add(path: string, reason: string): void;
  /** @param error of the file system */
  failed(path: string, error: unknown): void;
}

/**
 * The files below a folder that are of a language of configs, in the order of their names, each folder with what is below it; hidden folders, `node_modules`, virtual
 * environments and the copies that runs keep of their configs are left out, unless the folder is one of a run itself. Not recursive: a hostile tree is as deep as it likes. Never throws.
 * @param folder absolute, as the machine writes paths
 * @returns undefined for each folder that was listed: of tens of thousands of them none may have a file
 */
export function* searchedFiles(folder: string, leftOut: LeftOutListener, excludes: Excludes): Generator<string | undefined> {
  const waiting = [{ path: folder, isFolder: true }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.isFolder) {
      for (const entry of entriesOf(next.path, leftOut).filter(({ path, isFolder }) => !excludes(path, isFolder))) waiting.push(entry);
      yield undefined;
    } else if (!keptByRun.test(next.path.slice(folder.length))) yield next.path;
  }
}

/** What of a folder is to be looked at, the last one first. */
function entriesOf(folder: string, leftOut: LeftOutListener): { readonly path: string; readonly isFolder: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? 1 : -1));
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (!isLookedAt(entry, path)) return [];
      const problem = problemOfName(entry.name);
      if (problem !== undefined) leftOut.add(path, problem);
      return problem === undefined ? [{ path, isFolder: entry.isDirectory() }] : [];
    });
  } catch (error) {
    leftOut.failed(folder, error);
    return [];
  }
}

/** Whether a search goes into a folder, or takes a file by its name. @param path of the entry */
export function isLookedAt(entry: Dirent, path: string): boolean {
  return entry.isDirectory() ? isSearched(entry.name, path) : entry.isFile() && languageByEnding(entry.name) !== undefined;
}

/** Whether a folder of that name is searched. @param path of the folder */
export function isSearched(name: string, path: string): boolean {
  return !name.startsWith('.') && !skipped.has(name) && !isVirtualEnvironment(path);
}

function isVirtualEnvironment(folder: string): boolean {
  try {
    return statSync(join(folder, 'pyvenv.cfg'), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // A folder that may not be looked into: its reading says so.
  }
}

/** Names that cannot be told back to the file system. */
function problemOfName(name: string): string | undefined {
  if (name.includes('\ufffd')) return 'its name is not UTF-8';
  return name.includes('\\') && sep === '/' ? 'its name contains a backslash' : undefined;
}
