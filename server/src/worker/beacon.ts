import type { FileId } from '../engine/core/span.js';

/** What an engine is doing: `check` of a document at a version. */
export interface Work {
  /** In words: `hover`, `diagnostics`. */
  readonly what: string;
  /** The document that it is about; undefined where it is about none, or about many. */
  readonly file?: FileId | undefined;
  /** Of the document; 0 where it is not open. */
  readonly version?: number;
}

/** Where in the files the work has come to. */
export interface BeaconPlace {
  readonly file: FileId;
  /** UTF-16 offset; undefined where only the file is known. */
  readonly offset: number | undefined;
}

/** What is seen of an engine from outside, at any moment. */
export interface Sight {
  /** Rises with each beginning and each end of a piece of work: an engine that goes on shows another number. */
  readonly turn: number;
  readonly work: Work | undefined;
  readonly place: BeaconPlace | undefined;
}

const textBytes = 4096;
const placeBytes = 4096;
/** Cells of the header. */
const turn = 0;
const busy = 1;
const textLength = 2;
const placeLength = 3;
const offset = 4;
const headerBytes = 5 * 4;
/** How much memory a beacon takes. */
export const beaconBytes = headerBytes + textBytes + placeBytes;
/** Of so many places one is told. */
const toldPlaces = 1 << 16;

/**
 * A piece of memory that an engine's thread and the one that watches it share. The engine writes what it begins, and where it is; it can be read while
 * the engine is in the middle of a loop that never ends.
 */
export class Beacon {
  private readonly header: Int32Array;
  private readonly text: Uint8Array;
  private readonly place: Uint8Array;
  private placeFile: FileId | undefined;
  private depth = 0;
  private places = 0;

  /**
   * @param memory of another beacon, to be seen from a second thread; absent: new memory, that only this thread sees
   * @param tell called at each beginning and end, and now and then meanwhile, where threads share no memory
   */
  constructor(
    readonly memory: ArrayBufferLike = new ArrayBuffer(beaconBytes),
    private readonly tell?: () => void,
  ) {
    this.header = new Int32Array(memory, 0, headerBytes / 4);
    this.text = new Uint8Array(memory, headerBytes, textBytes);
    this.place = new Uint8Array(memory, headerBytes + textBytes, placeBytes);
  }

  /** Runs a piece of work, seen from outside. Work within work belongs to the outer one. */
  during<T>(work: Work, run: () => T): T {
    if (this.depth++ === 0) this.begin(work);
    try {
      return run();
    } finally {
      if (--this.depth === 0) this.end();
    }
  }

  /** The work has come to a place of a file; cheap enough for each statement. Between two pieces of work: what is read beside them, as rows are. */
  at(file: FileId, start?: number): void {
    if (file !== this.placeFile) {
      this.placeFile = file;
      this.header[placeLength] = written(file, this.place);
    }
    this.header[offset] = start ?? -1;
    if (this.tell && ++this.places % toldPlaces === 0) this.tell();
  }

  /** A part of long work is done: from outside it is seen that it goes on. */
  goesOn(): void {
    this.turned();
  }

  /** What the engine does at this moment, seen from any thread. */
  look(): Sight {
    const now = Atomics.load(this.header, turn);
    return { turn: now, work: Atomics.load(this.header, busy) === 0 ? undefined : this.work(), place: this.lastPlace() };
  }

  private work(): Work {
    const [what = '', file = '', version = '0'] = read(this.text, this.header[textLength]!).split('\n');
    return { what, file: file === '' ? undefined : file, version: Number(version) };
  }

  private lastPlace(): BeaconPlace | undefined {
    const file = read(this.place, this.header[placeLength]!);
    const start = this.header[offset]!;
    return file === '' ? undefined : { file, offset: start < 0 ? undefined : start };
  }

  private begin({ what, file = '', version = 0 }: Work): void {
    // A line break in a file's name would take the place of the separator: such a file is left out.
    this.header[textLength] = written(`${what}\n${file.includes('\n') ? '' : file}\n${String(version)}`, this.text);
    this.forgetPlace();
    Atomics.store(this.header, busy, 1);
    this.turned();
  }

  private end(): void {
    this.forgetPlace();
    Atomics.store(this.header, busy, 0);
    this.turned();
  }

  private turned(): void {
    Atomics.add(this.header, turn, 1);
    this.tell?.();
  }

  private forgetPlace(): void {
    this.header[placeLength] = 0;
    this.placeFile = undefined;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @returns how many bytes were written; 0 for a text that does not fit: half a name would be another's */
function written(text: string, into: Uint8Array): number {
  const { read: taken, written: bytes } = encoder.encodeInto(text, into);
  return taken === text.length ? bytes : 0;
}

function read(from: Uint8Array, length: number): string {
  // A decoder takes no shared memory.
  return decoder.decode(from.slice(0, length));
}
