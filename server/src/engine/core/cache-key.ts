import type { FileId } from './span.js';

/** Names something that a project remembers, and ties it to its type. Make one a purpose, as a constant. */
export class CacheKey<T> {
  declare readonly holds: T;
  constructor(readonly name: string) {}
}

export interface Remembered<T> {
  readonly value: T;
  /** Whether a change of `file` makes the value anew. `typing`: it was changed in the editor, not on disk. */
  readonly concerns: (file: FileId, typing: boolean) => boolean;
}
