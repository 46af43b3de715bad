import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere, type FileId } from '../../core/span.js';
import { isBelowFile } from '../../core/workspace.js';
import { BoolValue, textOf, UnknownValue, type DictValue, type Value } from '../../core/value.js';
import { unknownArgument } from '../../python/runtime/call-arguments.js';
import { lookingFunction, moduleClass, moduleOf, unknowable } from '../../python/runtime/modules/module.js';
import { pathText } from '../../python/runtime/builtins/file.js';
import type { Arguments, ModuleValue, Runtime } from '../../python/runtime/runtime.js';
import { truthy } from '../../python/runtime/semantics.js';
import { cellValue } from '../../rows/columnar-rows.js';
import type { LoadedFiles } from '../files.js';
import { cellsOfColumn } from '../datasets/column-value.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { csvColumns, type FrameOptions } from '../load/csv-frame.js';
import { ArrayValue } from '../arrays/array-value.js';
import { cellsOf, isMissing, type Cells } from '../pandas/cells.js';
import { HeldFrame, HeldSeries, numbered, type FrameColumn } from '../pandas/data.js';
import { numberedFrame } from '../pandas/numbered-frame.js';
import { newFrame, pandasMaker, seriesOfList } from '../pandas/frame.js';
import { concat, merge } from '../pandas/join.js';
import { orUnknown } from '../../python/runtime/unknown-signal.js';

/** The module `pandas` (2.2) as far as loaders and functions read tables with it, compute with their columns and go through the rows. */
export function pandasModule(files: LoadedFiles | undefined, library: InstalledDatasets): ModuleValue {
  return moduleOf('pandas', {
    read_csv: lookingFunction('pandas.io.parsers.readers.read_csv', (runtime, args) => readCsv(runtime, args, files, library)),
    read_json: unknowable('pandas.io.json._json.read_json', say`pandas.read_json is not modelled`),
    read_parquet: lookingFunction('pandas.io.parquet.read_parquet', (runtime, args) => readParquet(runtime, args, files)),
    read_excel: unknowable('pandas.io.excel._base.read_excel', say`pandas.read_excel is not modelled`),
    DataFrame: moduleClass('pandas.core.frame.DataFrame', (runtime, args) => orUnknown(() => dataFrame(runtime, args))),
    Series: moduleClass('pandas.core.series.Series', (runtime, args) => orUnknown(() => series(runtime, args))),
    concat: lookingFunction('pandas.core.reshape.concat.concat', (runtime, args) => orUnknown(() => concat(runtime, args, pandasMaker))),
    merge: lookingFunction('pandas.core.reshape.merge.merge', (runtime, args) => orUnknown(() => mergeFrames(runtime, args))),
    isna: lookingFunction('pandas.core.dtypes.missing.isna', (runtime, args) => missing(runtime, args, true)),
    isnull: lookingFunction('pandas.core.dtypes.missing.isna', (runtime, args) => missing(runtime, args, true)),
    notna: lookingFunction('pandas.core.dtypes.missing.notna', (runtime, args) => missing(runtime, args, false)),
    notnull: lookingFunction('pandas.core.dtypes.missing.notna', (runtime, args) => missing(runtime, args, false)),
    NA: new UnknownValue(say`pandas.NA is not modelled`, nowhere),
  });
}

function missing(runtime: Runtime, { positional }: Arguments, wanted: boolean): Value {
  const [value] = positional;
  if (value instanceof HeldSeries)
    return runtime.call(runtime.getAttribute(value, wanted ? 'isna' : 'notna'), { positional: [], keywords: new Map() });
  if (value?.kind === 'unknown') return value;
  if (!value || value.kind === 'list' || value.kind === 'object' || value.kind === 'tuple')
    return new UnknownValue(say`which items of an array are missing is not modelled`, runtime.span);
  return new BoolValue(isMissing(value) === wanted, runtime.span);
}

/** `pandas.merge(left, right, …)`. */
function mergeFrames(runtime: Runtime, { positional, keywords }: Arguments): Value {
  const [left, ...others] = positional;
  if (!(left instanceof HeldFrame)) return new UnknownValue(say`this merge is not modelled`, runtime.span);
  return merge(runtime, left.data, { positional: others, keywords }, pandasMaker);
}

const plainOptions = new Set([
  'filepath_or_buffer',
  'sep',
  'delimiter',
  'encoding',
  'keep_default_na',
  'dtype',
  'header',
  'index_col',
  'engine',
  'low_memory',
]);

