import { isAtOrBelow, type FileId } from './span.js';
import type { ReadResult, Stat, Workspace } from './workspace.js';
import { WorkspaceAbove } from './workspace-above.js';

/** So many characters are kept, some 30 MB: several times what OpenCompass ships. */
const defaultCapacity = 16_000_000;
/** So many names in folders are kept: the checkouts of the three frameworks together have an eighth of them. */
const mostNames = 200_000;
/** Of so many paths is kept what is there: each file is asked about the packages in the folders above it. */
const mostStats = 50_000;

/**
 * A workspace as a run finds it: what was read or listed once is not read again, since a base is asked for by each of its importers, and the folders around a file
 * by each file in them. For work that comes to an end: a server must see changes.
 */
export class RememberingWorkspace extends WorkspaceAbove {
  private readonly reads = new Map<FileId, ReadResult>();
  private room: number;
  private readonly lists = new Map<FileId, readonly string[]>();
  private namesLeft = mostNames;
  /** Null: there is nothing. */
  private readonly stats = new Map<FileId, Stat | null>();

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

  override stat(file: FileId): Stat | undefined {
    const known = this.stats.get(file);
    if (known) return known;
    if (known === null) return undefined;
    const stat = this.below.stat(file);
    // What lies outside may be reached later, when a package root is found on the way.
    if (this.stats.size < mostStats && (stat || this.folders.some((folder) => isAtOrBelow(file, folder))))
      this.stats.set(file, stat ?? null);
    return stat;
  }

  override list(directory: FileId): readonly string[] | undefined {
    const known = this.lists.get(directory);
    if (known) return known;
    const names = this.below.list(directory);
    // What may not be listed now may be later, too.
    if (names && names.length <= this.namesLeft) {
      this.namesLeft -= names.length;
      this.lists.set(directory, names);
    }
    return names;
  }
}
