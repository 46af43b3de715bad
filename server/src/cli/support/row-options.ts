import { statSync } from 'node:fs';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import { CommandError, UsageError } from './command.js';
import type { RowFiles } from './open-project.js';

/** The options of `preview` that say which rows a prompt is made of. */
export const rowOptions = {
  row: { type: 'string' },
  'train-rows': { type: 'string' },
  'data-root': { type: 'string', multiple: true },
  trust: { type: 'boolean' },
} as const;

export const rowHelp = `  --row N              ask row N, counted from 1, of the dataset's own rows, as a full run asks it (default: the first, where they are
                       on this machine, else placeholders)
  --row FILE:N         ask row N of a file (JSON Lines, JSON, CSV, TSV, Parquet, Arrow); the in-context examples stay the
                       dataset's own where these are known, else they are rows of that file
  --train-rows FILE    take the in-context examples from the rows of a file
  --data-root DIR      look for the files of datasets there too, as the setting dataRoots says; may be repeated
  --trust              follow paths of preflight.json that lead out of the project
`;

/** The rows that the command line asks for. */
export interface AskedRows {
  /** From 0; undefined where none is asked for. */
  readonly index: number | undefined;
  readonly files: RowFiles;
}

/** @throws UsageError, CommandError for a file that cannot be read */
export function askedRows(values: {
  readonly row?: string | undefined;
  readonly 'train-rows'?: string | undefined;
  readonly 'data-root'?: readonly string[] | undefined;
}): AskedRows {
  const row = values.row === undefined ? undefined : rowOf(values.row);
  const trainRowFile = values['train-rows'];
  for (const file of [row?.file, trainRowFile]) if (file !== undefined) insistOnFile(file);
  return { index: row?.index, files: { rowFile: row?.file, trainRowFile, dataRoots: values['data-root'] ?? [] } };
}

/** The files among them, which the preview has to read. */
export function filesOfRows({ files: { rowFile, trainRowFile } }: AskedRows): string[] {
  return [rowFile, trainRowFile].filter((file) => file !== undefined);
}

/** `N` or `FILE:N`, with N from 1. */
function rowOf(text: string): { readonly file: string | undefined; readonly index: number } {
  const match = /^(?:(.+):)?(\d{1,9})$/.exec(text);
  if (!match || Number(match[2]) < 1) throw new UsageError(`--row must be N or FILE:N with a row number from 1, not '${text}'.`);
  return { file: match[1], index: Number(match[2]) - 1 };
}

function insistOnFile(file: string): void {
  const problem = problemOf(file);
  if (problem !== undefined) throw new CommandError(`The row file ${file} ${problem}.`);
}

/** Why a path leads to no file of rows. */
function problemOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return 'does not exist';
    if (stats.isDirectory()) return 'is a directory';
    return stats.isFile() ? undefined : 'is not a regular file';
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}

/** @throws CommandError where the row that was asked for is not the one that is shown, with the reason */
export function insistOnRow({ index, files: { rowFile } }: AskedRows, data: PreviewData): void {
  if (index !== undefined && data.selection.row !== index) throw new CommandError(noRow(rowFile, index + 1, data));
}

function noRow(file: string | undefined, number: number, { rows, notes }: PreviewData): string {
  if (file !== undefined)
    return rows.problem === undefined ? `${file} has ${rows.count} rows; there is no row ${number}.` : `${file}: ${rows.problem}`;
  if (rows.count > 0 && !rows.complete)
    return `Only the first ${rows.count} rows of the dataset are read, so row ${number} is not known; --row FILE:N takes one of a file.`;
  if (rows.count > 0) return `The dataset has ${rows.count} rows; there is no row ${number}.`;
  const why = rows.problem ?? notes[0] ?? '';
  return `The dataset's own rows are not known, so there is no row ${number}; --row FILE:N takes one of a file. ${why}`.trimEnd();
}
