import type { CacheKey} from '../../server/src/cache-key.js';
import { type Remembered } from '../../server/src/cache-key.js';
import { loadRows } from '../../server/src/rows/load-rows.js';
import type { CellReading } from '../../server/src/rows/open-rows.js';
import type { RowTable } from '../../server/src/rows/row-table.js';
import type { FileId } from '../../server/src/text/span.js';
import { MemoryWorkspace } from '../../server/src/workspace.js';

/** Reads a row file that holds `content`, as a preview does. @param row a row beyond the first ones that shall be in memory */
export function rowTable(content: string | Uint8Array, file: FileId = '/ws/rows.jsonl', row = 0, cells: CellReading = 'strings'): Promise<RowTable> {
  return loadRows({ workspace: new MemoryWorkspace({ [file]: content }), remember: remembering() }, [file], row, cells);
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
