import { opendirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { ColumnarOpener } from '../engine/core/columnar.js';
import { decodedText } from '../engine/core/decoded-text.js';
import { isImportable, isPackageFolder, isPartOfPackage } from '../engine/frameworks/package-folders.js';
import { packageNamed } from '../engine/frameworks/packages.js';
import { dirname } from '../engine/core/paths.js';
import { RecentMap } from '../engine/core/recent-map.js';
import { say } from '../engine/core/say.js';
import type { FileId } from '../engine/core/span.js';
import {
  versionAmong,
  type BytesResult,
  type HuggingFaceCaches,
  type NamedByProject,
  type ReadResult,
  type Stat,
  type Workspace,
} from '../engine/core/workspace.js';
import { huggingFaceCaches } from './hugging-face.js';
import { andAbove, joined, parentOf } from './allowed-paths.js';
import { ownStyle, Reach } from './reach.js';
import { NotRegularError, readRegular, readRegularHead, readRegularPart, TooLargeError } from './regular-file.js';
import { editableRoots, sitePackages, type Disk, type PythonEnvironments } from './site-packages.js';
import { unpackText } from './unpack.js';
import { fileOfPath, isPath } from './uris.js';

/** Folders above a file in which a package is looked for. */
const mostAbove = 100;
/** Largest file that is read, in bytes. */
const largestFile = 64 * 1024 * 1024;

/** Answers to where a package is that are kept. */
const mostPackages = 5_000;

/** Most bytes that are read at once of a file of data. */
const largestPart = 512 * 1024 * 1024;

/** Largest file that is read of those that say where packages are installed in place. */
const largestNote = 1024 * 1024;

const noPaths: NamedByProject = { packageRoots: [], read: [] };

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
  /** Whether the user trusts the folders; absent: yes. If not, nothing that their own files point to is followed out of them. */
  readonly trusted?: boolean | undefined;
  /** Whether project files may name what lies out of the folders; absent: where these are trusted. */
  readonly followsProjects?: boolean | undefined;
}

/** The file system, as far as the workspace folders, the package roots and the caches of Hugging Face reach. */
export interface NodeWorkspace extends Workspace {
  /** The world changed: other folders, settings or interpreter. Drops all that was found. */
  configure(options: NodeWorkspaceOptions): void;
  /** From now on these files may be read, wherever they lie: the user chose each of them. @returns those that are new */
  chooseFiles(files: readonly FileId[]): readonly FileId[];
  /** A file appeared or vanished: packages are looked up anew. */
  forget(): void;
  /** All bytes of a file at once, whatever they are: for large files that are no text to anybody, as tokenizers. */
  readAll(file: FileId): BytesResult;
}

/**
 * Reads never leave the folders, the packages that were found and the caches; a symbolic link adds nothing to them. Outside of the folders and of what
 * settings name only packages of frameworks are read, and of these only what configs read. No call throws, and no promise is rejected.
 */
export function createNodeWorkspace(options: NodeWorkspaceOptions): NodeWorkspace {
  return new DiskWorkspace(options);
}

class DiskWorkspace implements NodeWorkspace {
  private options: NodeWorkspaceOptions = { folders: [] };
  /** The folders that the user opened. */
  private within = new Reach();
  /** All that may be read. */
  private reach = new Reach();
  /** null where a package is nowhere. */
  private readonly packages = new RecentMap<string, FileId | null>(mostPackages);
  /** Which directories are packages: folders beside each other have the same ones above them. */
  private readonly held = new RecentMap<string, boolean>(mostPackages);
  private chosenFiles: ReadonlySet<FileId> = new Set();
  /** What project files name, by project file. */
  private readonly named = new Map<FileId, NamedByProject>();
  private sites: readonly FileId[] | undefined;
  private caches: HuggingFaceCaches | undefined;

  constructor(options: NodeWorkspaceOptions) {
    this.configure(options);
  }

  configure(options: NodeWorkspaceOptions): void {
    this.options = { ...options, folders: options.folders.map((folder) => trimmed(fileOfPath(folder))) };
    this.within = new Reach();
    this.reach = new Reach();
    for (const folder of this.options.folders) for (const reach of [this.within, this.reach]) reach.add(folder);
    for (const path of this.options.includePaths ?? []) for (const directory of this.inFolders(path)) this.allow(directory);
    this.caches = huggingFaceCaches(this.environment());
    if (this.caches) for (const cache of [this.caches.hub, this.caches.datasets]) this.reach.add(cache);
    for (const file of this.chosenFiles) this.reach.add(file);
    for (const file of this.named.keys()) if (!this.within.holds(file)) this.named.delete(file);
    this.reachNamed();
    this.forget();
  }

