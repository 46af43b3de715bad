import type { ColumnarOpener } from '../engine/core/columnar.js';
import { dirname } from '../engine/core/paths.js';
import { say } from '../engine/core/say.js';
import { isAtOrBelow, type FileId } from '../engine/core/span.js';
import { versionAmong, type BytesResult, type NamedByProject, type ReadResult, type Stat } from '../engine/core/workspace.js';
import { isPackageFolder, isPartOfPackage } from '../engine/frameworks/package-folders.js';
import { packageNamed } from '../engine/frameworks/packages.js';
import type { ServedWorkspace, WorkspaceScope } from '../lsp/engine-host.js';
import { isPath } from '../node/uris.js';
import { RemoteFiles, type Fetch } from './remote-files.js';
import { unpackInWorker } from './unpack-in-worker.js';

/** Files that are read as they are, without a look at how large they are before. */
const isCode = /\.(?:py|ya?ml)$/;

/**
 * The folders that a browser has open: nothing outside of them, no installed packages and no caches. What is not there yet is said to fail, and fetched: whoever computes with it does so
 * again when it has come (`arriving`).
 */
export class RemoteWorkspace implements ServedWorkspace {
  readonly far = true;
  readonly unpack = unpackInWorker;
  private readonly files: RemoteFiles;
  private scope: WorkspaceScope = { folders: [], packageRoots: [], includePaths: [], interpreter: undefined, trusted: true };

  /**
   * @param arrived called when something has come: what was computed without it is to be computed anew
   * @param openColumnar how files of columns are opened
   */
  constructor(
    fetch: Fetch,
    arrived: () => void,
    readonly openColumnar: ColumnarOpener,
  ) {
    this.files = new RemoteFiles(fetch, arrived);
  }

  configure(scope: WorkspaceScope): void {
    this.scope = { ...scope, folders: scope.folders.filter(isPath).map((folder) => folder.replace(/(.)\/+$/, '$1')) };
    this.files.read(this.folders);
  }

  get folders(): readonly FileId[] {
    return this.scope.folders;
  }

  get awaits(): boolean {
    return this.files.arriving() !== undefined;
  }

  /** A browser has no other files. */
  chooseFiles(): readonly FileId[] {
    return [];
  }

  forget(): void {
    this.files.forget();
  }

  changed(file: FileId): void {
    this.files.changed(file);
  }

  arriving(): Promise<void> | undefined {
    return this.files.arriving();
  }

  read(file: FileId): ReadResult {
    return this.files.text(file) ?? onItsWay(file);
  }

  readHead(file: FileId, bytes: number): ReadResult {
    return this.files.head(file, bytes) ?? onItsWay(file);
  }

  readUnpacked(file: FileId): ReadResult {
    return this.files.unpacked(file) ?? onItsWay(file);
  }

  async readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    const read = await this.files.allBytes(file);
    return read.kind === 'bytes' && range ? { kind: 'bytes', bytes: read.bytes.slice(range.start, range.end) } : read;
  }

  /** The size of a file that is not there yet is 0; whoever asks for it has it fetched, and who asks only whether there is a file does not. */
  stat(path: FileId): Stat | undefined {
    const { files } = this;
    const kind = files.kind(path) ?? undefined;
    if (kind !== 'file' || isCode.test(path)) return kind && { kind, size: files.size(path) ?? 0 };
    return {
      kind,
      get size() {
        return files.fetchedSize(path);
      },
    };
  }

  list(folder: FileId): readonly string[] | undefined {
    const names = this.files.names(folder);
    return names ? [...names.keys()].sort() : undefined;
  }

  /** The settings first, then the project file, and the folders around the file, nearest first. */
  packageRoot(name: string, from: FileId, roots: readonly FileId[] = []): FileId | undefined {
    if (!/^\w+$/u.test(name)) return undefined;
    const kindAt = (path: FileId): Stat['kind'] | undefined => this.files.kind(path) ?? undefined;
    const named = [...this.scope.packageRoots.flatMap((setting) => this.inFolders(setting)), ...roots].flatMap((root) =>
      root.endsWith(`/${name}`) ? [root, dirname(root)] : [root],
    );
    const around = [...this.around(from), ...this.folders];
    this.lookAhead(name, around);
    return (
      named.find((root) => kindAt(at(root, name)) === 'directory') ??
      around.find((root) => isPackageFolder(at(root, name), name, kindAt)) ??
      around.find((root) => isPartOfPackage(at(root, name), name, kindAt))
    );
  }

  installedVersion(distribution: string, root: FileId): string | undefined {
    return versionAmong(this.list(root) ?? [], distribution);
  }

  follow(_projectFile: FileId, { packageRoots, read }: NamedByProject): readonly FileId[] {
    return [...packageRoots, ...read].filter((path) => !this.folders.some((folder) => isAtOrBelow(path, folder)));
  }

  /** A package of a framework lies in a folder that is open, most often: what tells that it is there is asked for at once. */
  private lookAhead(name: string, around: readonly FileId[]): void {
    for (const folder of around) this.files.names(folder);
    const marks = packageNamed(name)?.marks ?? [];
    for (const folder of marks.length > 0 ? this.folders : []) {
      const there = this.files.known(at(folder, name));
      if (there === 'directory') for (const mark of marks) this.files.names(dirname(at(folder, `${name}/${mark}`)));
    }
  }

  private inFolders(setting: string): FileId[] {
    return isPath(setting) ? [setting] : this.folders.map((folder) => at(folder, setting));
  }

  /** The folders of a file, as far as they are open. */
  private around(file: FileId): FileId[] {
    const top = this.folders.find((folder) => isAtOrBelow(file, folder));
    const around: FileId[] = [];
    if (top === undefined) return around;
    for (let folder = dirname(file); isAtOrBelow(folder, top); folder = dirname(folder)) {
      around.push(folder);
      if (folder === top || folder === '/') break;
    }
    return around;
  }
}

function onItsWay(file: FileId): ReadResult {
  return { kind: 'none', why: 'failed', reason: say`${file} is on its way.` };
}

function at(folder: FileId, path: string): FileId {
  return folder === '/' ? `/${path}` : `${folder}/${path}`;
}
