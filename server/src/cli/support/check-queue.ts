import type { CheckedFile } from '../../worker/start.js';

/** Files that are next to each other in the run: an engine has them in hand. */
export interface FileRange {
  readonly start: number;
  /** The first one behind it. */
  readonly end: number;
}

/** So many of the longest ranges for each engine may be ahead of the first file of which nothing is known: what waits to be printed stays small. */
const rangesAhead = 4;
/** So many files an engine has in hand at most. */
export const longestRange = 64;
/** So many ranges for each engine, where there are few files, so that none is done long before the others. */
const rangesEach = 8;

/**
 * The files of a run by their numbers: gives ranges of them away, in their order, so that neighbours, which share bases, come to the same engine, and brings
 * what was found back into that order.
 */
export class CheckQueue {
  /** The first file that nobody has. */
  private next = 0;
  /** The first file that was not handed on. */
  private first = 0;
  private readonly found = new Map<number, CheckedFile>();
  /** How many there are, as far as that is known. */
  private files = 0;
  private size = longestRange;
  private isWhole = false;

  /** @param engines that check them, as far as that is known */
  constructor(private engines: number) {}

  /** So many files are known by now, and more are to come. */
  grow(files: number): void {
    this.files = files;
  }

  /** All files are known. @param engines that check them */
  complete(files: number, engines: number): void {
    this.files = files;
    this.engines = engines;
    this.isWhole = true;
    this.size = Math.min(longestRange, Math.ceil(files / (engines * rangesEach)));
  }

  /** The next files for an engine; undefined where there are none or too few, or those before them have to be known first. */
  take(): FileRange | undefined {
    if (!this.isWhole && this.files - this.next < this.size) return undefined;
    if (this.next >= this.files || this.next - this.first >= longestRange * this.engines * rangesAhead) return undefined;
    const start = this.next;
    this.next = Math.min(start + this.size, this.files);
    return { start, end: this.next };
  }

  put(file: number, found: CheckedFile): void {
    this.found.set(file, found);
  }

  /** What was found in the next file in order, once that is known; it is handed on once. */
  handOn(): CheckedFile | undefined {
    const found = this.found.get(this.first);
    if (found) this.found.delete(this.first++);
    return found;
  }

  /** Forgets who has which files, and all that was found behind the first one of which nothing is known: that is to be checked again. */
  rewind(): void {
    const known = this.found;
    for (this.next = this.first; known.has(this.next);) this.next++;
    for (const file of known.keys()) if (file > this.next) known.delete(file);
  }

  /** All were given away. */
  get isGivenOut(): boolean {
    return this.isWhole && this.next >= this.files;
  }

  /** How many were handed on. */
  get done(): number {
    return this.first;
  }
}

/**
 * How many engines a run has: one for each processor, where there are files enough.
 * @param asked by the user; undefined where that is left to us @param processors of the machine
 */
export function enginesFor(files: number, asked: number | undefined, processors: number): number {
  const most = asked === undefined ? Math.min(processors, 8, Math.floor(files / worthAnEngine)) : Math.min(asked, 32, files);
  return Math.max(1, most);
}

/** An engine needs as long to load as another one takes for so many files. */
export const worthAnEngine = 100;
