import type { Value } from '../core/value.js';
import { columnsOf } from './columns.js';
import { makeRows, type MadeRows } from './made-rows.js';

/**
 * Rows that say where they come from, for comparing prompts: column c of train row i is `⟦c#i⟧`, of the test row `⟦c#t⟧`.
 * @param period after how many train rows they repeat
 */
export function sentinelRows(inferCfg: Value | undefined, readerCfg: Value | undefined, period = 10): MadeRows {
  const made = makeRows(columnsOf(inferCfg, readerCfg), (column, index) => `⟦${column}#${index === undefined ? 't' : String(index)}⟧`);
  return { train: { count: made.train.count, at: (index) => made.train.at(index % period) }, test: made.test };
}
