import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { RecentMap } from '../recent-map.js';
import type { FileId } from '../text/span.js';
import type { BytesResult, HuggingFaceCaches, ReadResult, Stat, Workspace } from '../workspace.js';
import { huggingFaceCaches } from './hugging-face.js';
import { editableRoots, sitePackages } from './site-packages.js';
import { fileOfPath, isPath } from './uris.js';

/** Largest file that is read, in bytes. */
const largestFile = 64 * 1024 * 1024;

/** Answers to where a package is that are kept. */
const mostPackages = 5_000;

/** Most bytes that are read at once of a file of data. */
const largestPart = 512 * 1024 * 1024;

export interface NodeWorkspaceOptions {
  /** The folders that the user opened; absolute. */
  readonly folders: readonly FileId[];
  /** The setting `promptPreflight.packageRoots`: directories that hold packages; relative ones are relative to each folder. */
  readonly packageRoots?: readonly string[];
  /** The setting `promptPreflight.includePaths`: further directories that may be read; relative ones are relative to each folder. */
  readonly includePaths?: readonly string[];
  /** The Python interpreter that the user chose, as an absolute path. */
  readonly interpreter?: string | undefined;
  /** Where `VIRTUAL_ENV`, `CONDA_PREFIX`, `HF_HOME` and the like are looked up; absent: the process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The file system, as far as the workspace folders, the package roots and the caches of Hugging Face reach. */
export interface NodeWorkspace extends Workspace {
  /** The world changed: other folders, settings or interpreter. Drops all that was found. */
  configure(options: NodeWorkspaceOptions): void;
  /** A file appeared or vanished: packages are looked up anew. */
  forget(): void;
}

/**
 * Reads never leave the folders, the directories of packages that were found and the caches; symbolic links are followed to their end first.
 * No call throws, and no promise is rejected.
 */
export function createNodeWorkspace(options: NodeWorkspaceOptions): NodeWorkspace {
  return new DiskWorkspace(options);
}

class DiskWorkspace implements NodeWorkspace {
  private options: NodeWorkspaceOptions = { folders: [] };
  /** Directories that may be read, as given and as they really are. */
  private readable: FileId[] = [];
  /** null where a package is nowhere. */
  private readonly packages = new RecentMap<string, FileId | null>(mostPackages);
  private sites: readonly FileId[] | undefined;
  private caches: HuggingFaceCaches | undefined;

  constructor(options: NodeWorkspaceOptions) {
    this.configure(options);
  }

  configure(options: NodeWorkspaceOptions): void {
    this.options = { ...options, folders: options.folders.map((folder) => trimmed(fileOfPath(folder))) };
    this.readable = [];
    for (const folder of this.options.folders) this.allow(folder);
    for (const path of this.options.includePaths ?? []) for (const directory of this.inFolders(path)) this.allow(directory);
    this.caches = huggingFaceCaches(this.environment());
    if (this.caches) for (const cache of [this.caches.hub, this.caches.datasets]) this.allow(cache);
    this.forget();
  }

  forget(): void {
    this.packages.clear();
    this.sites = undefined;
  }

  get folders(): readonly FileId[] {
    return this.options.folders;
  }

  get huggingFace(): HuggingFaceCaches | undefined {
    return this.caches;
  }

  read(file: FileId): ReadResult {
    const place = this.resolve(file);
    if (typeof place !== 'string') return place;
    try {
      const stat = statSync(place);
      if (stat.isDirectory()) return none('directory', `${file} is a directory, not a file.`);
      if (!stat.isFile()) return none('failed', `${file} is not a regular file.`);
      if (stat.size > largestFile) return none('too-large', `${file} is larger than ${largestFile / 1024 / 1024} MB.`);
      return decode(file, readFileSync(place));
    } catch (error) {
      return none('failed', `${file} cannot be read: ${reasonOf(error)}.`);
    }
  }

  async readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    const place = this.resolve(file);
    if (typeof place !== 'string') return place;
    try {
      const stat = statSync(place);
      if (stat.isDirectory()) return none('directory', `${file} is a directory, not a file.`);
      // Opening a pipe would wait for its other end.
      if (!stat.isFile()) return none('failed', `${file} is not a regular file.`);
      const start = Math.max(0, range?.start ?? 0);
      const length = Math.max(0, Math.min(range?.end ?? stat.size, stat.size) - start);
      if (length > largestPart) return none('too-large', `${file} is too large: more than ${largestPart / 1024 / 1024} MB of it would have to be read at once.`);
      return { kind: 'bytes', bytes: await readPart(place, start, length) };
    } catch (error) {
      return none('failed', `${file} cannot be read: ${reasonOf(error)}.`);
    }
  }

  stat(file: FileId): Stat | undefined {
    const place = this.resolve(file);
    return typeof place === 'string' ? statOf(place) : undefined;
  }

  isLink(path: FileId): boolean {
    return isPath(path) && this.reaches(posix.normalize(path)) && (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false);
  }

