import type { FileId } from './span.js';
import type { ReadResult, Workspace } from './workspace.js';
import { WorkspaceAbove } from './workspace-above.js';

/** So many characters are kept, some 30 MB: several times what OpenCompass ships. */
const defaultCapacity = 16_000_000;

/**
 * A workspace as a run finds it: what was read once is not read again, since a base is asked for by each of its importers. For work that comes to
 * an end: a server must see changes.
 */
export class RememberingWorkspace extends WorkspaceAbove {
  private readonly reads = new Map<FileId, ReadResult>();
  private room: number;

  /** @param capacity the number of characters that are kept of all texts together; what goes beyond is read each time */
  constructor(below: Workspace, capacity = defaultCapacity) {
    super(below);
    this.room = capacity;
  }

  override read(file: FileId): ReadResult {
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
}
