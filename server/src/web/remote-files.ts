import { decodedText } from '../engine/core/decoded-text.js';
import { dirname } from '../engine/core/paths.js';
import { say } from '../engine/core/say.js';
import type { FileId } from '../engine/core/span.js';
import type { BytesResult, ReadResult, Stat } from '../engine/core/workspace.js';
import { uriOfFile } from '../node/uris.js';
import type { FileGiven, FilesGiven, FilesWanted, FileWanted } from '../protocol/remote-files.js';
import { basesIn, sourcesIn } from './bases-in.js';
import { unpackInWorker } from './unpack-in-worker.js';

/** Files that are fetched of a repository at most, and what is kept of them, in bytes: each may be a request to a server far away. */
const most = { files: 3_000, bytes: 128 * 1024 * 1024 } as const;
/** What configs and their classes are written in. */
const isCode = /\.(?:py|ya?ml)$/;
/** Sources of classes that are looked into for what they import, before somebody asks for that. */
const mostSources = 6;
/** So many are asked for at once. */
const atOnce = 64;

/** Where the client is asked for files. Never rejected. */
export type Fetch = (wanted: FilesWanted) => Promise<FilesGiven>;

type None = Extract<ReadResult, { kind: 'none' }>;
type Names = ReadonlyMap<string, Stat['kind']>;
type Bytes = { readonly bytes: Uint8Array; text?: ReadResult; unpacked?: ReadResult };
type Content = Bytes | None;

/**
 * The files of folders that only the client can read. Who asks for what is not there yet hears undefined, and the client is asked for it: for all that was asked for in one turn at once,
 * for the bases that the files of this name, and so on. A path is asked for once, until it changes.
 */
export class RemoteFiles {
  private readonly contents = new Map<FileId, Content>();
  /** Null for what is no folder. */
  private readonly folders = new Map<FileId, Names | null>();
  private readonly wantedFiles = new Set<FileId>();
  private readonly wantedFolders = new Set<FileId>();
  /** Files that have come, and are to be unpacked. */
  private readonly toUnpack = new Map<FileId, Bytes>();
  /** Files that what has come names. */
  private readonly named = new Set<FileId>();
  /** Those of them that define classes which configs name. */
  private readonly sources = new Set<FileId>();
  /** What the client has been asked for. */
  private readonly onTheWay = new Set<FileId>();
  private tops: readonly FileId[] = [];
  private fetched = 0;
  private bytes = 0;
  private running: Promise<void> | undefined;
  /** Rises with each change: what was asked for before may be out of date. */
  private age = 0;

  /** @param arrived called when all that was asked for has come */
  constructor(
    private readonly fetch: Fetch,
    private readonly arrived: () => void,
  ) {}

  /** @param tops the folders that are read; nothing outside of them is asked for */
  read(tops: readonly FileId[]): void {
    this.tops = tops;
  }

  /** Settled when all that was asked for has come; undefined where nothing is on the way. */
  arriving(): Promise<void> | undefined {
    return this.running;
  }

  /** The text of a file, or why it has none; undefined where that is not known yet. */
  text(file: FileId): ReadResult | undefined {
    const content = this.content(file);
    if (!content || 'kind' in content) return content;
    return (content.text ??= decodedText(file, content.bytes));
  }

  /** The whole lines at the beginning of a file's text, as far as they lie within so many bytes; undefined where the file is not there yet. */
  head(file: FileId, bytes: number): ReadResult | undefined {
    const content = this.content(file);
    if (!content || 'kind' in content || content.bytes.length <= bytes) return this.text(file);
    return decodedText(file, content.bytes.subarray(0, content.bytes.lastIndexOf(0x0a, bytes - 1) + 1));
  }

  /** The text that is packed in a file, or why there is none; undefined where that is not known yet. */
  unpacked(file: FileId): ReadResult | undefined {
    const content = this.content(file);
    if (!content || 'kind' in content) return content;
    if (!content.unpacked) {
      this.toUnpack.set(file, content);
      this.running ??= this.run();
    }
    return content.unpacked;
  }

  /** The bytes of a file, fetched where they are not there. */
  async allBytes(file: FileId): Promise<BytesResult> {
    for (;;) {
      const content = this.content(file);
      if (content) return 'kind' in content ? content : { kind: 'bytes', bytes: content.bytes };
      await this.running;
    }
  }

