import { CacheKey } from '../core/cache-key.js';
import { say } from '../core/say.js';
import { isAtOrBelow, type FileId } from '../core/span.js';
import type { DictValue, Value } from '../core/value.js';
import { parseJson } from '../json/parse-json.js';
import type { Project } from './project.js';

/** The name of the file that a team shares. */
const preflightName = 'preflight.json';

/** Folders above a document that are looked in. */
const mostFolders = 40;

/** A row that the team names for a dataset: of a file, from 0; or why what it says cannot be used, a sentence. */
export type TeamRows = { readonly file: FileId; readonly row: number | undefined } | { readonly problem: string };

/** What a `preflight.json` says. */
interface PreflightFile {
  readonly rows: ReadonlyMap<string, TeamRows>;
  /** Why none of it can be used. */
  readonly problem?: string;
}

const key = new CacheKey<Map<FileId, PreflightFile | undefined>>('preflight.json');

/**
 * The rows that the nearest `preflight.json` above a document names for a dataset. Undefined where there is none, or where it says nothing of the dataset.
 * @param name the abbr of the dataset, or the name of the task
 */
export function teamRows(project: Project, file: FileId, name: string): TeamRows | undefined {
  const found = preflightAbove(project, file);
  return found?.problem === undefined ? found?.rows.get(name) : { problem: found.problem };
}

function preflightAbove(project: Project, file: FileId): PreflightFile | undefined {
  const known = project.remember(key, () => ({
    value: new Map<FileId, PreflightFile | undefined>(),
    concerns: (changed) => changed.endsWith(`/${preflightName}`),
  }));
  const folders = project.workspace.folders ?? [];
  let folder = file.slice(0, file.lastIndexOf('/'));
  for (let i = 0; i < mostFolders && folders.some((each) => each === '/' || isAtOrBelow(folder, each)); i++) {
    const place = `${folder}/${preflightName}`;
    if (!known.has(place)) known.set(place, readPreflight(project, place));
    const found = known.get(place);
    if (found) return found;
    if (folder === '') return undefined;
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  return undefined;
}

function readPreflight({ workspace }: Project, place: FileId): PreflightFile | undefined {
  const read = workspace.read(place);
  if (read.kind === 'none') return read.why === 'missing' ? undefined : { rows: new Map(), problem: read.reason };
  const { value, problem } = parseJson(read.text, place);
  if (problem) return { rows: new Map(), problem: say`preflight.json cannot be read: ${problem.message}` };
  if (value?.kind !== 'dict') return { rows: new Map(), problem: say`preflight.json must be an object.` };
  const rows = value.get('rows');
  if (rows !== undefined && rows.kind !== 'dict')
    return { rows: new Map(), problem: say`preflight.json: "rows" must be an object of dataset names and files.` };
  return { rows: rows ? rowsIn(rows, place) : new Map() };
}

function rowsIn(rows: DictValue, place: FileId): Map<string, TeamRows> {
  const folder = place.slice(0, place.lastIndexOf('/'));
  return new Map(
    [...rows.entries.values()].flatMap(({ key: name, value }): [string, TeamRows][] =>
      name.kind === 'str' ? [[name.text, rowOf(name.text, value, folder)]] : [],
    ),
  );
}

/** `data/dev.jsonl` or `data/dev.jsonl:7`: row 7 of it, counted from 1. */
function rowOf(name: string, value: Value, folder: FileId): TeamRows {
  if (value.kind !== 'str' || value.text === '')
    return { problem: say`preflight.json: the rows of "${name}" must be a file, or a file and a row: "data/dev.jsonl:7".` };
  const [, path = value.text, row] = /^(.+?)(?::(\d{1,9}))?$/s.exec(value.text) ?? [];
  if (row !== undefined && Number(row) < 1)
    return { problem: say`preflight.json: rows are counted from 1; "${name}" asks for ${value.text}.` };
  const slashed = path.replaceAll('\\', '/');
  const file = /^(\/|[A-Za-z]:\/)/.test(slashed) ? slashed : `${folder}/${slashed.replace(/^\.\//, '')}`;
  return { file, row: row === undefined ? undefined : Number(row) - 1 };
}
