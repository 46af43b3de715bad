/** Calls a step, with pauses, until it returns true. */
export type InSlices = (step: () => boolean) => Promise<void>;

/**
 * The reads that take longer than an answer may: rows of files, the names of thousands of tasks. Who asks for what is still being read is answered without it,
 * and asks again when `pending` is settled.
 */
export class PendingReads {
  private readonly running = new Set<Promise<unknown>>();
  private readonly ofNames = new Set<Promise<unknown>>();
  /** The same promise for all who ask while the same is being read, since each new one would be held until then. */
  private waiting: Promise<void> | undefined;

  /** @param inSlices for a program that has to answer while many small files are read; absent: they are read at once */
  constructor(readonly inSlices?: InSlices) {}

  /** Counts a read until it is settled. A read is never rejected: what cannot be read is part of what it gives. */
  add(read: Promise<unknown>, of: 'rows' | 'names' = 'rows'): void {
    const counted = read.finally(() => {
      this.running.delete(counted);
      this.ofNames.delete(counted);
      this.waiting = undefined;
    });
    this.running.add(counted);
    if (of === 'names') this.ofNames.add(counted);
    this.waiting = undefined;
  }

  /** Settled when the names are read that are being read now. Rows may take far longer. */
  async names(): Promise<void> {
    await Promise.all(this.ofNames);
  }

  /** Settled when all is read that is being read now; undefined where nothing is. What was computed before may be different then. */
  get pending(): Promise<void> | undefined {
    if (this.running.size === 0) return undefined;
    return (this.waiting ??= Promise.all(this.running).then(() => undefined));
  }
}
