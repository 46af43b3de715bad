import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { searchedFiles, type Excludes, type LeftOutListener } from '../../node/folder-search.js';
import { fileOfPath } from '../../node/uris.js';
import { languageByEnding } from '../../engine/core/language.js';
import type { FileId } from '../../engine/core/span.js';
import { beacon } from '../../worker/own-beacon.js';
import { CommandError } from './command.js';
import { shownPath } from './shown-path.js';
import { count, note } from './terminal.js';

/** So many of what is left out are named. */
const mostNamed = 20;

export interface FoundConfigs {
  /** Files that look like configs, and every file that was named itself. */
  readonly files: readonly FileId[];
  /** The files that were named themselves. */
  readonly named: readonly FileId[];
  /** How many files of a config's language were looked at in folders. */
  readonly looked: number;
}

interface SearchOptions {
  /** Called with each file that is taken out of a folder, once. */
  readonly more?: (file: FileId) => void;
  /** A file of another language that is named is passed over. */
  readonly ignoreUnknown?: boolean;
}

/**
 * The configs at the given paths: a file is taken as it is, a folder is searched for Python, YAML and JSON files that look like configs.
 * Hidden folders, node_modules, virtual environments and the copies that runs keep are left out, and so is what may not be read, with a note on standard error.
 * @param looksRight whether a file that was found in a folder is taken; undefined where it has no text
 * @param excludes also leaves out what was named itself: a hook names every file
 * @throws CommandError for a path that does not exist, or a file of another language
 */
export function findConfigs(
  paths: readonly string[],
  looksRight: (file: FileId) => boolean | undefined,
  excludes: Excludes = () => false,
  { more = () => undefined, ignoreUnknown = false }: SearchOptions = {},
): FoundConfigs {
  const files = new Set<FileId>();
  const named: FileId[] = [];
  const leftOut = new LeftOut();
  let looked = 0;
  for (const path of paths) {
    const folder = isFolder(path);
    if (excludes(resolve(path), folder)) continue;
    const trap = folder ? trapAt(path) : undefined;
    if (trap !== undefined) leftOut.add(path, trap);
    else if (folder) {
      for (const file of searchedFiles(resolve(path), leftOut, excludes)) {
        beacon.goesOn();
        if (file === undefined) continue;
        looked++;
        const id = fileOfPath(file);
        const right = looksRight(id);
        if (right === undefined) leftOut.file(file);
        else if (right && !files.has(id)) {
          files.add(id);
          more(id);
        }
      }
    } else if (languageByEnding(path)) named.push(fileOfPath(resolve(path)));
    else if (!ignoreUnknown) throw new CommandError(`${path} is not a config: only .py, .yaml, .yml, .json and .jsonc files can be.`);
  }
  leftOut.tell();
  for (const file of named) files.add(file);
  return { files: [...files], named, looked };
}

/** @throws CommandError where nothing is at the path */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new CommandError(code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/**
 * Why a folder is not searched though it was named: a hook names every file of a repository, which may be a link of a stranger's to all that there is.
 * Undefined for any other folder.
 */
function trapAt(path: string): string | undefined {
  if (!lstatSync(path).isSymbolicLink()) return undefined;
  if (languageByEnding(path)) return 'it is a link to a folder';
  const from = relative(realpathSync(path), realpathSync(dirname(resolve(path))));
  return /^\.\.(?:[/\\]|$)/.test(from) || isAbsolute(from) ? undefined : 'it is a link to a folder that holds it';
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code === 'ELOOP' ? 'its links lead in a circle' : (code ?? String(error));
}

/** What is left out of a search though it may hold configs. */
class LeftOut implements LeftOutListener {
  private readonly notes: string[] = [];
  private more = 0;

  /** A file without a text: one that is no text is none of ours, one that may not be read may be. */
  file(path: string): void {
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      this.failed(path, error);
    }
  }

  failed(path: string, error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code;
    // It vanished meanwhile.
    if (code === 'ENOENT') return;
    this.add(path, reasonOf(error));
  }

  add(path: string, reason: string): void {
    if (this.notes.length < mostNamed) this.notes.push(`${shownPath(resolve(path))} is left out: ${reason}.`);
    else this.more++;
  }

  tell(): void {
    for (const text of this.notes) note(text);
    if (this.more > 0) note(`So ${this.more === 1 ? 'is' : 'are'} ${count(this.more, 'other')}.`);
  }
}
