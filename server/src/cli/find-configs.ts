import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileOfPath } from '../lsp/uris.js';
import { languageOf } from '../project.js';
import type { FileId } from '../text/span.js';
import { CommandError } from './command.js';

/** Folders that hold no configs of the user's own. */
const skipped = new Set(['node_modules', 'venv', '__pycache__', 'site-packages']);

export interface FoundConfigs {
  /** Files that look like configs, and every file that was named itself. */
  readonly files: readonly FileId[];
  /** The files that were named themselves. */
  readonly named: readonly FileId[];
  /** How many files of a config's language were looked at in folders. */
  readonly looked: number;
}

/**
 * The configs at the given paths: a file is taken as it is, a folder is searched for Python, YAML and JSON files that look like configs.
 * Hidden folders, node_modules and virtual environments are left out.
 * @param looksRight whether a file that was found in a folder is taken
 * @throws CommandError for a path that does not exist, or a file of another language
 */
export function findConfigs(paths: readonly string[], looksRight: (file: FileId) => boolean): FoundConfigs {
  const files = new Set<FileId>();
  const named: FileId[] = [];
  let looked = 0;
  for (const path of paths) {
    if (isFolder(path)) {
      for (const file of filesBelow(resolve(path))) {
        looked++;
        const id = fileOfPath(file);
        if (looksRight(id)) files.add(id);
      }
    } else if (languageOf(path)) named.push(fileOfPath(resolve(path)));
    else throw new CommandError(`${path} is no config: only .py, .yaml, .yml, .json and .jsonc files can be.`);
  }
  for (const file of named) files.add(file);
  return { files: [...files], named, looked };
}

/** @throws CommandError where nothing is at the path */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new CommandError(code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read (${code ?? String(error)}).`);
  }
}

function* filesBelow(folder: string): Generator<string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // A folder that may not be read holds nothing that could be checked.
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !skipped.has(entry.name) && !isVirtualEnvironment(path)) yield* filesBelow(path);
    } else if (entry.isFile() && languageOf(entry.name)) yield path;
  }
}

function isVirtualEnvironment(folder: string): boolean {
  return statSync(join(folder, 'pyvenv.cfg'), { throwIfNoEntry: false }) !== undefined;
}
