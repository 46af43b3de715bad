import type { ColumnarOpener } from './columnar.js';
import type { FileId } from './span.js';
import { dirname } from './paths.js';
import { say } from './say.js';

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason` is a whole sentence for the user, with its full stop: not found, a directory, binary, too large, outside the workspace. */
  | {
      readonly kind: 'none';
      readonly why: 'missing' | 'directory' | 'binary' | 'too-large' | 'outside' | 'failed';
      readonly reason: string;
    };

export type BytesResult = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | Extract<ReadResult, { kind: 'none' }>;

export interface Stat {
  readonly kind: 'file' | 'directory';
  readonly size: number;
}

/** Makes the text of a file that is packed with gzip. Never rejected, and bounded: a few bytes can stand for any number. */
export type Unpack = (file: FileId, packed: Uint8Array) => ReadResult | Promise<ReadResult>;

/** The same where it can be had at once. */
export type UnpackAtOnce = (file: FileId, packed: Uint8Array) => ReadResult;

/** Where Hugging Face's libraries keep what they downloaded: models and tokenizers, and prepared datasets. Either folder may be missing. */
export interface HuggingFaceCaches {
  readonly hub: FileId;
  readonly datasets: FileId;
  /** The user's home, for which `~` stands in what is shown; absent where it is not known. */
  readonly home?: FileId | undefined;
}

/** Paths in a project file: directories of which packages are read, and folders and files that are read wholly. */
export interface NamedByProject {
  readonly packageRoots: readonly FileId[];
  readonly read: readonly FileId[];
}

/**
 * All that the engine knows of the world outside the open documents. Reads are synchronous, but for those of bytes, and never leave the folders,
 * the package roots and the caches of Hugging Face. Implementations: Node (`lsp/`, `cli/`), in memory (tests, batch), the browser's file system (later).
 */
export interface Workspace {
  /** The folders that the user opened; absent where there are none. */
  readonly folders?: readonly FileId[];
  /** Absent where the user's caches are out of reach. */
  readonly huggingFace?: HuggingFaceCaches | undefined;
  read(file: FileId): ReadResult;
  /** Said between the parts of work that is long for a good reason, by its many files: whoever waits need not think that it never ends. */
  goesOn?(): void;
  stat(file: FileId): Stat | undefined;
  /** Whether a path is itself a symbolic link, wherever that leads; absent where there are none. */
  isLink?(path: FileId): boolean;
  /** Names in a directory, sorted; undefined where it is not one or out of reach. */
  list(directory: FileId): readonly string[] | undefined;
  /** Those of the names in a directory that are directories or symbolic links, told without a look at each; absent, or undefined: that is not known. */
  foldersIn?(directory: FileId): ReadonlySet<string> | undefined;
  /** The names in a directory in the order in which the file system keeps them, as `os.listdir` of Python has them; absent, or undefined: that is not known. */
  storedOrder?(directory: FileId): readonly string[] | undefined;
  /**
   * The directory that holds the top-level package `name`, as seen from `from`: `opencompass` → `/ws/repo`, when
   * `/ws/repo/opencompass` is a directory. Undefined where it is nowhere to be found.
   * @param roots directories that the project file above `from` names: they come behind those of the user's settings, and before all others
   */
  packageRoot(name: string, from: FileId, roots?: readonly FileId[]): FileId | undefined;
  /**
   * A project file names these paths, in place of those that it named before: they count as long as it does. Absent: nothing is allowed by it, and nothing refused.
   * @returns those that are not followed, since they lead out of the folders and the user does not trust these
   */
  follow?(projectFile: FileId, named: NamedByProject): readonly FileId[];
  /**
   * The version of what was installed into a directory that `packageRoot` gave, as the name of its metadata says it (`lm_eval-0.4.9.2.dist-info`). Absent, or undefined: it is not
   * installed there, or nothing says so.
   */
  installedVersion?(distribution: string, root: FileId): string | undefined;
  /**
   * The whole lines at the start of a text, as far as they lie within so many bytes: for files of data that may be larger than `read` reads. Absent: such files are not looked into.
   */
  readHead?(file: FileId, bytes: number): ReadResult;
  /** The text that is packed in a file (gzip); one that is not packed is none of these. Absent: such files are not read by code. */
  readUnpacked?(file: FileId): ReadResult;
  /**
   * The bytes of a file, or some of them: for files of data, which may be no text, and larger than `read` reads. Never rejected.
   * @param range from `start` to before `end`; what of it lies behind the end of the file is left out. Absent: all.
   */
  readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult>;
  /** Whether each file comes from afar, so that only those are read that are needed most likely. Absent: no. */
  readonly far?: boolean | undefined;
  /** Whether something that was asked for is on its way: what is made meanwhile is made again. */
  readonly awaits?: boolean | undefined;
  /** Absent where files of columns cannot be read. */
  readonly openColumnar?: ColumnarOpener | undefined;
  /** Absent where packed files cannot be read. */
  readonly unpack?: Unpack | undefined;
}

/** A workspace of given files: for tests, and for `batch` requests that bring their files along. */
export class MemoryWorkspace implements Workspace {
  private readonly files = new Map<FileId, string | Uint8Array>();

  /**
   * @param files by absolute path with forward slashes
   * @param roots directories in which packages are looked up, in order
   * @param huggingFace folders of the caches, whose files are among `files`
   * @param openColumnar how files of columns are opened; absent: they cannot be read
   * @param unpack how packed files are read; absent: they are not
   */
  constructor(
    files: Readonly<Record<FileId, string | Uint8Array>>,
    private readonly roots: readonly FileId[] = ['/'],
    readonly huggingFace?: HuggingFaceCaches,
    readonly openColumnar?: ColumnarOpener,
    readonly unpack?: UnpackAtOnce,
  ) {
    for (const [file, content] of Object.entries(files)) this.files.set(file, content);
  }

  get folders(): readonly FileId[] {
    return this.roots;
  }

  write(file: FileId, content: string | Uint8Array): void {
    this.files.set(file, content);
  }

  remove(file: FileId): void {
    this.files.delete(file);
  }

  read(file: FileId): ReadResult {
    const content = this.files.get(file);
    if (typeof content === 'string') return { kind: 'text', text: content };
    if (content) return { kind: 'none', why: 'binary', reason: say`${file} is a binary file, not text.` };
    if (this.list(file)) return { kind: 'none', why: 'directory', reason: say`${file} is a directory.` };
    return { kind: 'none', why: 'missing', reason: say`${file} does not exist.` };
  }

  readUnpacked(file: FileId): ReadResult {
    const content = this.files.get(file);
    if (content === undefined || !this.unpack) return this.read(file);
    return this.unpack(file, bytesOf(content));
  }

  stat(file: FileId): Stat | undefined {
    const content = this.files.get(file);
    if (content !== undefined) return { kind: 'file', size: bytesOf(content).length };
    return this.list(file) ? { kind: 'directory', size: 0 } : undefined;
  }

  readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    const content = this.files.get(file);
    if (content === undefined) {
      const read = this.read(file);
      return Promise.resolve(read.kind === 'none' ? read : { kind: 'bytes', bytes: new Uint8Array() });
    }
    const bytes = bytesOf(content);
    return Promise.resolve({ kind: 'bytes', bytes: range ? bytes.slice(range.start, range.end) : bytes });
  }

  readHead(file: FileId, bytes: number): ReadResult {
    const read = this.read(file);
    return read.kind === 'text' ? { kind: 'text', text: wholeLines(read.text.slice(0, bytes)) } : read;
  }

  list(directory: FileId): readonly string[] | undefined {
    const prefix = directory.endsWith('/') ? directory : directory + '/';
    const names = new Set<string>();
    for (const file of this.files.keys()) if (file.startsWith(prefix)) names.add(file.slice(prefix.length).split('/')[0]!);
    return names.size > 0 ? [...names].sort() : undefined;
  }

  installedVersion(distribution: string, root: FileId): string | undefined {
    return versionAmong(this.list(root) ?? [], distribution);
  }

  packageRoot(name: string, _from: FileId, roots: readonly FileId[] = []): FileId | undefined {
    return [...roots, ...this.roots].find((root) => this.stat((root === '/' ? '' : root) + '/' + name)?.kind === 'directory');
  }
}

/** A text as far as its last line break. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
/** The version in the name of a distribution's metadata, of those in a directory. */
export function versionAmong(names: readonly string[], distribution: string): string | undefined {
  for (const name of names) {
    const [, project, version] = /^([^-]+)-([^-]+)\.dist-info$/.exec(name) ?? [];
    if (version !== undefined && project!.replaceAll(/[._]+/g, '_').toLowerCase() === distribution) return version;
  }
  return undefined;
}

/** Whether a file that is not read here may well be there for the framework. */
export function isOutOfReach({ why }: Extract<ReadResult, { kind: 'none' }>): boolean {
  return why === 'outside' || why === 'too-large' || why === 'failed';
}

/** Whether something that is not there is looked for in a file, as if that were a directory: the system says so in other words. */
export function isBelowFile(workspace: Workspace, place: FileId): boolean {
  for (let above = dirname(place); above !== '/' && above !== ''; above = dirname(above)) {
    const stat = workspace.stat(above);
    if (stat) return stat.kind === 'file';
  }
  return false;
}

/** The folder of a package that is looked up from a file; undefined where it is not within reach. */
export function packageFolder(workspace: Workspace, name: string, from: FileId): FileId | undefined {
  const root = workspace.packageRoot(name, from);
  return root === undefined ? undefined : `${root === '/' ? '' : root}/${name}`;
}
