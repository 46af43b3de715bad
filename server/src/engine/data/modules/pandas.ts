import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere } from '../../core/span.js';
import { BoolValue, FloatValue, NoneValue, textOf, UnknownValue, type Value } from '../../core/value.js';
import { unknownArgument } from '../../python/runtime/call-arguments.js';
import { lookingFunction, moduleClass, moduleOf, unknowable } from '../../python/runtime/modules/module.js';
import { pathText } from '../../python/runtime/builtins/file.js';
import type { Arguments, ModuleValue, Runtime } from '../../python/runtime/runtime.js';
import { truthy } from '../../python/runtime/semantics.js';
import { cellValue } from '../../rows/columnar-rows.js';
import type { LoadedFiles } from '../files.js';
import { csvColumns, type FrameOptions } from '../load/csv-frame.js';
import { FrameValue, isMissing, itemsOfColumn, MaskValue, missingIn } from '../pandas/frame.js';

/** The module `pandas` (2.2) as far as loaders read a file of separated values with it and go through the rows. */
export function pandasModule(files: LoadedFiles | undefined): ModuleValue {
  return moduleOf('pandas', {
    read_csv: lookingFunction('pandas.io.parsers.readers.read_csv', (runtime, args) => readCsv(runtime, args, files)),
    read_json: unknowable('pandas.io.json._json.read_json', say`pandas.read_json is not modelled`),
    read_parquet: lookingFunction('pandas.io.parquet.read_parquet', (runtime, args) => readParquet(runtime, args, files)),
    read_excel: unknowable('pandas.io.excel._base.read_excel', say`pandas.read_excel is not modelled`),
    DataFrame: moduleClass('pandas.core.frame.DataFrame', dataFrame),
    isna: lookingFunction('pandas.core.dtypes.missing.isna', (runtime, args) => missing(runtime, args, true)),
    isnull: lookingFunction('pandas.core.dtypes.missing.isna', (runtime, args) => missing(runtime, args, true)),
    notna: lookingFunction('pandas.core.dtypes.missing.notna', (runtime, args) => missing(runtime, args, false)),
    notnull: lookingFunction('pandas.core.dtypes.missing.notna', (runtime, args) => missing(runtime, args, false)),
    NA: new UnknownValue(say`pandas.NA is not modelled`, nowhere),
  });
}

function missing(runtime: Runtime, { positional }: Arguments, wanted: boolean): Value {
  const [value] = positional;
  const mask = value && missingIn(value, runtime.span);
  if (mask)
    return wanted
      ? mask
      : new MaskValue(
          mask.bools.map((missing) => !missing),
          runtime.span,
        );
  if (!value || value.kind === 'list' || value.kind === 'object' || value.kind === 'tuple')
    return new UnknownValue(say`which items of an array are missing is not modelled`, runtime.span);
  return new BoolValue(isMissing(value) === wanted, runtime.span);
}

const plainOptions = new Set([
  'filepath_or_buffer',
  'sep',
  'delimiter',
  'encoding',
  'keep_default_na',
  'dtype',
  'header',
  'engine',
  'low_memory',
]);

/** @throws PyError FileNotFoundError, EmptyDataError, ParserError */
function readCsv(runtime: Runtime, { positional, keywords }: Arguments, files: LoadedFiles | undefined): Value {
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
  const read = files.read(file);
  if (read.kind === 'none') {
    if (read.why === 'missing') throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`);
    return new UnknownValue(read.reason, runtime.span);
  }
  const columns = csvColumns(read.text, file, options);
  return new FrameValue(columns, columns[0]?.cells.length ?? 0, runtime.span);
}

/** `pandas.read_parquet(path)`: ints beside missing cells are floats; lists are arrays, which are not modelled. */
function readParquet(runtime: Runtime, { positional, keywords }: Arguments, files: LoadedFiles | undefined): Value {
  const source = positional[0] ?? keywords.get('path');
  const path = source && (textOf(source) ?? pathText(source));
  const others = [...keywords.keys()].filter((name) => name !== 'path' && name !== 'engine');
  const file = path === undefined ? undefined : files?.place(path);
  if (file === undefined || positional.length > 1 || others.length > 0 || !files?.columnar)
    return new UnknownValue(say`this use of pandas.read_parquet is not modelled`, runtime.span);
  if (!files.workspace.stat(file)) {
    files.read(file);
    throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path!}'`);
  }
  const content = files.columnar(file);
  if (typeof content === 'string') return new UnknownValue(content, runtime.span);
  const span = { file, start: 0, end: 0 };
  const columns = content.columns.map((name, i) => ({
    name,
    cells: frameCells(content.rows.map((row) => cellValue(row[i] ?? null, span))),
  }));
  return new FrameValue(columns, content.rows.length, runtime.span);
}

