import { dirname, joinPath } from '../core/paths.js';
import { say } from '../core/say.js';
import { isAtOrBelow, type FileId } from '../core/span.js';
import type { TextEdit } from '../core/text-edit.js';
import type { DictValue } from '../core/value.js';
import { setMember } from '../edit/index.js';
import { parseJson } from '../json/parse-json.js';
import { preflightName } from './preflight-file.js';
import type { Project } from './project.js';

/** Which rows a team shall see for a dataset: a file, and of it one row, from 0. */
export interface NamedRows {
  /** The abbr of the dataset, or the name of the task. */
  readonly of: string;
  readonly file: FileId;
  readonly row: number;
}

/** How that comes into a `preflight.json`. */
export type TeamRowsSaving =
  | { readonly kind: 'edits'; readonly file: FileId; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'create'; readonly file: FileId; readonly text: string }
  /** There is none: it may be made in one of these folders, the nearest first. */
  | { readonly kind: 'where'; readonly folders: readonly FileId[] }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * How rows are named in the `preflight.json` above a config, with the least change of its text.
 * @param folder where the file shall be made, if there is none; absent: that is asked for
 */
export function saveTeamRows(project: Project, config: FileId, rows: NamedRows, folder?: FileId): TeamRowsSaving {
  const found = project.preflight(config);
  if (found?.unusable !== undefined) return { kind: 'none', reason: found.unusable };
  if (found) return intoFile(project, found.file, rows);
  if (folder === undefined) return where(project, config);
  const file = joinPath(folder, preflightName);
  if (project.workspace.stat(file)) return { kind: 'none', reason: say`${file} is there already, and is another program's.` };
  return { kind: 'create', file, text: `{\n  "rows": {\n    ${JSON.stringify(rows.of)}: ${named(file, rows)}\n  }\n}\n` };
}

function where(project: Project, config: FileId): TeamRowsSaving {
  const open = project.workspace.folders ?? [];
  const folders: FileId[] = [];
  for (let folder = dirname(config); open.some((each) => isAtOrBelow(folder, each)); folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder) break;
  }
  return folders.length === 0 ? { kind: 'none', reason: say`The config lies in no folder that is open.` } : { kind: 'where', folders };
}

function intoFile({ workspace }: Project, file: FileId, rows: NamedRows): TeamRowsSaving {
  const read = workspace.read(file);
  if (read.kind === 'none') return { kind: 'none', reason: read.reason };
  const { value } = parseJson(read.text, file);
  const edit = value?.kind === 'dict' ? editOf(read.text, value, named(file, rows), rows.of) : undefined;
  return edit
    ? { kind: 'edits', file, edits: [edit] }
    : { kind: 'none', reason: say`preflight.json: "rows" must be an object of dataset names and files.` };
}

function editOf(text: string, root: DictValue, json: string, of: string): TextEdit | undefined {
  const rows = root.get('rows');
  if (rows === undefined) return setMember(text, root, 'rows', `{${JSON.stringify(of)}: ${json}}`);
  return rows.kind === 'dict' ? setMember(text, rows, of, json) : undefined;
}

/** The file as seen from the project file's folder, and the row from 1, where it is not the first. */
function named(projectFile: FileId, { file, row }: NamedRows): string {
  return JSON.stringify(`${relativeTo(dirname(projectFile), file)}${row > 0 ? `:${String(row + 1)}` : ''}`);
}

function relativeTo(folder: FileId, file: FileId): string {
  const [from, to] = [folder.split('/').filter((part) => part !== ''), file.split('/').filter((part) => part !== '')];
  // Another drive of Windows has no way from here.
  if (/^[A-Za-z]:$/.test(to[0] ?? '') && to[0]!.toLowerCase() !== from[0]?.toLowerCase()) return file;
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}