  chooseFiles(files: readonly FileId[]): readonly FileId[] {
    // A folder would be more than was chosen.
    const fresh = [...new Set(files)].filter((file) => !this.chosenFiles.has(file) && isPath(file) && kindOf(file) === 'file');
    this.chosenFiles = new Set([...this.chosenFiles, ...fresh]);
    for (const file of fresh) this.reach.add(file);
    return fresh;
  }

  forget(): void {
    for (const reach of [this.within, this.reach]) reach.forget();
    this.forgetPackages();
    this.sites = undefined;
  }

  private forgetPackages(): void {
    this.packages.clear();
    this.held.clear();
  }

  follow(projectFile: FileId, named: NamedByProject): readonly FileId[] {
    const before = this.named.get(projectFile) ?? noPaths;
    // Most places that are looked at hold no project file.
    if (isEmpty(named) && isEmpty(before)) return [];
    this.named.set(projectFile, named);
    // What was found on the way stays in reach, unless something is not named any more.
    if (holdsAll(named, before)) this.reachNamed();
    else this.configure(this.options);
    this.forgetPackages();
    return this.followsProjects() ? [] : [...named.packageRoots, ...named.read].filter((path) => !this.within.holds(path));
  }

  private reachNamed(): void {
    if (this.followsProjects()) for (const { read } of this.named.values()) for (const path of read) this.reach.add(path);
  }

  private followsProjects(): boolean {
    return this.options.followsProjects ?? this.options.trusted !== false;
  }

  get folders(): readonly FileId[] {
    return this.options.folders;
  }

  get huggingFace(): HuggingFaceCaches | undefined {
    return this.caches;
  }

  read(file: FileId): ReadResult {
    const found = this.fileAt(file);
    if (typeof found !== 'string') return found;
    try {
      return decodedText(file, readRegular(found, largestFile));
    } catch (error) {
      return failure(file, error, `${file} is larger than ${largestFile / 1024 / 1024} MB.`);
    }
  }

  readonly unpack = unpackText;

  readUnpacked(file: FileId): ReadResult {
    const read = this.readAll(file);
    return read.kind === 'none' ? read : unpackText(file, read.bytes);
  }

  readAll(file: FileId): BytesResult {
    const found = this.fileAt(file);
    if (typeof found !== 'string') return found;
    try {
      return { kind: 'bytes', bytes: readRegular(found, largestFile) };
    } catch (error) {
      return failure(file, error, `${file} is larger than ${largestFile / 1024 / 1024} MB.`);
    }
  }

  readHead(file: FileId, bytes: number): ReadResult {
    const found = this.fileAt(file);
    if (typeof found !== 'string') return found;
    try {
      const head = readRegularHead(found, bytes);
      // The last line may be cut off, and with it a character.
      return decodedText(file, head.subarray(0, head.lastIndexOf(0x0a) + 1));
    } catch (error) {
      return failure(file, error, '');
    }
  }