  /** What is at a path: null where nothing is; undefined where that is not known yet. It is looked for from the top: what is probed is seldom there. */
  kind(path: FileId): Stat['kind'] | null | undefined {
    if (!this.isWithin(path)) return null;
    const known = this.known(path);
    if (known !== undefined) return known;
    let folder = dirname(path);
    while (this.known(folder) === undefined) folder = dirname(folder);
    this.want(folder, this.wantedFolders);
    return undefined;
  }

  /** The same by what has come, and nothing is asked for. */
  known(path: FileId): Stat['kind'] | null | undefined {
    if (this.tops.includes(path)) return 'directory';
    if (!this.isWithin(path)) return null;
    const content = this.contents.get(path);
    if (content) return 'bytes' in content || content.why === 'too-large' ? 'file' : null;
    const names = this.folders.get(dirname(path));
    if (names !== undefined) return names?.get(path.slice(path.lastIndexOf('/') + 1)) ?? null;
    const above = this.known(dirname(path));
    return above === 'directory' || above === undefined ? (this.folders.get(path) ? 'directory' : undefined) : null;
  }

  /** The names in a folder, with what they are: null where it is none; undefined where that is not known yet. */
  names(folder: FileId): Names | null | undefined {
    if (!this.isWithin(folder)) return null;
    const there = this.folders.get(folder);
    if (there !== undefined) return there;
    // One that is not in its own folder is not asked for.
    const kind = this.known(folder);
    if (kind === null || kind === 'file') return null;
    this.want(folder, this.wantedFolders);
    return undefined;
  }

  /** How many bytes a file has; undefined where they are not there yet. */
  size(file: FileId): number | undefined {
    const content = this.contents.get(file);
    return content && ('kind' in content ? 0 : content.bytes.length);
  }

  /** The same, and the file is fetched where it is not there. */
  fetchedSize(file: FileId): number {
    this.content(file);
    return this.size(file) ?? 0;
  }

  /** A file or folder has changed, appeared or vanished. */
  changed(path: FileId): void {
    this.age++;
    const below = `${path}/`;
    for (const file of this.contents.keys()) if (file === path || file.startsWith(below)) this.contents.delete(file);
    for (const folder of this.folders.keys()) if (folder === path || folder.startsWith(below)) this.folders.delete(folder);
    this.folders.delete(dirname(path));
  }

  forget(): void {
    this.age++;
    this.contents.clear();
    this.folders.clear();
    this.named.clear();
    this.sources.clear();
    this.fetched = 0;
    this.bytes = 0;
  }

  private isWithin(path: FileId): boolean {
    return this.tops.some((top) => path === top || path.startsWith(top === '/' ? top : `${top}/`));
  }

  private content(file: FileId): Content | undefined {
    const there = this.contents.get(file);
    if (there) return there;
    if (!this.isWithin(file)) return outside(file);
    const kind = this.isExpected(file) ? this.known(file) : this.kind(file);
    if (kind === null) return missing(file);
    if (kind === 'directory') return { kind: 'none', why: 'directory', reason: say`${file} is a directory.` };
    if (kind === 'file' && this.isFull()) return tooMany(file);
    this.want(file, this.wantedFiles);
    return undefined;
  }

  /** Whether a file is asked for before its folder has told that it is there: one that a config names. Others are only looked for, and many folders lack them. */
  private isExpected(file: FileId): boolean {
    const folder = dirname(file);
    return this.named.has(file) || (isCode.test(file) && !this.wantedFolders.has(folder) && !this.onTheWay.has(folder));
  }

  private isFull(): boolean {
    return this.fetched >= most.files || this.bytes >= most.bytes;
  }

  private want(path: FileId, among: Set<FileId>): void {
    if (this.onTheWay.has(path)) return;
    among.add(path);
    // Whatever is looked for, it is from there.
    for (const top of this.tops) if (!this.folders.has(top) && !this.onTheWay.has(top)) this.wantedFolders.add(top);
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // What is asked for in the same turn is fetched together.
    await Promise.resolve();
    await this.fetchAll();
    this.running = undefined;
    this.arrived();
  }

