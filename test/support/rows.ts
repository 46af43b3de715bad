import type { CacheKey, Remembered } from '../../server/src/engine/core/cache-key.js';
import type { ColumnarOpener } from '../../server/src/engine/core/columnar.js';
import { loadRows } from '../../server/src/engine/rows/load-rows.js';
import type { CellReading } from '../../server/src/engine/rows/open-rows.js';
import type { RowTable } from '../../server/src/engine/rows/row-table.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import { PendingReads } from '../../server/src/engine/core/pending-reads.js';
import { unpackText } from '../../server/src/node/unpack.js';
import { MemoryWorkspace } from '../../server/src/engine/core/workspace.js';

/** What the program does in another process, done here and now. */
const openColumnar: ColumnarOpener = async (format, file) =>
  format === 'parquet'
    ? (await import('../../server/src/engine/rows/read-parquet.js')).openParquet(file)
    : (await import('../../server/src/engine/rows/read-arrow.js')).openArrow(file);

/** Reads a row file that holds `content`, as a preview does. @param row a row beyond the first ones that shall be in memory */
export function rowTable(
  content: string | Uint8Array,
  file: FileId = '/ws/rows.jsonl',
  row = 0,
  cells: CellReading = 'strings',
): Promise<RowTable> {
  return loadRows(
    {
      workspace: new MemoryWorkspace({ [file]: content }, undefined, undefined, openColumnar, unpackText),
      reads: new PendingReads(),
      remember: remembering(),
    },
    [file],
    row,
    cells,
  );
}

/** As a project remembers, without ever forgetting. */
export function remembering(): <T>(key: CacheKey<T>, make: () => Remembered<T>) => T {
  const kept = new Map<CacheKey<unknown>, unknown>();
  return <T>(key: CacheKey<T>, make: () => Remembered<T>): T => {
    if (!kept.has(key)) kept.set(key, make().value);
    // Under a key stands what its `make` gave.
    return kept.get(key) as T;
  };
}
