import { CacheKey, type Remembering } from '../core/cache-key.js';
import { RecentMap } from '../core/recent-map.js';
import type { FileId } from '../core/span.js';
import { messageOf } from './columnar-rows.js';
import { Concatenated } from './concatenated.js';
import { openRows, unpackRoom, type CellReading } from './open-rows.js';
import { RowTable, unreadable } from './row-table.js';

/** `loading`: `done` is settled when the rows are there; whoever asked asks again then. */
export type RowsState = { readonly kind: 'loading'; readonly done: Promise<void> } | { readonly kind: 'ready'; readonly table: RowTable };

/** Files of a split in several parts, at most. */
const mostFiles = 64;

/** Tables that are kept; those that were not asked for the longest are read anew. */
const mostTables = 32;

/** Files whose changes are followed, at least; those whose rows were asked for the longest ago are forgotten. */
const mostFollowed = 10_000;

/** What is known of one list of files. */
interface Load {
  table?: RowTable;
  /** Set while something is being read. */
  running: Promise<void> | undefined;
}

/** All that a project has loaded; forgotten when one of the files changes. */
class Loads {
  private readonly loads = new Map<string, Load>();
  private readonly files = new RecentMap<FileId, true>(mostFollowed);

  state(source: Remembering, files: readonly FileId[], row: number, cells: CellReading): RowsState {
    const load = this.load(files, cells);
    if (load.table?.has(row)) return { kind: 'ready', table: load.table };
    if (!load.running) {
      load.running = this.run(source, load, files, row, cells);
      source.reads.add(load.running);
    }
    return { kind: 'loading', done: load.running };
  }

  concerns(file: FileId): boolean {
    return this.files.get(file) === true;
  }

  private load(files: readonly FileId[], cells: CellReading): Load {
    const key = [hasTypedCells(files) && cells !== 'strings' ? cells.name : 'strings', ...files].join('\n');
    const load = this.loads.get(key) ?? { running: undefined };
    for (const file of files) this.files.set(file, true);
    // The last one is the one that was asked for last.
    this.loads.delete(key);
    this.loads.set(key, load);
    if (this.loads.size > mostTables) this.forgetOldest();
    return load;
  }

  private forgetOldest(): void {
    const oldest = [...this.loads].find(([, { running }]) => !running);
    if (oldest) this.loads.delete(oldest[0]);
  }

  private async run(source: Remembering, load: Load, files: readonly FileId[], row: number, cells: CellReading): Promise<void> {
    try {
      load.table ??= await openTable(source, files, cells);
      await load.table.fetch(row);
    } catch (error) {
      // Nothing is known to come here; but whoever waits must not wait for ever.
      load.table = await RowTable.open(files, unreadable(files[0] ?? '', messageOf(error)));
    }
    load.running = undefined;
  }
}

/** Only texts can be read in two ways. */
function hasTypedCells(files: readonly FileId[]): boolean {
  return files.some((file) => !/\.(parquet|arrow|feather)$/i.test(file));
}

const key = new CacheKey<Loads>('rows');

function loadsOf(source: Remembering): Loads {
  return source.remember(key, () => {
    const loads = new Loads();
    return { value: loads, concerns: (file) => loads.concerns(file) };
  });
}

async function openTable({ workspace }: Remembering, files: readonly FileId[], cells: CellReading): Promise<RowTable> {
  const readers = [];
  const room = unpackRoom();
  for (const file of files.slice(0, mostFiles)) readers.push(await openRows(workspace, file, cells, room));
  return RowTable.open(files, readers.length === 1 ? readers[0]! : new Concatenated(readers));
}

/**
 * The rows of files, read once until one of them changes. Starts to read what is not in memory: the first rows, and the one that is asked for.
 * @param files one file, or the parts of a split in order @param row index of a row, from 0, that shall be in memory
 * @param cells how cells are read
 */
export function rowsOf(source: Remembering, files: readonly FileId[], row = 0, cells: CellReading = 'strings'): RowsState {
  return loadsOf(source).state(source, files, row, cells);
}

/** As `rowsOf`, waiting until the rows are there. Never rejected: what cannot be read is among the table's problems. */
export async function loadRows(source: Remembering, files: readonly FileId[], row = 0, cells: CellReading = 'strings'): Promise<RowTable> {
  for (;;) {
    const state = rowsOf(source, files, row, cells);
    if (state.kind === 'ready') return state.table;
    await state.done;
  }
}