  /** Until nothing is wanted any more: folders first, since they tell which files there are. */
  private async fetchAll(): Promise<void> {
    for (;;) {
      const age = this.age;
      await this.unpackAll();
      const wanted = this.next();
      if (wanted.length === 0) return;
      const { files } = await this.fetch({ files: wanted.map(({ file, want }) => ({ uri: uriOfFile(file), want })) });
      for (const [i, { file, want }] of wanted.entries()) {
        const given = files[i] ?? { kind: 'failed', reason: '' };
        if (age === this.age) this.take(file, want, given);
      }
      this.onTheWay.clear();
    }
  }

  private async unpackAll(): Promise<void> {
    for (const [file, content] of this.toUnpack) {
      this.toUnpack.delete(file);
      content.unpacked = await unpackInWorker(file, content.bytes);
    }
  }

  private next(): { readonly file: FileId; readonly want: FileWanted['want'] }[] {
    const folders = this.due(this.wantedFolders, (folder, kind) => kind !== null && kind !== 'file' && !this.folders.has(folder));
    const files = this.due(this.wantedFiles, (file, kind) => {
      if (kind === undefined && !this.isExpected(file)) return undefined;
      return kind !== null && kind !== 'directory' && !this.contents.has(file) && !this.isFull();
    });
    this.fetched += files.length;
    return [...folders.map((file) => ({ file, want: 'names' as const })), ...files.map((file) => ({ file, want: 'bytes' as const }))];
  }

  /** @param isDue undefined for a path whose folder comes first */
  private due(wanted: Set<FileId>, isDue: (path: FileId, kind: Stat['kind'] | null | undefined) => boolean | undefined): FileId[] {
    const due: FileId[] = [];
    for (const path of wanted) {
      if (due.length === atOnce) break;
      const verdict = isDue(path, this.known(path));
      if (verdict === undefined) this.kind(path);
      else wanted.delete(path);
      if (verdict !== true) continue;
      due.push(path);
      this.onTheWay.add(path);
    }
    return due;
  }

  private take(file: FileId, want: FileWanted['want'], given: FileGiven): void {
    if (want === 'names') {
      const names = given.kind === 'names' ? given.names : undefined;
      this.folders.set(file, names ? new Map(names.map(([name, isFolder]) => [name, isFolder ? 'directory' : 'file'])) : null);
    } else {
      const content = givenContent(file, given);
      this.contents.set(file, content);
      if ('bytes' in content) this.bytes += content.bytes.length;
      const text = isCode.test(file) ? this.text(file) : undefined;
      if (text?.kind === 'text') this.bringAlong(file, text.text);
    }
  }

  /** What is most likely needed together with a config. */
  private bringAlong(file: FileId, text: string): void {
    const root = (name: string): FileId | undefined => this.tops.find((top) => this.known(`${top}/${name}`) === 'directory');
    const isSource = this.sources.has(file);
    const { folders, files } = sourcesIn(file, text, { root, kind: (path) => this.known(path) }, !isSource);
    for (const folder of folders) this.names(folder);
    for (const each of [...basesIn(file, text, root), ...files]) {
      this.named.add(each);
      this.content(each);
    }
    // What the sources of classes import is brought along too, and not what that imports; of a config with many of them most are not needed to show one prompt.
    const classes = isSource ? [] : [...files].filter((each) => !each.endsWith('/__init__.py'));
    for (const each of classes) if (this.sources.size < mostSources) this.sources.add(each);
  }
}

/** What a client has given of a file. */
export function givenContent(file: FileId, given: FileGiven): Content {
  switch (given.kind) {
    case 'bytes':
      return { bytes: given.bytes };
    case 'missing':
      return missing(file);
    case 'too-large':
      return { kind: 'none', why: 'too-large', reason: say`${file} is larger than what is read in a browser.` };
    default:
      return { kind: 'none', why: 'failed', reason: say`${file} cannot be read: ${given.kind === 'failed' ? given.reason : given.kind}.` };
  }
}

function missing(file: FileId): None {
  return { kind: 'none', why: 'missing', reason: say`${file} does not exist.` };
}

function outside(file: FileId): None {
  return { kind: 'none', why: 'outside', reason: say`${file} is outside the folders that are open, so it is not read in a browser.` };
}

function tooMany(file: FileId): None {
  return {
    kind: 'none',
    why: 'failed',
    reason: say`${file} is not read: a browser fetches ${String(most.files)} files of a repository at most.`,
  };
}
