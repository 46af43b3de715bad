import { grouped } from '../../core/grouped.js';
import { readByRelease } from '../../data/datasets/table-by-release.js';
import { typedRowsAround } from '../../data/load/typed-rows.js';
import type { DatasetSplits, Rows, Surroundings, Target } from '../../frameworks/face/behaviour.js';
import type { Framework } from '../../frameworks/face/framework.js';
import type { Project } from '../../project/project.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import { columnsOf } from '../../rows/columns.js';
import { listedNames } from '../../rows/dataset-configs.js';
import { allDoubtful, type DoubtfulColumns, type SplitSource } from '../../rows/dataset-rows.js';
import { parseRow } from '../../rows/json-lines.js';
import { rowsOf } from '../../rows/load-rows.js';
import type { CellReading } from '../../rows/open-rows.js';
import { rowFileOf, trainFileOf } from '../../rows/row-file.js';
import { RowTable } from '../../rows/row-table.js';
import { listOfTable, type RowList, type RunRows } from '../../rows/run-rows.js';
import { baseName, type FileId } from '../../core/span.js';
import type { DictValue } from '../../core/value.js';
import { placeholderRows } from '../../rows/placeholder.js';
import { say } from '../../core/say.js';
import { teamRows } from '../../project/preflight-file.js';
import type { PreviewData } from './data.js';
import type { PreviewSelection } from './preview-shape.js';

/**
 * The rows that a preview may show: of the file that the setting `promptPreflight.rowFile` names, else of the dataset where it is on this machine. Those of its
 * examples are the dataset's own where they are known.
 */
export interface PreviewRows {
  readonly file: FileId | undefined;
  /** Undefined where there is no file, and while it is being read: the project's `reads` are settled when it is worth asking again. */
  readonly table: RowTable | undefined;
  /** The rows that examples are taken from where a run's are not known. */
  readonly train: readonly DictValue[];
  /** The rows of a run; absent where those of its examples are not known. */
  readonly run?: Omit<RunRows, 'index'>;
  /** Whether the row that is asked is one of the dataset's own, and not one of a file that was picked. */
  readonly own?: boolean;
  /** The file that examples come from, where it is known; `trainPicked`: it was picked by hand. */
  readonly trainFile?: FileId | undefined;
  readonly trainPicked?: boolean;
  /** Where examples come from, if not from where the framework takes them; a sentence. */
  readonly examples: string | undefined;
  /** Why the dataset has no rows to show though it is on this machine: a sentence. */
  readonly note: string | undefined;
  /** How many rows are known to be there, and whether that is all. */
  readonly count: number;
  readonly complete: boolean;
  /** Who says which rows they are. */
  readonly by?: PreviewData['rows']['by'];
  /** Columns in which a run may find something else. */
  readonly doubtful: DoubtfulColumns;
  /** A call that is not followed where the dataset's own rows are loaded, and that stops a run where it raises: a sentence. */
  readonly unfollowed?: string | undefined;
  /** What a run raises that loads the dataset's own rows: an exception with its message. */
  readonly raises?: string | undefined;
  /** Why a run may not be able to load them: a sentence. */
  readonly doubt?: string | undefined;
  /** Why the file, or a line of it, could not be used, so that rows are placeholders, or fewer: a sentence. */
  readonly problem: string | undefined;
}

/** No row is shown: placeholders stand in for all. */
export const noRows: PreviewRows = {
  file: undefined,
  table: undefined,
  train: [],
  examples: undefined,
  note: undefined,
  count: 0,
  complete: true,
  doubtful: [],
  problem: undefined,
};

/**
 * The rows for previews of a target: those that were picked, else those that the team's `preflight.json` names, else those of the setting, else the dataset's
 * own. Files are read once, until they change.
 * @param row index of the row that shall be in memory, from 0; absent: the first, or the one that the team names
 */
