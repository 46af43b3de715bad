import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';

/** The files with the rows of a split, in order; or why there are none, as a sentence for the user. `absent`: nothing of the dataset is there. */
export type DatasetRows = { readonly files: readonly FileId[] } | { readonly problem: string; readonly absent?: true };

/** Names of columns in which a run may find something else; `all` where it may have no rows at all, or rows where none are shown. */
export type DoubtfulColumns = readonly string[] | 'all';

/** The columns of all parts. */
export function allDoubtful(parts: readonly DoubtfulColumns[]): DoubtfulColumns {
  return parts.includes('all') ? 'all' : [...new Set(parts.flatMap((names) => names))];
}

/** Rows that code makes of files. */
export interface ComputedRows {
  readonly count: number;
  /** There are more of them, which are not known. */
  readonly more?: boolean;
  /** Absent: none. */
  readonly doubtful?: DoubtfulColumns;
  /** A call of the code that is not followed, and that stops a run where it raises: a sentence. */
  readonly unfollowed?: string | undefined;
  /** The row at an index below `count`. */
  at(index: number): DictValue;
}

/** Where the rows of a split come from: files that hold them, or code that makes them. `from`: the file that it reads, as far as that is known. */
export type SplitSource = DatasetRows | { readonly computed: ComputedRows; readonly from: FileId | undefined };
