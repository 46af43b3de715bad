import type { FileId } from './span.js';
import type { BytesResult, ReadResult, Stat, Unpack, UnpackAtOnce, Workspace } from './workspace.js';
import { say } from './say.js';
import { MemoryWorkspace } from './workspace.js';
import { WorkspaceAbove } from './workspace-above.js';

/** A workspace with further files, which are only in memory: those that a request brings along. A path that ends with a slash is a directory. */
export class MemoryAbove extends WorkspaceAbove {
  private readonly added: MemoryWorkspace;
  private readonly directories: ReadonlySet<FileId>;

  constructor(
    below: Workspace,
    files: Readonly<Record<FileId, string | Uint8Array>>,
    private readonly folder: FileId,
  ) {
    super(below);
    const isDirectory = (path: string): boolean => path.endsWith('/');
    this.directories = new Set(
      Object.keys(files)
        .filter(isDirectory)
        .map((path) => path.slice(0, -1)),
    );
    // A file that nobody asks for makes a directory of those that are empty.
    const entries = Object.entries(files).map(([path, content]): [string, string | Uint8Array] =>
      isDirectory(path) ? [`${path}.keep`, ''] : [path, content],
    );
    const added = Object.fromEntries([[`${folder}/.keep`, ''], ...entries]);
    this.added = new MemoryWorkspace(added, undefined, undefined, undefined, below.unpack && atOnce(below.unpack));
  }

  private holds(path: FileId): boolean {
    return path === this.folder || path.startsWith(`${this.folder}/`);
  }

  override read(file: FileId): ReadResult {
    return this.holds(file) ? this.added.read(file) : super.read(file);
  }

  override readUnpacked(file: FileId): ReadResult {
    return this.holds(file) ? this.added.readUnpacked(file) : super.readUnpacked(file);
  }

  override readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    return this.holds(file) ? this.added.readBytes(file, range) : super.readBytes(file, range);
  }

  override stat(file: FileId): Stat | undefined {
    return this.holds(file) ? this.added.stat(file) : super.stat(file);
  }

  override foldersIn(directory: FileId): ReadonlySet<string> | undefined {
    return this.holds(directory) ? undefined : super.foldersIn(directory);
  }

  override list(directory: FileId): readonly string[] | undefined {
    if (!this.holds(directory)) return super.list(directory);
    const names = this.added.list(directory)?.filter((name) => name !== '.keep');
    return names ?? (this.directories.has(directory) ? [] : undefined);
  }
}

/** Where unpacking takes its time, as in a browser, files that a request brings along are not unpacked. */
function atOnce(unpack: Unpack): UnpackAtOnce {
  return (file, packed) => {
    const read = unpack(file, packed);
    return read instanceof Promise ? { kind: 'none', why: 'failed', reason: say`${file} is packed, and is not unpacked here.` } : read;
  };
}