/** @throws PyError FileNotFoundError, EmptyDataError, ParserError */
function readCsv(runtime: Runtime, { positional, keywords }: Arguments, files: LoadedFiles | undefined, library: InstalledDatasets): Value {
  const unfollowed = (what: string): Value => new UnknownValue(say`${what} of pandas.read_csv is not modelled`, runtime.span);
  const source = positional[0] ?? keywords.get('filepath_or_buffer');
  const path = source && (textOf(source) ?? pathText(source));
  if (path === undefined || positional.length > 1 || !files) return unfollowed('this use');
  for (const name of keywords.keys()) if (!plainOptions.has(name)) return unfollowed(`the argument ${name}`);
  const options = optionsOf(keywords);
  if (typeof options === 'string') return unfollowed(options);
  const file = files.place(path);
  if (file === undefined)
    return new UnknownValue(
      say`${path} is relative to the folder in which the framework will be started, which is not known.`,
      runtime.span,
    );
  const read = /\.gz$/i.test(path) ? files.unpacked(file) : files.read(file);
  if (read.kind === 'none') {
    if (read.why === 'missing') throw notThere(files, file, path);
    return new UnknownValue(read.reason, runtime.span);
  }
  const columns = csvColumns(read.text, file, {
    ...options,
    numbers: library.numbers(),
    ...(library.doubt && { doubt: library.doubt }),
  }).map(({ name, cells }) => ({ name, ...cellsOf(cells) }));
  if (options.numbered) return numberedFrame(columns, runtime.span);
  return newFrame({ columns, index: numbered(columns[0]?.cells.length ?? 0, runtime.span) }, runtime.span);
}