  async readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    const found = this.fileAt(file);
    if (typeof found !== 'string') return found;
    try {
      return { kind: 'bytes', bytes: await readRegularPart(found, range, largestPart) };
    } catch (error) {
      return failure(file, error, `${file} is too large: more than ${largestPart / 1024 / 1024} MB of it would have to be read at once.`);
    }
  }

  /** Only where such a file is met, its libraries are loaded, in a process of their own. */
  readonly openColumnar: ColumnarOpener = async (format, file) => (await import('./columnar-process.js')).openColumnarApart(format, file);

  stat(file: FileId): Stat | undefined {
    const found = this.reach.follow(file);
    return 'place' in found ? { kind: found.stats.isDirectory() ? 'directory' : 'file', size: found.stats.size } : undefined;
  }

  isLink(path: FileId): boolean {
    return this.reach.at(path)?.isSymbolicLink() ?? false;
  }

  list(directory: FileId): readonly string[] | undefined {
    const found = this.reach.follow(directory);
    return 'place' in found ? namesIn(found.place) : undefined;
  }

  foldersIn(directory: FileId): ReadonlySet<string> | undefined {
    const found = this.reach.follow(directory);
    return 'place' in found ? foldersAt(found.place) : undefined;
  }

  storedOrder(directory: FileId): readonly string[] | undefined {
    const found = this.reach.follow(directory);
    return 'place' in found ? keptNamesIn(found.place) : undefined;
  }

  packageRoot(name: string, from: FileId, roots: readonly FileId[] = []): FileId | undefined {
    // Asked about each file, several times.
    const root = this.packages.getOr(`${name}\n${dirname(from)}`, () => {
      const folder = isPath(from) ? parentOf(from, ownStyle) : '';
      return /^\w+$/u.test(name) ? (this.findPackage(name, folder, roots) ?? null) : null;
    });
    return root ?? undefined;
  }

  /** Only the names in a directory of packages are looked at, in one that Python or a setting names. */
  installedVersion(distribution: string, root: FileId): string | undefined {
    const known =
      this.within.holds(root) ||
      this.sites?.includes(root) ||
      (this.options.packageRoots ?? []).some((setting) => this.inFolders(setting).includes(root)) ||
      (this.followsProjects() && [...this.named.values()].some(({ packageRoots }) => packageRoots.includes(root)));
    return known ? versionAmong(this.disk.list(root), distribution) : undefined;
  }

  /** In the order of precedence: settings, the project file, folders around the file, workspace folders, Python environments. */
  private findPackage(name: string, folder: FileId, roots: readonly FileId[]): FileId | undefined {
    const chosen = this.chosenRoot(name);
    if (chosen !== undefined) {
      this.allow(inside(chosen, name), name);
      return chosen;
    }
    const named = roots.flatMap((root) => namedRoots(root, name)).find((root) => this.namesPackage(root, name));
    if (named !== undefined) return named;
    const around = [...andAbove(folder, ownStyle).slice(0, mostAbove), ...this.options.folders];
    return (
      around.find((root) => this.held.getOr(`package ${inside(root, name)}`, () => this.holdsPackage(root, name))) ??
      this.packages.getOr(name, () => this.installed(name) ?? null) ??
      around.find((root) => this.held.getOr(`part ${inside(root, name)}`, () => this.holdsPart(root, name)))
    );
  }

  /** The root of a setting that holds a package: as Python does, a mere directory of the name, such as one of data, is passed over where a later one is a package. */
  private chosenRoot(name: string): FileId | undefined {
    const roots = this.settingRoots(name).filter((root) => isDirectory(inside(root, name)));
    return roots.find((root) => isPackageFolder(inside(root, name), name, kindOf)) ?? roots[0];
  }

  private installed(name: string): FileId | undefined {
    this.sites ??= sitePackages(this.environments(), this.disk);
    for (const site of this.sites) {
      if (isImportable(inside(site, name), this.disk.kind)) {
        if (!this.within.holds(site) && packageNamed(name)) this.reach.add(inside(site, name), name);
        return site;
      }
      const root = this.follows(site)
        ? editableRoots(site, name, this.disk).find((candidate) => this.holdsPackage(candidate, name))
        : undefined;
      if (root !== undefined) return root;
    }
    return undefined;
  }

  /**
   * Whether a directory that nobody chose holds a package of this name: any that Python would import, or that has configs. One with the name of a
   * framework's package has to be that, and becomes readable; any other outside of the workspace is known to be there, and is not read.
   */
  private holdsPackage(root: FileId, name: string): boolean {
    const directory = inside(root, name);
    if (!isPackageFolder(directory, name, this.disk.kind)) return false;
    if (packageNamed(name) && !this.within.holds(directory)) this.reach.add(directory, name);
    return true;
  }

  /** Whether a folder of the workspace with the name of a framework's package has some of it: its configs or tasks, as parts of a checkout do, or more than `__init__.py`. */
  private holdsPart(root: FileId, name: string): boolean {
    const directory = inside(root, name);
    return this.within.holds(directory) && isPartOfPackage(directory, name, this.disk.kind);
  }

  /** Whether what the files of an environment name is looked at. */
  private follows(site: FileId): boolean {
    return this.options.trusted !== false || !this.within.holds(site);
  }

  /** The file system where packages may be: within the workspace no link is followed out of it. */
  private readonly disk: Disk = {
    list: (directory) => (this.within.holds(directory) ? this.list(directory) : namesIn(directory)) ?? [],
    kind: (path) => (this.within.holds(path) ? this.stat(path)?.kind : kindOf(path)),
    text: (file) => {
      const found = this.within.holds(file) ? this.reach.follow(file) : { place: file };
      if (!('place' in found)) return '';
      try {
        return readRegular(found.place, largestNote).toString();
      } catch {
        return '';
      }
    },
  };

  private settingRoots(name: string): FileId[] {
    return (this.options.packageRoots ?? []).flatMap((setting) => this.inFolders(setting).flatMap((root) => namedRoots(root, name)));
  }

  /** Whether a directory that a project file names holds a package, which may be read then. One in the folders that only a link leads to counts where project files are followed. */
  private namesPackage(root: FileId, name: string): boolean {
    const directory = inside(root, name);
    if (!this.followsProjects()) return this.within.holds(directory) && this.disk.kind(directory) === 'directory';
    if (!isDirectory(directory)) return false;
    this.reach.add(directory, name);
    return true;
  }

  /** A path of a setting: a relative one is one in each folder. */
  private inFolders(setting: string): FileId[] {
    const given = trimmed(fileOfPath(setting));
    return isPath(given) ? [given] : this.options.folders.map((folder) => inside(folder, given));
  }

  /** Adds what a setting names. In a folder that is not trusted a link may stand there, which the user has not seen. */
  private allow(directory: FileId, packageName?: string): void {
    if (this.options.trusted !== false || !this.within.holds(directory)) this.reach.add(directory, packageName);
  }

  private environment(): Readonly<Record<string, string | undefined>> {
    return this.options.environment ?? process.env;
  }

  private environments(): PythonEnvironments {
    const environment = this.environment();
    const prefixes = [environment['VIRTUAL_ENV'], environment['CONDA_PREFIX']].filter((prefix) => prefix !== undefined && prefix !== '');
    const { interpreter, trusted } = this.options;
    return {
      folders: this.options.folders,
      // A folder that is not trusted may have chosen it itself (`.vscode/settings.json`).
      programs: interpreter === undefined || trusted === false ? undefined : this.chosen(parentOf(fileOfPath(interpreter), ownStyle)),
      prefixes: prefixes.map((prefix) => this.chosen(fileOfPath(prefix!))),
    };
  }

  /** A directory that the user chose may be a link in a folder (`.venv`): it is meant to be followed, if the folder is trusted. */
  private chosen(directory: FileId): FileId {
    if (this.options.trusted === false || !this.within.holds(directory)) return directory;
    try {
      return fileOfPath(realpathSync.native(directory));
    } catch {
      return directory;
    }
  }

  /** The real path of a file that may be read, else why it may not. */
  private fileAt(file: FileId): FileId | Extract<ReadResult, { kind: 'none' }> {
    const found = this.reach.follow(file);
    if (!('place' in found)) return none(found.why, found.reason);
    if (found.stats.isDirectory()) return none('directory', say`${file} is a directory, not a file.`);
    // Opening a pipe would wait for its other end, and opening a device may do anything.
    return found.stats.isFile() ? found.place : none('failed', say`${file} is not a regular file.`);
  }
}