export function previewRows(
  project: Project,
  file: FileId,
  loaded: LoadedConfig,
  target: Target,
  selection: Pick<PreviewSelection, 'row' | 'rows' | 'rowsOf' | 'trainRows'>,
): PickedRows {
  const meant = selection.rowsOf === undefined || selection.rowsOf === target.dataset.abbr;
  const asked = rowsAsked(project, file, loaded, target, meant ? selection : {});
  const { trainRows } = meant ? selection : {};
  return trainRows === undefined ? asked : { ...asked, rows: withPickedExamples(asked.rows, trainRows, loaded) };
}

function rowsAsked(
  project: Project,
  file: FileId,
  loaded: LoadedConfig,
  target: Target,
  { row, rows: picked }: Pick<PreviewSelection, 'row' | 'rows'>,
): PickedRows {
  const at = (named: number | undefined): number => row ?? named ?? 0;
  if (picked?.kind === 'own') return { rows: datasetRows(loaded, target, at(0)), row };
  if (picked?.kind === 'written') return { rows: withOwnExamples(writtenRow(picked.text), loaded, target), row: 0 };
  const cells = cellsOf(loaded);
  const ofFile = (path: FileId, index: number): PreviewRows => withOwnExamples(rowFile(project, path, index, cells), loaded, target);
  if (picked?.kind === 'file') return { rows: { ...ofFile(picked.path, at(0)), by: 'picked' }, row };
  const { rowFile: setting, rowFileFirst } = project.settings;
  const team = rowFileFirst ? undefined : teamRows(project.preflight(file), target.dataset.abbr);
  if (team && 'problem' in team) return { rows: { ...noRows, problem: team.problem }, row };
  if (team) return { rows: { ...ofFile(team.file, at(team.row)), by: 'team' }, row: at(team.row) };
  if (setting === undefined) return { rows: datasetRows(loaded, target, at(0)), row };
  const named = rowFileOf(project);
  if (named === undefined) return { rows: { ...noRows, problem: say`The row file ${setting} is relative, but no folder is open.` }, row };
  return { rows: { ...ofFile(named, at(0)), by: 'setting' }, row };
}

/** How cells of files are read: those of a task as the library reads them that the harness loads its datasets with. */
function cellsOf({ framework, surroundings, config }: LoadedConfig): CellReading {
  return framework.previews === 'tasks' ? typedRowsAround(config.evaluation.file, surroundings) : 'strings';
}

/** Rows, and the index of the one that is asked; undefined: the first. */
interface PickedRows {
  readonly rows: PreviewRows;
  readonly row: number | undefined;
}

function rowFile(project: Project, file: FileId, row: number, cells: CellReading): PreviewRows {
  const state = rowsOf(project, [file], row, cells);
  if (state.kind === 'loading') return { ...noRows, file };
  return {
    ...shownOf(file, state.table, row),
    train: state.table.first,
    examples: say`The in-context examples are rows of the row file, not of the dataset.`,
  };
}

/** A row that is no run's: an object of JSON. */
function writtenRow(text: string): PreviewRows {
  const row = parseRow('', text, 0, 0, say`it must be a JSON object, as {"question": "…"}.`);
  if (!('kind' in row)) return { ...noRows, by: 'written', problem: row.message };
  const table = RowTable.of({ count: 1, at: () => row }, undefined);
  const examples = say`The in-context examples are this very row: those that the framework takes are not on this machine.`;
  return { ...shownOf(undefined, table, 0), by: 'written', train: table.first, examples };
}

/** The row file's rows with examples from elsewhere: the dataset's own where they are known, else those of the file that is named for them. */
function withOwnExamples(rows: PreviewRows, loaded: LoadedConfig, target: Target): PreviewRows {
  if (!rows.table) return rows;
  const { framework, surroundings } = loaded;
  const named = trainFileOf(surroundings);
  const cells = cellsOf(loaded);
  const state = named === undefined ? sourceRows(loaded, ownSplits(loaded, target)?.train, 0) : fileRows(surroundings, [named], 0, cells);
  if (state?.kind !== 'ready' || state.table.count === 0) return state?.kind === 'loading' ? { ...noRows, file: rows.file } : rows;
  // What a retriever takes depends on how many rows there are.
  if (named === undefined && framework.previews === 'pairs' && !state.table.complete) return rows;
  return {
    ...rows,
    train: state.table.first,
    run: { train: state.list, test: onlyList(rows.table!) },
    doubtful: allDoubtful([rows.doubtful, state.table.doubtful]),
    examples: named === undefined ? undefined : say`The in-context examples are rows of ${baseName(named)}.`,
  };
}

