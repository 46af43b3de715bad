import type { Rows } from '../../frameworks/framework.js';
import type { Project } from '../../project.js';
import { rowsOf } from '../../rows/load-rows.js';
import type { RowTable } from '../../rows/row-table.js';
import { placesOfPath } from '../../setting-paths.js';
import type { FileId } from '../../text/span.js';

/** The file that the setting `promptPreflight.rowFile` names, as far as it is read. */
export interface RowFile {
  readonly file: FileId | undefined;
  /** Undefined where there is no file, and while it is being read. */
  readonly table: RowTable | undefined;
  /** Whether the file is being read: the preview is worth asking for again when `pendingRows` is settled. */
  readonly loading: boolean;
  /** How many rows are known to be there. */
  readonly count: number;
  /** Why the file, or a line of it, could not be used, so that rows are placeholders, or fewer: a sentence. */
  readonly problem: string | undefined;
}

const noRowFile: RowFile = { file: undefined, table: undefined, loading: false, count: 0, problem: undefined };

/**
 * The row file of the settings. It is read once, until it changes.
 * @param row index of the row that shall be in memory, from 0
 */
export function rowFileOf(project: Project, row = 0): RowFile {
  const setting = project.settings.rowFile;
  if (setting === undefined) return noRowFile;
  const candidates = placesOfPath(setting, project.workspace);
  const file = candidates.find((candidate) => project.workspace.stat(candidate)) ?? candidates[0];
  if (file === undefined) return { ...noRowFile, problem: `The row file ${setting} is relative, but no folder is open.` };
  const state = rowsOf(project, [file], row);
  if (state.kind === 'loading') return { ...noRowFile, file, loading: true };
  const { table } = state;
  return { file, table, loading: false, count: table.count, problem: problemOf(table, row) };
}

/** The rows for a prompt: the picked row to be asked, and the file's first rows as train rows for the examples. Undefined: placeholders. */
export function rowsFor({ table }: RowFile, row = 0): { rows: Rows; row: number } | undefined {
  if (!table || table.count === 0) return undefined;
  const index = pickedRow(table, row);
  const test = table.row(index);
  return test && { rows: { train: table.first, test }, row: index };
}

/** A row behind the end is moved to the last one. */
function pickedRow(table: RowTable, row: number): number {
  return Math.max(0, table.complete ? Math.min(row, table.count - 1) : row);
}

function problemOf(table: RowTable, row: number): string | undefined {
  const first = table.problems[0];
  if (table.count === 0) return first?.message ?? 'The row file has no rows.';
  const index = pickedRow(table, row);
  if (!table.row(index)) return `Row ${String(index + 1)} cannot be read${first ? `: ${first.message}` : '.'}`;
  return first?.message;
}
