import { pendingTaskIndexes } from '../frameworks/lm-eval/load/task-indexes.js';
import { pendingRows, type RowSource } from '../rows/load-rows.js';

/** Settled when all is read that is being read now: rows, and the names of tasks. Undefined where nothing is. What was computed before may be different then. */
export function pendingReads(source: RowSource): Promise<void> | undefined {
  const reads = [pendingRows(source), pendingTaskIndexes(source)].filter((read) => read !== undefined);
  return reads.length < 2 ? reads[0] : Promise.all(reads).then(() => undefined);
}
