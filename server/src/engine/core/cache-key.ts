import type { PendingReads } from './pending-reads.js';
import type { FileId } from './span.js';
import type { Workspace } from './workspace.js';

/** Names something that a project remembers, and ties it to its type. Make one a purpose, as a constant. */
export class CacheKey<T> {
  declare readonly holds: T;
  constructor(readonly name: string) {}
}

/** What is needed to keep what was computed from files: a project, or what a framework gets of it. */
export interface Remembering {
  /** The files of the workspace, open documents in place of theirs. */
  readonly workspace: Workspace;
  /** What is being read at present. */
  readonly reads: PendingReads;
  /** Keeps something that was computed from files (a row file, a search for models) until one of them, or the settings, change. */
  remember<T>(key: CacheKey<T>, make: () => Remembered<T>): T;
}

export interface Remembered<T> {
  readonly value: T;
  /** Whether a change of `file` makes the value anew. `typing`: it was changed in the editor, not on disk. */
  readonly concerns: (file: FileId, typing: boolean) => boolean;
  /** `concerns` takes each change into the value itself: it is kept also where so many files have changed that all else is made anew. */
  readonly follows?: true;
}