function isEmpty({ packageRoots, read }: NamedByProject): boolean {
  return packageRoots.length === 0 && read.length === 0;
}

function holdsAll(now: NamedByProject, before: NamedByProject): boolean {
  return before.read.every((path) => now.read.includes(path)) && before.packageRoots.every((path) => now.packageRoots.includes(path));
}

/** A setting may name the directory that holds a package, or the package itself. */
function namedRoots(root: FileId, name: string): FileId[] {
  return root.slice(root.lastIndexOf('/') + 1) === name ? [root, parentOf(root, ownStyle)] : [root];
}

function none(why: Extract<ReadResult, { kind: 'none' }>['why'], reason: string): Extract<ReadResult, { kind: 'none' }> {
  return { kind: 'none', why, reason };
}

function failure(file: FileId, error: unknown, tooLarge: string): Extract<ReadResult, { kind: 'none' }> {
  if (error instanceof TooLargeError) return none('too-large', tooLarge);
  return none(
    'failed',
    error instanceof NotRegularError ? say`${file} is not a regular file.` : say`${file} cannot be read: ${reasonOf(error)}.`,
  );
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EACCES' || code === 'EPERM' ? 'permission denied' : (code ?? String(error));
}

function namesIn(directory: FileId): string[] | undefined {
  try {
    return readdirSync(directory).sort();
  } catch {
    return undefined;
  }
}

/** What the file system does not tell the kind of at once may be a folder. */
function foldersAt(directory: FileId): ReadonlySet<string> | undefined {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return new Set(entries.flatMap((entry) => (entry.isFile() || entry.isFIFO() || entry.isSocket() ? [] : [entry.name])));
  } catch {
    return undefined;
  }
}

/** As the file system gives them, while `readdirSync` sorts them. */
function keptNamesIn(directory: FileId): string[] | undefined {
  try {
    const opened = opendirSync(directory, { bufferSize: 1024 });
    try {
      const names: string[] = [];
      for (let entry = opened.readSync(); entry; entry = opened.readSync()) names.push(entry.name);
      return names;
    } finally {
      opened.closeSync();
    }
  } catch {
    return undefined;
  }
}

function kindOf(path: FileId): Stat['kind'] | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && (stats.isDirectory() ? 'directory' : 'file');
  } catch {
    return undefined;
  }
}

function isDirectory(path: FileId): boolean {
  return kindOf(path) === 'directory';
}

function inside(directory: FileId, path: string): FileId {
  return joined(directory, path, ownStyle);
}

function trimmed(directory: FileId): FileId {
  return directory.length > 1 ? directory.replace(/\/+$/, '') : directory;
}
