import type { FileId } from './text/span.js';
import type { BytesResult, HuggingFaceCaches, ReadResult, Stat, Workspace } from './workspace.js';

/** So many characters are kept, some 30 MB: several times what OpenCompass ships. */
const defaultCapacity = 16_000_000;

/**
 * A workspace as a run finds it: what was read once is not read again, since a base is asked for by each of its importers. For commands that end; a
 * server must see changes.
 */
export class RememberingWorkspace implements Workspace {
  private readonly reads = new Map<FileId, ReadResult>();
  private room: number;

  /** @param capacity the number of characters that are kept of all texts together; what goes beyond is read each time */
  constructor(
    private readonly below: Workspace,
    capacity = defaultCapacity,
  ) {
    this.room = capacity;
  }

  get folders(): readonly FileId[] {
    return this.below.folders ?? [];
  }

  get huggingFace(): HuggingFaceCaches | undefined {
    return this.below.huggingFace;
  }

  read(file: FileId): ReadResult {
    const known = this.reads.get(file);
    if (known) return known;
    const read = this.below.read(file);
    // What may not be read now may be later: a package root is found on the way.
    if (read.kind === 'text' && read.text.length <= this.room) {
      this.room -= read.text.length;
      this.reads.set(file, read);
    }
    return read;
  }

  readBytes(file: FileId, range?: { readonly start: number; readonly end: number }): Promise<BytesResult> {
    return this.below.readBytes(file, range);
  }

  stat(file: FileId): Stat | undefined {
    return this.below.stat(file);
  }

  isLink(path: FileId): boolean {
    return this.below.isLink?.(path) ?? false;
  }

  list(directory: FileId): readonly string[] | undefined {
    return this.below.list(directory);
  }

  packageRoot(name: string, from: FileId): FileId | undefined {
    return this.below.packageRoot(name, from);
  }
}
