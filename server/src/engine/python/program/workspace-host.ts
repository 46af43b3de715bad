import { say } from '../../core/say.js';
import { withoutPointer } from '../../core/lfs-pointer.js';
import { isGitIgnored, whyLeftOut } from '../../core/git-ignored.js';
import type { Environment } from '../../core/environment.js';
import type { Progress } from '../../core/evaluation.js';
import { PyError } from '../../core/errors.js';
import type { FileId, Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../core/value.js';
import { isBelowFile, type ReadResult, type Workspace } from '../../core/workspace.js';
import type { Host } from '../interpreter/interpreter.js';
import type { Directories } from '../runtime/runtime.js';
import { joinPath } from '../../core/paths.js';
import { dirname } from '../../core/paths.js';
import { isAbsolute } from '../../core/paths.js';
import type { ModuleImporter } from '../interpreter/program-imports.js';

/** Files of more bytes are read by their first lines where code goes through them line by line. */
const largestWhole = 4 * 1024 * 1024;
const headBytes = 512 * 1024;

/** Is told what was taken for granted about the machine. */
export interface Assumptions {
  assume(message: string, from: Span, unset?: string): void;
}

/** What a program that runs knows of the machine beside the workspace. */
export interface RunningPlaces {
  /** The user's home directory; undefined where it is not known. */
  readonly home: string | undefined;
  /** Directories in which relative paths are looked for that are not in the working directory. */
  readonly dataRoots: readonly FileId[];
  /** Takes the paths that were asked for and are not there. */
  readonly absent: string[];
  /** Takes the paths that were asked for and lie where nothing is read. */
  readonly outside: string[];
  /** Is told now and then that work goes on which has an end. */
  readonly goesOn?: (() => void) | undefined;
}

/** Where the framework is started. */
export interface StartedIn {
  /** The directory, where it is known. */
  readonly working: FileId | undefined;
  /** Where that is likely to be, else: directories that hold its package. */
  readonly likely: () => readonly FileId[];
}

/** Files and environment as code sees them: within the workspace, and each file noted as a dependency. */
export class WorkspaceHost implements Host {
  /** Folders, each with an ending, of which a file was left out. */
  private readonly leftOut = new Set<string>();

  constructor(
    private readonly workspace: Workspace,
    private readonly file: FileId,
    private readonly dependencies: Set<FileId>,
    readonly environment: Environment,
    private readonly started: StartedIn,
    private readonly assumptions: Assumptions,
    readonly progress: Progress | undefined,
    readonly importer?: ModuleImporter,
    private readonly running?: RunningPlaces,
  ) {}

  get goesOn(): (() => void) | undefined {
    return this.running?.goesOn;
  }

  readFile(path: string, from: Span, raw = false): string | Value {
    const read = this.textOf(path, from, (file) => this.workspace.read(file));
    return read.kind === 'text' ? contents(read, from, raw) : read;
  }

  readPacked(path: string, from: Span): Value {
    const read = this.textOf(path, from, (file) => this.workspace.readUnpacked?.(file) ?? this.workspace.read(file));
    if (read.kind !== 'text') return read;
    // Nobody can go to a line of what is packed.
    const span = { file: read.file, start: 0, end: 0 };
    return new StrValue(TracedText.of(read.text, { kind: 'source', span, exact: false }), span);
  }

  /** @throws PyError for a file that is not there */
  private textOf(path: string, from: Span, reading: Reading): TextRead | Value {
    if (path === '') throw new PyError('FileNotFoundError', "[Errno 2] No such file or directory: ''", from);
    if (isTooLong(path)) throw new PyError('OSError', `[Errno 36] File name too long: '${path}'`, from);
    const read = this.find(path, reading);
    if (read === undefined) return this.outOfReach(nowhere(path), from);
    if (read.kind === 'text') return read;
    if (read.why === 'missing') {
      this.running?.absent.push(path);
      if (isBelowFile(this.workspace, read.file)) throw new PyError('NotADirectoryError', `[Errno 20] Not a directory: '${path}'`, from);
      if (this.isLeftOut(read.file)) return this.outOfReach(whyLeftOut(path), from);
      throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`, from);
    }
    if (read.why === 'directory') throw new PyError('IsADirectoryError', `[Errno 21] Is a directory: '${path}'`, from);
    if (read.why === 'outside') this.running?.outside.push(path);
    return this.outOfReach(read.reason, from);
  }

  readHead(path: string, from: Span): Value | undefined {
    const place = this.running ? this.placeOf(path) : undefined;
    const size = place === undefined ? 0 : (this.workspace.stat(place)?.size ?? 0);
    if (place === undefined || size <= largestWhole || this.isCached(place)) return undefined;
    this.dependencies.add(place);
    const read = this.workspace.readHead?.(place, headBytes);
    if (read?.kind !== 'text' || read.text === '') return undefined;
    const contained = contents({ file: place, text: read.text }, from, false);
    return typeof contained === 'string' ? undefined : contained;
  }

  directories(from: Span): Directories | undefined {
    if (!this.importer) return undefined;
    return {
      working: this.started.working,
      home: this.running?.home,
      kind: (path) => this.kindOf(path, from),
      list: (path) => this.list(path, from),
    };
  }

  /** The directory that a path leads to; undefined for a relative one where the working directory is not known. */
  private placeOf(path: string): FileId | undefined {
    const slashed = path.replaceAll('\\', '/');
    if (isAbsolute(slashed)) return joinPath('/', slashed);
    const places = [...(this.started.working === undefined ? [] : [this.started.working]), ...(this.running?.dataRoots ?? [])];
    const candidates = places.map((place) => joinPath(place, slashed));
    return candidates.find((candidate) => this.workspace.stat(candidate)) ?? candidates[0];
  }

  private kindOf(path: string, from: Span): 'file' | 'directory' | 'missing' | Value {
    if (path === '' || isTooLong(path)) return 'missing';
    const place = this.placeOf(path);
    if (place === undefined) return this.outOfReach(nowhere(path), from);
    this.dependencies.add(place);
    const stat = this.workspace.stat(place);
    if (stat) return stat.kind;
    const read = this.read(place);
    if (read.kind === 'text') return 'file';
    if (read.why === 'missing') this.running?.absent.push(path);
    if (read.why === 'outside') this.running?.outside.push(path);
    return read.why === 'missing' ? 'missing' : this.outOfReach(say`Whether ${path} exists is not known: ${read.reason}`, from);
  }

  private list(path: string, from: Span): readonly string[] | Value {
    const kind = this.kindOf(path, from);
    if (typeof kind !== 'string') return kind;
    const below = kind === 'missing' && isBelowFile(this.workspace, this.placeOf(path) ?? '');
    if (kind === 'missing' && !below) throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`, from);
    if (kind === 'file' || below) throw new PyError('NotADirectoryError', `[Errno 20] Not a directory: '${path}'`, from);
    const place = this.placeOf(path) ?? '';
    return inOrderOf(this.workspace.list(place) ?? [], this.workspace.storedOrder?.(place) ?? []);
  }

  fileExists(path: string, from: Span): boolean | Value {
    if (isTooLong(path)) return false;
    if (this.importer && this.placeOf(path) !== undefined) {
      const kind = this.kindOf(path, from);
      return typeof kind === 'string' ? kind !== 'missing' : kind;
    }
    const read = this.find(path);
    if (read === undefined) return this.outOfReach(nowhere(path), from);
    if (read.kind === 'text' || read.why === 'directory') return true;
    return read.why === 'missing' ? false : this.outOfReach(say`Whether ${path} exists is not known: ${read.reason}`, from);
  }

  assume(message: string, from: Span, unset?: string): void {
    this.assumptions.assume(message, from, unset);
  }

  /** Whether a file that is not there is one that only some machines have. What a run loads its rows from is always left out of repositories, and is told of elsewhere. */
  private isLeftOut(file: FileId): boolean {
    if (this.running) return false;
    // A loop may ask for thousands of them: those of one folder that end alike are taken for alike.
    const kind = dirname(file) + file.slice(file.lastIndexOf('.'));
    if (!this.leftOut.has(kind) && isGitIgnored(file, this.workspace)) this.leftOut.add(kind);
    return this.leftOut.has(kind);
  }

  private outOfReach(reason: string, from: Span): Value {
    this.assumptions.assume(`${reason} What is made of it here is treated as unknown.`, from);
    return new UnknownValue(reason, from);
  }

  /** Reads a file; undefined for a relative path that leads to nothing where the working directory is only guessed. */
  private find(path: string, reading?: Reading): FileRead | undefined {
    const slashed = path.replaceAll('\\', '/');
    if (isAbsolute(slashed)) return this.read(joinPath(dirname(this.file), slashed), reading);
    const place = this.running ? this.placeOf(path) : undefined;
    if (place !== undefined) return this.read(place, reading);
    if (this.started.working !== undefined) return this.read(joinPath(this.started.working, slashed), reading);
    for (const directory of this.started.likely()) {
      const read = this.read(joinPath(directory, slashed), reading);
      if (read.kind === 'text') return read;
    }
    return undefined;
  }

  /** What was downloaded is none of the config's own files, unless the user has opened it. */
  private isCached(file: FileId): boolean {
    const { huggingFace: caches, folders = [] } = this.workspace;
    return (
      caches !== undefined &&
      [caches.hub, caches.datasets].some((cache) => isBelow(file, cache)) &&
      !folders.some((folder) => isBelow(file, folder))
    );
  }

  private read(file: FileId, reading: Reading = (place) => this.workspace.read(place)): FileRead {
    if (this.isCached(file))
      return {
        kind: 'none',
        why: 'outside',
        reason: say`${file} is in a cache of Hugging Face, where only rows and tokenizers are looked for.`,
        file,
      };
    this.dependencies.add(file);
    return { ...withoutPointer(reading(file), file), file };
  }
}

function isBelow(file: FileId, directory: FileId): boolean {
  return file.startsWith(directory === '/' ? '/' : `${directory}/`);
}

/** Names in the order that is known of them; those without a place in it stand last. */
function inOrderOf(names: readonly string[], order: readonly string[]): readonly string[] {
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? order.length;
  return names.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** No file system takes a name of more than 255 bytes (`NAME_MAX`). */
function isTooLong(path: string): boolean {
  return path.length > 85 && path.split('/').some((name) => new TextEncoder().encode(name).length > 255);
}

/** How the text of a file is read. */
type Reading = (file: FileId) => ReadResult;

type FileRead = ReadResult & { readonly file: FileId };
type TextRead = Extract<FileRead, { kind: 'text' }>;

/** A file's text with line breaks as Python reads them; it leads to its place in the file, character for character where none was changed. */
function contents({ file, text }: { readonly file: FileId; readonly text: string }, from: Span, raw: boolean): string | Value {
  const read = raw ? text : text.replace(/\r\n?/g, '\n');
  // A byte order mark is the reader's matter.
  if (text.startsWith('\ufeff')) return read;
  const span = { file, start: 0, end: text.length };
  return new StrValue(TracedText.of(read, { kind: 'source', span, exact: read === text }), from);
}

function nowhere(path: string): string {
  return `The path ${path} is relative to the directory in which the framework will be started, which is not known.`;
}
