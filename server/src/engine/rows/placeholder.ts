import type { Value } from '../core/value.js';
import { columnsOf } from './columns.js';
import { makeRows, type MadeRows } from './made-rows.js';

/**
 * Rows for the preview where no real ones are given: `⟦question⟧` for the row asked, `⟦question#3⟧` for train row 3.
 * @param unfilled columns that templates ask for and the dataset does not have
 */
export function placeholderRows(
  inferCfg: Value | undefined,
  readerCfg: Value | undefined,
  unfilled: ReadonlySet<string> = new Set(),
): MadeRows {
  const columns = columnsOf(inferCfg, readerCfg);
  const names = columns.names.filter((name) => !unfilled.has(name));
  return makeRows({ ...columns, names }, (column, index) => (index === undefined ? `⟦${column}⟧` : `⟦${column}#${String(index)}⟧`));
}