function notThere({ workspace }: LoadedFiles, file: FileId, path: string): PyError {
  if (isBelowFile(workspace, file)) return new PyError('NotADirectoryError', `[Errno 20] Not a directory: '${path}'`);
  return new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`);
}

/** `pandas.read_parquet(path)`: ints beside missing cells are floats, lists are arrays. */
function readParquet(runtime: Runtime, { positional, keywords }: Arguments, files: LoadedFiles | undefined): Value {
  const source = positional[0] ?? keywords.get('path');
  const path = source && (textOf(source) ?? pathText(source));
  const others = [...keywords.keys()].filter((name) => name !== 'path' && name !== 'engine');
  const file = path === undefined ? undefined : files?.place(path);
  if (file === undefined || positional.length > 1 || others.length > 0 || !files?.columnar)
    return new UnknownValue(say`this use of pandas.read_parquet is not modelled`, runtime.span);
  if (!files.workspace.stat(file)) {
    files.read(file);
    throw notThere(files, file, path!);
  }
  const content = files.columnar(file);
  if (typeof content === 'string') return new UnknownValue(content, runtime.span);
  const span = { file, start: 0, end: 0 };
  return orUnknown(() => {
    const columns = content.columns.map((name, i) => ({
      name,
      ...frameCells(content.rows.map((row) => cellValue(row[i] ?? null, span))),
    }));
    return newFrame({ columns, index: numbered(content.rows.length, runtime.span) }, runtime.span);
  });
}

/** Cells of a file of columns: lists are arrays; the type of a column without any value decides what it is. */
function frameCells(cells: readonly Value[]): Cells {
  const present = cells.filter((cell) => cell.kind !== 'none');
  if (present.some(({ kind }) => kind === 'list')) return { dtype: 'object', cells: cells.map(arrayOfList) };
  if (present.length > 0) return cellsOf(cells);
  return {
    dtype: 'object',
    cells: cells.map((cell) => new UnknownValue(say`what pandas makes of a column without values is not modelled`, cell.span)),
  };
}

function arrayOfList(cell: Value): Value {
  if (cell.kind !== 'list') return cell;
  const nested = cell.items.some(({ kind }) => kind !== 'str' && kind !== 'int');
  const kinds = new Set(cell.items.map(({ kind }) => kind));
  if (nested || kinds.size > 1) return new UnknownValue(say`arrays of numpy are not modelled`, cell.span);
  return new ArrayValue(cell.items, kinds.has('int') ? 'int64' : 'object', cell.span);
}

/** @returns the argument that is not followed */
function optionsOf(keywords: ReadonlyMap<string, Value>): Pick<FrameOptions, 'delimiter' | 'numbered' | 'asText' | 'naValues'> | string {
  const delimiter = textOf(keywords.get('sep') ?? keywords.get('delimiter')) ?? ',';
  const header = keywords.get('header');
  const dtype = keywords.get('dtype');
  const encoding = textOf(keywords.get('encoding')) ?? 'utf-8';
  const keeps = keywords.get('keep_default_na');
  if (delimiter.length !== 1) return 'the argument sep';
  const numbered = header?.kind === 'none';
  if (header && !numbered && !(header.kind === 'int' && header.value === 0n)) return 'the argument header';
  const indexColumn = keywords.get('index_col');
  // Without names no column can be one of labels by itself.
  if (indexColumn && !(numbered && indexColumn.kind === 'bool' && !indexColumn.value)) return 'the argument index_col';
  if (!/^utf-?8(-sig)?$/i.test(encoding)) return 'the argument encoding';
  const asText = dtype?.kind === 'callable' && dtype.path === 'builtins.str';
  if (dtype && !asText) return 'the argument dtype';
  return { delimiter, numbered, asText, naValues: !keeps || truthy(keeps) === true };
}

/** `DataFrame(rows)`, `DataFrame(columns)` or `DataFrame(dataset)`. @throws UnknownSignal */
function dataFrame(runtime: Runtime, args: Arguments): Value {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const [data = args.keywords.get('data')] = args.positional;
  const unfollowed = new UnknownValue(say`this DataFrame is not modelled`, runtime.span);
  const names = columnNames(args.keywords.get('columns'));
  const known = [...args.keywords.keys()].every((name) => name === 'data' || name === 'columns');
  if (!data || args.positional.length > 1 || !known || names === 'odd') return unfollowed;
  const columns = data.kind === 'dict' ? ofColumns(data, names) : ofRows(runtime, data, names);
  if (!columns || columns.length === 0) return unfollowed;
  return newFrame({ columns, index: numbered(columns[0]!.cells.length, runtime.span) }, runtime.span);
}

function columnNames(given: Value | undefined): readonly string[] | 'odd' | undefined {
  if (!given || given.kind === 'none') return undefined;
  const names = given.kind === 'list' ? given.items.map(textOf) : [];
  return names.length > 0 && names.every((name) => name !== undefined) && new Set(names).size === names.length ? names : 'odd';
}

/** A dict of lists, of which at least one says how many rows there are: single texts and numbers stand in each. */
function ofColumns(data: DictValue, wanted: readonly string[] | undefined): FrameColumn[] | undefined {
  const given = [...data.entries.values()].map(({ key, value }) => ({ name: textOf(key), value, cells: itemsOfColumn(value) }));
  const count = given.find(({ cells }) => cells !== undefined)?.cells?.length;
  if (count === undefined || wanted) return undefined;
  if (given.some(({ cells }) => cells !== undefined && cells.length !== count))
    throw new PyError('ValueError', 'All arrays must be of the same length');
  if (given.some(({ name, value, cells }) => name === undefined || (!cells && value.kind !== 'str' && value.kind !== 'int')))
    return undefined;
  return given.map(({ name, value, cells }) => ({ name: name!, ...cellsOf(cells ?? Array.from({ length: count }, () => value)) }));
}

/** The items of a list that make a column, if they are one. */
function itemsOfColumn(value: Value): readonly Value[] | undefined {
  if (value.kind === 'list' || value.kind === 'tuple') return value.items;
  // A Series with labels of its own would be put in order by these.
  if (value instanceof HeldSeries) return value.data.index.isRange ? value.data.cells : undefined;
  return value instanceof ArrayValue ? value.plain : cellsOfColumn(value);
}

/** Rows that are dicts, or lists with the names of the columns beside them. */
function ofRows(runtime: Runtime, data: Value, wanted: readonly string[] | undefined): FrameColumn[] | undefined {
  if (data.kind === 'str' || data instanceof HeldFrame || data instanceof HeldSeries || data instanceof ArrayValue) return undefined;
  const rows = [...runtime.iterate(data)];
  if (rows.length > 0 && rows.every((row) => row.kind === 'dict')) {
    const found = [...new Set(rows.flatMap((row) => [...row.entries.values()].map(({ key }) => textOf(key))))];
    if (found.includes(undefined)) return undefined;
    return (wanted ?? (found as string[])).map((name) => ({ name, ...cellsOf(rows.map((row) => row.get(name))) }));
  }
  if (!wanted || rows.length === 0) return undefined;
  const cells = rows.map((row) => (row.kind === 'list' || row.kind === 'tuple' ? row.items : undefined));
  if (cells.some((items) => items?.length !== wanted.length)) return undefined;
  return wanted.map((name, i) => ({ name, ...cellsOf(cells.map((items) => items![i]!)) }));
}

/** `Series(list)`, `Series(dict)`. @throws UnknownSignal */
function series(runtime: Runtime, args: Arguments): Value {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const [data = args.keywords.get('data')] = args.positional;
  const name = args.keywords.get('name');
  const known = [...args.keywords.keys()].every((key) => key === 'data' || key === 'name');
  const items = data && itemsOfColumn(data);
  if (!known || args.positional.length > 1 || items?.length === 0) return new UnknownValue(say`this Series is not modelled`, runtime.span);
  if (items) return seriesOfList(items, numbered(items.length, runtime.span), name, runtime.span);
  if (data?.kind !== 'dict' || data.entries.size === 0) return new UnknownValue(say`this Series is not modelled`, runtime.span);
  const entries = [...data.entries.values()];
  const index = { labels: entries.map(({ key }) => key), isRange: false };
  return seriesOfList(
    entries.map(({ value }) => value),
    index,
    name,
    runtime.span,
  );
}
