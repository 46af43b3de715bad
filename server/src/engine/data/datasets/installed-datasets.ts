import type { DoubtfulColumns } from '../../rows/dataset-rows.js';
import type { NumberReading } from '../../rows/typed-cells.js';
import type { FieldOrder } from './arrow-type.js';
import { isSince, type JsonReading } from './json-reading.js';

/** What turns on the release of the library `datasets`, and of those that it works with. */
export interface InstalledDatasets {
  /** Of the fields of structs that are inferred from dicts. */
  readonly order: FieldOrder;
  /** How JSON is read, and mapped rows are written. */
  readonly reading: () => JsonReading;
  /** What `dataset['name']` gives. */
  readonly columns: () => ColumnForm;
  /** What `take` does where there are fewer rows. */
  readonly takes: () => TakingTooMany;
  /** How pandas reads numbers of separated values. */
  readonly numbers: () => NumberReading;
  /** Is told of columns for which the release matters and is not known. */
  readonly doubt?: (columns: DoubtfulColumns) => void;
}

/** `list` before release 4.0; from then on a `column`, which is read when it is looked into; `either` where the release is not known. */
export type ColumnForm = 'list' | 'column' | 'either';

/** What a release of the library `datasets` gives for a column. @param unknown where nothing tells which release it is */
export function columnFormOf(version: string | undefined, unknown: ColumnForm): ColumnForm {
  if (version === undefined) return unknown;
  return Number.parseInt(version, 10) >= 4 ? 'column' : 'list';
}

/** Too few rows to take: an error before release 5.2, all that there are from then on; `either` where the release is not known. */
export type TakingTooMany = 'raises' | 'all' | 'either';

/** What a release of the library `datasets` makes of it (5.2 `arrow_dataset.py`, `take`). @param unknown where nothing tells which release it is */
export function takingTooManyOf(version: string | undefined, unknown: TakingTooMany): TakingTooMany {
  if (version === undefined) return unknown;
  return isSince(version, 5, 2) ? 'all' : 'raises';
}

/** As the newest release before 4 does, with the libraries of its time. */
export const datasetsBefore4: InstalledDatasets = {
  order: 'sorted',
  reading: () => 'strict',
  columns: () => 'list',
  takes: () => 'raises',
  numbers: () => '2',
};
