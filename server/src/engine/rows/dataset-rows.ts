import type { FileId } from '../core/span.js';

/** The files with the rows of a split, in order; or why there are none, as a sentence for the user. `absent`: nothing of the dataset is there. */
export type DatasetRows = { readonly files: readonly FileId[] } | { readonly problem: string; readonly absent?: true };
