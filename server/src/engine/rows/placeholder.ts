import type { Value } from '../core/value.js';
import { columnsOf } from './columns.js';
import { makeRows, type MadeRows } from './made-rows.js';

/** Rows for the preview where no real ones are given: `⟦question⟧` for the row asked, `⟦question#3⟧` for train row 3. */
export function placeholderRows(inferCfg: Value | undefined, readerCfg: Value | undefined): MadeRows {
  return makeRows(columnsOf(inferCfg, readerCfg), (column, index) =>
    index === undefined ? `⟦${column}⟧` : `⟦${column}#${String(index)}⟧`,
  );
}
