/**
 * What the readers of binary formats give. They run in a process of their own, so their cells are plain data, which can be sent.
 * What they throw are Errors; those of their own have a sentence for the user as message.
 */

/** A file whose bytes can be read in any order. */
export interface RandomAccess {
  readonly size: number;
  /** The bytes from `start` to before `end`. Rejected where they cannot be read. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** The value of a cell: an integer is a bigint, a floating-point number a number, a struct its fields in order. */
export type Cell = null | boolean | bigint | number | string | Uint8Array | readonly Cell[] | Struct | Hole;

export interface Struct {
  readonly fields: readonly (readonly [name: string, value: Cell])[];
}

/** A value that has no counterpart here; `unknown` says why, as a sentence for the user. */
export interface Hole {
  readonly unknown: string;
}

/** Cells in columns, of which any rows can be read. */
export interface ColumnarFile {
  readonly columns: readonly string[];
  readonly count: number;
  /** Whether `count` is all of the rows. */
  readonly complete: boolean;
  /** About how many bytes a row takes, unpacked. */
  readonly rowSize: number;
  /** The rows from `start` to before `end`, each with a cell for each column. Rejected where they cannot be read. */
  read(start: number, end: number): Promise<readonly (readonly Cell[])[]>;
}

export type ColumnarFormat = 'parquet' | 'arrow';

/**
 * Opens a file of columns. Rejected where it cannot be read; the message of the Error says why. The libraries are large and trust what a file says of itself, so that a
 * damaged one can take any time and memory: a program that has to live on opens them where it can stop them.
 */
export type ColumnarOpener = (format: ColumnarFormat, file: RandomAccess) => Promise<ColumnarFile>;
