import type { PreviewSelection } from '../../../server/src/protocol/preview.js';
import type { Kept } from './pair-memory.js';
import { isRowsPick } from './shapes.js';

const rowsKey = 'promptPreflight.rows';
const filesKey = 'promptPreflight.rowFiles';
const most = { datasets: 200, files: 20, characters: 100_000 };

/** Which rows a dataset is shown with. */
export interface KeptRows {
  readonly rows?: PreviewSelection['rows'];
  readonly row?: number;
  readonly trainRows?: string;
}

/** Which rows were picked in this workspace, for each dataset, and the files that were chosen for them. */
export class RowMemory {
  constructor(private readonly kept: Kept) {}

  /** @param of the name of the dataset */
  of(of: string): KeptRows | undefined {
    return this.all().get(of);
  }

  /** What is undefined is shown again as the dataset has it by itself. */
  keep(of: string, { rows, row, trainRows }: Pick<PreviewSelection, 'rows' | 'row' | 'trainRows'>): void {
    const all = this.all();
    all.delete(of);
    // A row that is longer stays for as long as the panel does.
    const now: KeptRows = { ...(rows && { rows }), ...(row !== undefined && { row }), ...(trainRows !== undefined && { trainRows }) };
    if (Object.keys(now).length > 0 && JSON.stringify(now).length <= most.characters) all.set(of, now);
    void this.kept.update(rowsKey, [...all].slice(-most.datasets));
  }

  /** Absolute paths, the last used first. */
  files(): readonly string[] {
    const kept = this.kept.get(filesKey);
    return Array.isArray(kept) ? kept.filter((file) => typeof file === 'string').slice(0, most.files) : [];
  }

  used(file: string): void {
    void this.kept.update(filesKey, [...new Set([file, ...this.files()])].slice(0, most.files));
  }

  /** What is kept may be of another version of the extension, or of no shape at all. */
  private all(): Map<string, KeptRows> {
    const kept = this.kept.get(rowsKey);
    const entries: readonly unknown[] = Array.isArray(kept) ? kept : [];
    return new Map(entries.flatMap((entry) => readEntry(entry) ?? []));
  }
}

function readEntry(entry: unknown): [[string, KeptRows]] | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [name, value] = entry as readonly unknown[];
  if (typeof name !== 'string' || typeof value !== 'object' || value === null) return undefined;
  const { rows, row, trainRows } = value as Record<string, unknown>;
  const index = typeof row === 'number' && Number.isSafeInteger(row) && row >= 0 ? { row } : {};
  return [[name, { ...(isRowsPick(rows) && { rows }), ...index, ...(typeof trainRows === 'string' && { trainRows }) }]];
}
