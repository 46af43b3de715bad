import type { FileId, Span } from '../../core/span.js';

/** Where texts begin, each place once. */
export class Places {
  private readonly files = new Map<FileId, Set<number>>();

  has({ file, start }: Span): boolean {
    return this.files.get(file)?.has(start) ?? false;
  }

  add({ file, start }: Span): void {
    this.startsIn(file).add(start);
  }

  addAll(others: Places): void {
    others.files.forEach((starts, file) => {
      const own = this.startsIn(file);
      starts.forEach((start) => own.add(start));
    });
  }

  private startsIn(file: FileId): Set<number> {
    let starts = this.files.get(file);
    if (!starts) this.files.set(file, (starts = new Set()));
    return starts;
  }
}