function frameCells(cells: readonly Value[]): readonly Value[] {
  const present = cells.filter((cell) => cell.kind !== 'none');
  if (present.some(({ kind }) => kind === 'list'))
    return cells.map((cell) => (cell.kind === 'list' ? new UnknownValue(say`arrays of numpy are not modelled`, cell.span) : cell));
  if (present.length === cells.length) return cells;
  // Of a column without any value its type decides what it is.
  if (present.length === 0)
    return cells.map((cell) => new UnknownValue(say`what pandas makes of a column without values is not modelled`, cell.span));
  if (!present.every(({ kind }) => kind === 'int' || kind === 'float')) return cells;
  return cells.map((cell) => {
    if (cell.kind === 'none') return new FloatValue(NaN, cell.span);
    return cell.kind === 'int' ? new FloatValue(Number(cell.value), cell.span) : cell;
  });
}

/** @returns the argument that is not followed */
function optionsOf(keywords: ReadonlyMap<string, Value>): FrameOptions | string {
  const delimiter = textOf(keywords.get('sep') ?? keywords.get('delimiter')) ?? ',';
  const header = keywords.get('header');
  const dtype = keywords.get('dtype');
  const encoding = textOf(keywords.get('encoding')) ?? 'utf-8';
  const keeps = keywords.get('keep_default_na');
  if (delimiter.length !== 1) return 'the argument sep';
  if (header && !(header.kind === 'int' && header.value === 0n)) return 'the argument header';
  if (!/^utf-?8(-sig)?$/i.test(encoding)) return 'the argument encoding';
  const asText = dtype?.kind === 'callable' && dtype.path === 'builtins.str';
  if (dtype && !asText) return 'the argument dtype';
  return { delimiter, asText, naValues: !keeps || truthy(keeps) === true };
}

/** `DataFrame(rows)` or `DataFrame(columns)`. */
function dataFrame(runtime: Runtime, args: Arguments): Value {
  const hole = unknownArgument(args);
  if (hole) return hole;
  const [data] = args.positional;
  const unfollowed = new UnknownValue(say`this DataFrame is not modelled`, runtime.span);
  if (!data || args.positional.length > 1 || args.keywords.size > 0) return unfollowed;
  if (data.kind === 'dict') {
    const columns = [...data.entries.values()].map(({ key, value }) => ({ name: textOf(key), cells: itemsOfColumn(value) }));
    const count = columns[0]?.cells?.length ?? 0;
    if (columns.some(({ name, cells }) => name === undefined || cells?.length !== count)) return unfollowed;
    return new FrameValue(
      columns.map(({ name, cells }) => ({ name: name!, cells: numbered(cells!) })),
      count,
      runtime.span,
    );
  }
  if (data.kind !== 'list' || !data.items.every((item) => item.kind === 'dict')) return unfollowed;
  const names = [
    ...new Set(data.items.flatMap((row) => (row.kind === 'dict' ? [...row.entries.values()].map(({ key }) => textOf(key)) : []))),
  ];
  if (names.includes(undefined)) return unfollowed;
  return new FrameValue(
    names.map((name) => ({ name: name!, cells: numbered(data.items.map((row) => (row.kind === 'dict' ? row.get(name!) : undefined))) })),
    data.items.length,
    runtime.span,
  );
}

/** Cells of a column as pandas keeps them: ints beside floats or missing cells are floats; what a row lacks is NaN. */
function numbered(cells: readonly (Value | undefined)[]): readonly Value[] {
  const nan = new FloatValue(NaN, nowhere);
  const isNumbers = cells.every((cell) => cell === undefined || cell.kind === 'int' || cell.kind === 'float' || cell.kind === 'none');
  const isInts = cells.every((cell) => cell?.kind === 'int');
  return cells.map((cell) => {
    if (cell === undefined) return nan;
    if (!isNumbers || isInts || cell.kind === 'float') return cell;
    return cell.kind === 'int'
      ? new FloatValue(Number(cell.value), cell.span)
      : cells.every((one) => one?.kind === 'none')
        ? new NoneValue(cell.span)
        : nan;
  });
}
