import type { Value } from '../../core/value.js';
import type { Table } from '../datasets/table.js';

/** A call of `load_dataset`: its arguments by name, None left out. */
export interface LoadCall {
  readonly path: string;
  readonly given: ReadonlyMap<string, Value>;
  readonly place: Value;
}

/** Tables by split, read when they are asked for. */
export type LazyTables = ReadonlyMap<string, () => Table>;
