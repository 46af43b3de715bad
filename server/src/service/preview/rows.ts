import type { Rows } from '../../frameworks/framework.js';
import { CacheKey } from '../../cache-key.js';
import type { Project } from '../../project.js';
import { readRows } from '../../rows/read-rows.js';
import type { FileId } from '../../text/span.js';
import type { DictValue } from '../../value.js';

/** The file that the setting `promptPreflight.rowFile` names, read. */
export interface RowFile {
  readonly file: FileId | undefined;
  readonly rows: readonly DictValue[];
  /** Why the file, or a line of it, could not be used: a sentence. */
  readonly problem: string | undefined;
}

const noRowFile: RowFile = { file: undefined, rows: [], problem: undefined };

const key = new CacheKey<RowFile>('row file');

/** Reads the row file of the settings; once, until it changes. */
export function rowFileOf(project: Project): RowFile {
  const setting = project.settings.rowFile;
  if (setting === undefined) return noRowFile;
  return project.remember(key, () => {
    const candidates = candidatesOf(project, setting);
    return { value: read(project, setting, candidates), concerns: (file) => candidates.includes(file) };
  });
}

/** The rows for a prompt: the picked row to be asked, and the file's rows as train rows for the examples. */
export function rowsFor(rowFile: RowFile, row: number | undefined): { rows: Rows; row: number } | undefined {
  if (rowFile.rows.length === 0) return undefined;
  const index = Math.max(0, Math.min(row ?? 0, rowFile.rows.length - 1));
  return { rows: { train: rowFile.rows, test: rowFile.rows[index]! }, row: index };
}

function candidatesOf(project: Project, setting: string): FileId[] {
  const slashed = setting.replaceAll('\\', '/');
  if (/^(\/|[A-Za-z]:\/)/.test(slashed)) return [slashed];
  return (project.workspace.folders ?? []).map((folder) => `${folder}/${slashed.replace(/^\.\//, '')}`);
}

function read(project: Project, setting: string, candidates: readonly FileId[]): RowFile {
  const file = candidates.find((candidate) => project.workspace.stat(candidate)) ?? candidates[0];
  if (file === undefined) return { ...noRowFile, problem: `The row file ${setting} is relative, but no folder is open.` };
  const answer = project.workspace.read(file);
  if (answer.kind === 'none') return { file, rows: [], problem: `The row file cannot be used, so rows are placeholders: ${answer.reason}` };
  const { rows, problems } = readRows(file, answer.text);
  const first = problems[0];
  return { file, rows, problem: first === undefined ? undefined : first.message };
}