  list(directory: FileId): readonly string[] | undefined {
    const place = this.resolve(directory);
    if (typeof place !== 'string') return undefined;
    try {
      return readdirSync(place).sort();
    } catch {
      return undefined;
    }
  }

  packageRoot(name: string, from: FileId): FileId | undefined {
    if (!/^\w+$/u.test(name)) return undefined;
    const folder = isPath(from) ? posix.dirname(from) : '';
    const key = `${name}\n${folder}`;
    const root = this.packages.getOr(key, () => {
      const found = this.findPackage(name, folder);
      if (found !== undefined) this.allow(posix.join(found, name));
      return found ?? null;
    });
    return root ?? undefined;
  }

  /** In the order of precedence: settings, folders around the file, workspace folders, Python environments. */
  private findPackage(name: string, folder: FileId): FileId | undefined {
    for (const root of this.settingRoots(name)) if (isDirectory(posix.join(root, name))) return root;
    const around = [...above(folder), ...this.options.folders];
    const near = around.find((root) => isPackage(posix.join(root, name)));
    if (near !== undefined) return near;
    this.sites ??= sitePackages(this.environments());
    for (const site of this.sites) {
      const root = [site, ...editableRoots(site, name)].find((candidate) => isPackage(posix.join(candidate, name)));
      if (root !== undefined) return root;
    }
    return undefined;
  }

  /** A setting may name the directory that holds the package, or the package itself. */
  private settingRoots(name: string): FileId[] {
    return (this.options.packageRoots ?? []).flatMap((setting) => {
      return this.inFolders(setting).flatMap((root) => (posix.basename(root) === name ? [root, posix.dirname(root)] : [root]));
    });
  }

  /** A path of a setting: a relative one is one in each folder. */
  private inFolders(setting: string): FileId[] {
    const given = trimmed(fileOfPath(setting));
    return isPath(given) ? [given] : this.options.folders.map((folder) => posix.join(folder, given));
  }

  private environment(): Readonly<Record<string, string | undefined>> {
    return this.options.environment ?? process.env;
  }

  private environments() {
    const environment = this.environment();
    const prefixes = [environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']].filter((prefix) => prefix !== undefined && prefix !== '');
    return {
      folders: this.options.folders,
      interpreter: this.options.interpreter === undefined ? undefined : fileOfPath(this.options.interpreter),
      prefixes: prefixes.map((prefix) => fileOfPath(prefix!)),
    };
  }

  private allow(directory: FileId): void {
    for (const spelled of [directory, real(directory)]) if (spelled !== undefined && !this.readable.includes(spelled)) this.readable.push(spelled);
  }

  /** The real path of a file that may be read, else why it may not. */
  private resolve(file: FileId): FileId | Extract<ReadResult, { kind: 'none' }> {
    if (!isPath(file)) return none('outside', `${file} is not a file on disk, so it is not read.`);
    const path = posix.normalize(file);
    if (!this.reaches(path)) return none('outside', `${path} is outside the workspace folders, package roots and caches, so it is not read.`);
    const place = real(path);
    if (place === undefined) return none('missing', `${path} does not exist.`);
    if (!this.reaches(place)) return none('outside', `${path} leads to ${place}, outside the workspace folders, package roots and caches, so it is not read.`);
    return place;
  }

  private reaches(path: FileId): boolean {
    return this.readable.some((directory) => path === directory || path.startsWith(directory === '/' ? '/' : directory + '/'));
  }
}

function none(why: Extract<ReadResult, { kind: 'none' }>['why'], reason: string): Extract<ReadResult, { kind: 'none' }> {
  return { kind: 'none', why, reason };
}

function decode(file: FileId, bytes: Buffer): ReadResult {
  if (bytes.includes(0)) return none('binary', `${file} is a binary file, not text.`);
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return none('binary', `${file} is not UTF-8 text.`);
  }
}

async function readPart(path: string, start: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
      // The file became shorter meanwhile.
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EACCES' || code === 'EPERM' ? 'permission denied' : (code ?? String(error));
}

function real(path: FileId): FileId | undefined {
  try {
    return fileOfPath(realpathSync.native(path));
  } catch {
    return undefined;
  }
}

function statOf(path: FileId): Stat | undefined {
  try {
    const stat = statSync(path);
    return { kind: stat.isDirectory() ? 'directory' : 'file', size: stat.size };
  } catch {
    return undefined;
  }
}

function isDirectory(path: FileId): boolean {
  return statOf(path)?.kind === 'directory';
}

/** A directory that Python would import, or that holds a framework's configs. */
function isPackage(path: FileId): boolean {
  return isDirectory(path) && (isDirectory(posix.join(path, 'configs')) || statOf(posix.join(path, '__init__.py'))?.kind === 'file');
}

/** The folder and all above it, nearest first. */
function above(folder: FileId): FileId[] {
  const result: FileId[] = [];
  for (let at = folder; at !== '' && at !== '.'; at = posix.dirname(at)) {
    result.push(at);
    if (posix.dirname(at) === at) break;
  }
  return result;
}

function trimmed(directory: FileId): FileId {
  return directory.length > 1 ? directory.replace(/\/+$/, '') : directory;
}
