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

/** Why the values of such columns are not known. */
export const undecoded = 'Pictures, sounds and other values that have to be decoded are not read.';

/** Whether anything in the description of a column, as the library `datasets` writes it into the metadata, is decoded: a picture, a sound, JSON. */
function isDecoded(feature: unknown): boolean {
  if (typeof feature !== 'object' || feature === null) return false;
  const { _type: type } = feature as { readonly _type?: unknown };
  if (typeof type === 'string' && ['Image', 'Audio', 'Video', 'Pdf', 'Nifti', 'Json'].includes(type)) return true;
  return Object.values(feature).some(isDecoded);
}

/** The columns that `datasets` decodes, by the metadata under `huggingface` in a file (datasets 5.2 `features/features.py`). */
export function decodedColumns(metadata: string | undefined): ReadonlySet<string> {
  if (metadata === undefined) return new Set();
  try {
    const { info } = JSON.parse(metadata) as { readonly info?: { readonly features?: Record<string, unknown> } };
    return new Set(Object.entries(info?.features ?? {}).flatMap(([name, feature]) => (isDecoded(feature) ? [name] : [])));
  } catch {
    return new Set();
  }
}
