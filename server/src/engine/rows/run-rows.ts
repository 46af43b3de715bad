import type { DictValue } from '../core/value.js';
import type { RowTable } from './row-table.js';

/** The rows of a split by their place from 0, as a run has them. */
export interface RowList {
  readonly count: number;
  /** Whether all are in memory. */
  readonly whole: boolean;
  /** Undefined for a row that is not in memory. */
  at(index: number): DictValue | undefined;
}

/** The rows that a run draws examples from and asks, and which of them is asked. */
export interface RunRows {
  readonly train: RowList;
  readonly test: RowList;
  readonly index: number;
}

/** The rows of a table, whose number is known. @param fetch has a row read that is not in memory */
export function listOfTable(table: RowTable, fetch: (index: number) => void): RowList {
  const { count } = table;
  return {
    count,
    whole: table.complete && count <= table.first.length,
    at(index) {
      const row = index >= 0 && index < count ? table.row(index) : undefined;
      if (!row && index >= 0 && index < count) fetch(index);
      return row;
    },
  };
}
