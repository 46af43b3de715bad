import type { Refusal } from '../engine/project/project.js';
import type { FileId } from '../engine/core/span.js';

/** Relay → engine: a `Refusal`; and a `Forgiveness`, which takes it back. */
export const refuseNotification = 'promptPreflight/refuse';
export const forgiveNotification = 'promptPreflight/forgive';
export interface Forgiveness {
  readonly file: FileId;
}

/** After so long, in milliseconds, a change on disk is reason enough to try again. */
const longEnough = 10_000;

/** The documents that were too much, so that an engine that takes over leaves them alone. */
export class Refusals {
  private readonly refused = new Map<FileId, { readonly refusal: Refusal; readonly at: number }>();
  /** The versions of documents that were not refused though an engine ended at them. */
  private readonly spared = new Map<FileId, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(refusal: Refusal): void {
    this.refused.set(refusal.file, { refusal, at: this.now() });
  }

  /**
   * Where the work before has taken the memory, a version of a document gets a new engine once.
   * @returns whether it is spared
   */
  spare({ file, version }: Refusal): boolean {
    if (this.spared.get(file) === version) return false;
    this.spared.set(file, version);
    return true;
  }

  all(): readonly Refusal[] {
    return [...this.refused.values()].map(({ refusal }) => refusal);
  }

  /** A document has another version now, or is closed. */
  changed(file: FileId): void {
    this.refused.delete(file);
    this.spared.delete(file);
  }

  /**
   * Files changed on disk: what was too much may have been so because of one of them. Not at once again, since something may write files all the time.
   * @returns the files that may be tried again
   */
  changedOnDisk(): readonly FileId[] {
    const old = [...this.refused.keys()].filter((file) => this.now() - this.refused.get(file)!.at > longEnough);
    for (const file of old) this.refused.delete(file);
    return old;
  }
}