/** As many as are kept of a file of rows. */
const mostMadeExamples = 1_000;

/** What stands in where rows are fewer than examples. */
export function madeExamples(): string {
  return say`Placeholders stand in for the examples: there are fewer rows here than the examples that the dataset asks for.`;
}

/** Rows that stand in for those of the dataset are fewer than the examples that it asks for: no fault of the config, so the examples are placeholders. */
export function withPlaceholderExamples(rows: PreviewRows, { dataset }: Target): PreviewRows {
  const { train } = placeholderRows(dataset.inferCfg, dataset.readerCfg);
  return {
    ...rows,
    train: Array.from({ length: Math.min(train.count, mostMadeExamples) }, (_, index) => train.at(index)),
    examples: madeExamples(),
  };
}

/** The examples are rows of a file that was picked for them. */
function withPickedExamples(rows: PreviewRows, file: FileId, loaded: LoadedConfig): PreviewRows {
  if (!rows.table)
    return { ...rows, note: rows.note ?? say`The rows of ${baseName(file)} are not shown: the row that is asked is a placeholder itself.` };
  const state = fileRows(loaded.surroundings, [file], 0, cellsOf(loaded));
  if (state.kind === 'loading') return { ...noRows, file: rows.file };
  if (state.table.count === 0)
    return {
      ...rows,
      note: [say`${baseName(file)} has no rows.`, ...state.table.problems.slice(0, 1).map(({ message }) => message)].join(' '),
    };
  return {
    ...rows,
    train: state.table.first,
    run: { train: state.list, test: rows.run?.test ?? onlyList(rows.table) },
    doubtful: allDoubtful([rows.doubtful, state.table.doubtful]),
    examples: say`The in-context examples are rows of ${baseName(file)}.`,
    trainFile: file,
    trainPicked: true,
  };
}

/** Rows that are there, or on their way. */
type ReadyRows = { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly table: RowTable; readonly list: RowList };

function onlyList(table: RowTable): RowList {
  return listOfTable(table, () => undefined);
}

function fileRows(surroundings: Surroundings, files: readonly FileId[], row: number, cells: CellReading): ReadyRows {
  const state = rowsOf(surroundings, files, row, cells);
  if (state.kind === 'loading') return state;
  return { kind: 'ready', table: state.table, list: listOfTable(state.table, (index) => rowsOf(surroundings, files, index, cells)) };
}

function sourceRows({ config, surroundings }: LoadedConfig, source: SplitSource | undefined, row: number): ReadyRows | undefined {
  if (!source || 'problem' in source) return undefined;
  if ('files' in source) return fileRows(surroundings, source.files, row, typedRowsAround(config.evaluation.file, surroundings));
  const table = RowTable.of(source.computed, source.from);
  return { kind: 'ready', table, list: onlyList(table) };
}

function ownSplits({ framework, surroundings, config }: LoadedConfig, target: Target): DatasetSplits | undefined {
  const release = framework.releases?.find(config.evaluation.file, surroundings).name;
  return framework.runRows ? framework.runRows(target, surroundings, release) : framework.rows?.(target, surroundings, release);
}

/** What may keep a run from loading the rows. */
function hindrances(
  { raises, doubt }: DatasetSplits,
  test: RowTable,
  train: RowTable | undefined,
): Pick<PreviewRows, 'unfollowed' | 'raises' | 'doubt'> {
  return { unfollowed: test.unfollowed ?? train?.unfollowed, raises: raises ?? test.raises ?? train?.raises, doubt };
}

function datasetRows(loaded: LoadedConfig, target: Target, row: number): PreviewRows {
  const splits = ownSplits(loaded, target);
  if (!splits) return noRows;
  if ('problem' in splits.test) return { ...noRows, note: splits.test.absent ? undefined : splits.test.problem, raises: splits.raises };
  const file = 'files' in splits.test ? splits.test.files[0] : splits.test.from;
  const test = sourceRows(loaded, splits.test, row);
  const train = sourceRows(loaded, splits.train, 0);
  if (test?.kind !== 'ready' || train?.kind === 'loading') return { ...noRows, file };
  const note =
    'computed' in splits.test && !test.table.complete
      ? say`Only the first ${grouped(test.table.count)} rows are read: where the code cannot read a line behind them, a run raises.`
      : undefined;
  const doubtful = allDoubtful([test.table.doubtful, train?.table.doubtful ?? []]);
  const shown = {
    ...shownOf(file, test.table, row),
    own: true,
    by: 'own' as const,
    note,
    doubtful,
    ...hindrances(splits, test.table, train?.table),
  };
  if (train?.table.complete && test.table.complete)
    return { ...shown, train: train.table.first, run: { train: train.list, test: test.list } };
  const own = train && train.table.count > 0 ? train.table.first : undefined;
  return {
    ...shown,
    train: own ?? test.table.first,
    examples: own
      ? undefined
      : say`The in-context examples are rows of the split that is evaluated: those that the framework takes are not on this machine.`,
  };
}

function shownOf(file: FileId | undefined, table: RowTable, row: number): PreviewRows {
  return { ...noRows, file, table, count: table.count, complete: table.complete, problem: problemOf(table, row), doubtful: table.doubtful };
}

/** The rows for a prompt: the picked row to be asked, and those to take examples from. Undefined: placeholders. */
export function rowsFor({ table, train, run, own = false }: PreviewRows, row = 0): { rows: Rows; row: number } | undefined {
  if (!table || table.count === 0) return undefined;
  const index = pickedRow(table, row);
  const test = table.row(index);
  return test && { rows: { train, test, processed: own, ...(run && { run: { ...run, index } }) }, row: index };
}

function neededColumns(framework: Framework, { dataset, model }: Target, which: 'names' | 'used'): readonly string[] {
  const { value } = dataset;
  return framework.columns ? framework.columns({ dataset, model }) : columnsOf(value.get('infer_cfg'), value.get('reader_cfg'))[which];
}

/** Whether a row has none of the columns that the prompt of a target needs: it is a row of something else. */
export function isOtherRow(framework: Framework, target: Target, row: DictValue): boolean {
  const needed = neededColumns(framework, target, 'names');
  return needed.length > 0 && needed.every((name) => row.get(name) === undefined);
}

/** Why the rows that a prompt uses may be others in a run: a sentence; undefined where they are not. */
export function rowDoubt(framework: Framework, target: Target, { doubtful }: PreviewRows): string | undefined {
  if (doubtful === 'all') return readByRelease(doubtful);
  const used = neededColumns(framework, target, 'used');
  const told = used.length === 0 ? doubtful : doubtful.filter((name) => used.includes(name));
  return told.length === 0 ? undefined : readByRelease(told);
}

/** Which columns the prompt of a target needs and a row lacks, as a sentence; undefined where it has all. */
export function lackingColumns(framework: Framework, target: Target, row: DictValue): string | undefined {
  const lacking = neededColumns(framework, target, 'used').filter((name) => row.get(name) === undefined);
  if (lacking.length === 0) return undefined;
  const there = [...row.entries.values()].flatMap(({ key }) => (key.kind === 'str' ? [key.text] : []));
  return say`The row has no column${lacking.length > 1 ? 's' : ''} ${listedNames(lacking)}, which the prompt uses; it has ${listedNames(there)}.`;
}

/** A row behind the end is moved to the last one. */
function pickedRow(table: RowTable, row: number): number {
  return Math.max(0, table.complete ? Math.min(row, table.count - 1) : row);
}

function problemOf(table: RowTable, row: number): string | undefined {
  const first = table.problems[0];
  if (table.count === 0) return first?.message ?? say`The row file has no rows.`;
  const index = pickedRow(table, row);
  if (!table.row(index)) return say`Row ${String(index + 1)} cannot be read${first ? `: ${first.message}` : '.'}`;
  return first?.message;
}
