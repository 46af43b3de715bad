import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { ListValue, str, textOf, TupleValue, type Value } from '../../core/value.js';
import { call, iterator } from '../../python/runtime/call-arguments.js';
import { ClassValue, NamedTupleValue } from '../../python/runtime/class-objects.js';
import { SliceValue } from '../../python/runtime/objects.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, keyOf, pyRepr } from '../../python/runtime/semantics.js';
import { pick, sliceIndices } from '../../python/runtime/slices.js';
import { NumpyRandomState } from '../../random/numpy-legacy.js';
import { ArrayValue } from '../arrays/array-value.js';
import { cellsOf, isMissing, lookedUp, nan, unfollowed, type Cells } from './cells.js';
import {
  HeldSeries,
  numbered,
  pickRows,
  placesByLabel,
  sameLabels,
  seriesOf,
  type FrameColumn,
  type FrameData,
  type Maker,
  type SeriesData,
} from './data.js';
import {
  argumentOf,
  castCells,
  dictOfCells,
  endPlaces,
  filledCells,
  isTrue,
  maskIn,
  onlyArguments,
  placesOfMask,
} from './series-methods.js';
import { sortedByAll, sortedPlaces } from './sort-order.js';

export type FrameMethod = (runtime: Runtime, data: FrameData, args: Arguments, maker: Maker) => Value;

/** @throws PyError KeyError */
export function columnNamed(data: FrameData, name: string): FrameColumn {
  return data.columns.find((column) => column.name === name) ?? missingColumn(name);
}

function missingColumn(name: string): never {
  throw new PyError('KeyError', `'${name}'`);
}

/** Names that a list or a text holds. @throws UnknownSignal for others */
export function namesGiven(value: Value | undefined): string[] {
  if (value?.kind === 'str') return [value.text];
  const items = value?.kind === 'list' || value?.kind === 'tuple' ? value.items : unfollowed(say`these arguments are not modelled`);
  return items.map((item) => textOf(item) ?? unfollowed(say`columns whose names are no texts are not modelled`));
}

function withAll(data: FrameData, span: Span, anew: boolean): FrameData {
  return anew ? { ...data, index: numbered(data.index.labels.length, span) } : data;
}

/** The frame with other cells in a column, which comes last where it is new. */
export function withColumn(data: FrameData, name: string, { dtype, cells }: Cells): FrameData {
  const column = { name, dtype, cells };
  const there = data.columns.some((one) => one.name === name);
  return { ...data, columns: there ? data.columns.map((one) => (one.name === name ? column : one)) : [...data.columns, column] };
}

/** What `frame[name] = value` puts into the rows. @throws PyError ValueError for a list of another length */
export function cellsToPut(data: FrameData, value: Value): Cells {
  const count = data.index.labels.length;
  if (data.columns.length === 0) return unfollowed(say`columns of a DataFrame without any are not modelled`);
  if (value instanceof HeldSeries) return aligned(value.data, data);
  const list = value.kind === 'list' || value.kind === 'tuple' ? value.items : value instanceof ArrayValue ? value.plain : undefined;
  if (list) {
    if (list.length !== count)
      throw new PyError('ValueError', `Length of values (${String(list.length)}) does not match length of index (${String(count)})`);
    if (value instanceof ArrayValue) return { dtype: value.dtype, cells: list };
    return cellsOf(list);
  }
  if (!['str', 'int', 'float', 'bool', 'none'].includes(value.kind)) return unfollowed(say`such a column is not modelled`);
  const one = cellsOf([value]);
  return { dtype: one.dtype, cells: data.index.labels.map(() => one.cells[0]!) };
}

/** A Series by its labels: rows that it lacks are missing. */
function aligned(series: SeriesData, data: FrameData): Cells {
  if (sameLabels(series.index, data.index)) return series;
  const places = placesByLabel(series.index);
  if ([...places.values()].some((each) => each.length > 1)) return unfollowed(say`labels of several rows are not modelled`);
  const cells = data.index.labels.map((label) => places.get(keyOf(label))?.[0]);
  if (cells.every((at) => at !== undefined)) return { dtype: series.dtype, cells: cells.map((at) => series.cells[at]!) };
  return cellsOf(cells.map((at) => (at === undefined ? undefined : series.cells[at])));
}

/** `frame[key]`. @throws PyError KeyError */
export function itemOfFrame(data: FrameData, key: Value, maker: Maker, span: Span): Value {
  if (key.kind === 'str') return maker.series(seriesOf(columnNamed(data, key.text), data.index, key), span);
  const mask = maskIn(key, data.index);
  if (mask) return maker.frame(selected(data, mask), span);
  if (key instanceof SliceValue) return maker.frame(sliced(data, key), span);
  const list = key.kind === 'list' ? key : undefined;
  if (!list?.items.every((item) => item.kind === 'str'))
    return unfollowed(say`this selection of rows of a DataFrame is not modelled`, span);
  return maker.frame(withNames(data, namesGiven(list)), span);
}

function withNames(data: FrameData, names: readonly string[]): FrameData {
  const absent = names.filter((name) => !data.columns.some((column) => column.name === name));
  if (absent.length > 0)
    throw new PyError(
      'KeyError',
      absent.length === names.length
        ? `"None of [Index(${listText(absent)}, dtype='object')] are in the [columns]"`
        : `"${listText(absent)} not in index"`,
    );
  if (new Set(names).size < names.length) return unfollowed(say`columns of one name are not modelled`);
  return { ...data, columns: names.map((name) => columnNamed(data, name)) };
}

function listText(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

/** The rows of a mask: where it leaves all, the labels stay what they are. */
export function selected(data: FrameData, mask: readonly boolean[]): FrameData {
  return mask.every(Boolean) ? data : pickRows(data, placesOfMask(mask));
}

function sliced(data: FrameData, key: SliceValue): FrameData {
  const places = pick([...data.index.labels.keys()], sliceIndices(key, data.index.labels.length));
  return pickRows(data, places, data.index.isRange);
}

/** A row as a Series: of numbers alone one of numbers, else of objects. @param lookUp whether it is looked up, and its ints beside texts are those of numpy */
function rowOf(data: FrameData, at: number, span: Span, lookUp = false): SeriesData {
  charge(data.columns.length);
  const types = new Set(data.columns.map(({ dtype }) => dtype));
  const cells = data.columns.map((column) => column.cells[at]!);
  const index = { labels: data.columns.map(({ name }) => str(name, span)), isRange: false };
  const name = data.index.labels[at]!;
  const [first] = types;
  if (first !== undefined && types.size === 1) return { dtype: first, cells, index, name };
  if (types.size === 2 && types.has('int64') && types.has('float64'))
    return { ...cellsOf([...cells, nan(span)]), cells: cellsOf([...cells, nan(span)]).cells.slice(0, -1), index, name };
  return { dtype: 'object', cells: lookUp ? data.columns.map((column) => lookedUp(column, column.cells[at]!)) : cells, index, name };
}

function* rowPairs(data: FrameData, maker: Maker, span: Span): Iterable<Value> {
  for (let at = 0; at < data.index.labels.length; at++)
    yield new TupleValue([data.index.labels[at]!, maker.series(rowOf(data, at, span), span)], span);
}

const identifier = /^[A-Za-z][A-Za-z0-9_]*$/;

/** `itertuples()`: names that are no identifiers become `_1`, which is not followed. */
function itertuples(runtime: Runtime, data: FrameData, args: Arguments): Value {
  onlyArguments(args, 0, 'index', 'name');
  const named = args.keywords.get('name');
  const withIndex = isTrue(args.keywords.get('index'), true);
  const names = [...(withIndex ? ['Index'] : []), ...data.columns.map(({ name }) => name)];
  if (named?.kind !== 'none' && (!names.every((name) => identifier.test(name)) || named))
    return unfollowed(say`these tuples are not modelled`);
  const columns = [...(withIndex ? [data.index.labels] : []), ...data.columns.map(({ cells }) => cells)];
  const rows = data.index.labels.map((_label, at) => columns.map((cells) => cells[at]!));
  const { span } = runtime;
  return iterator(
    runtime,
    'map',
    rows.map((cells) => (named ? new TupleValue(cells, span) : rowTuple(names, cells, span))),
  );
}

/** A row as `collections.namedtuple('Pandas', …)` makes it. */
function rowTuple(names: readonly string[], cells: readonly Value[], span: Span): Value {
  const made = new ClassValue('Pandas', span, [], undefined, new Map());
  made.tupleFields = { names: [...names], defaults: new Map() };
  return new NamedTupleValue([...cells], span, made, [...names]);
}

/** `to_dict(orient)`. */
function toDict(runtime: Runtime, data: FrameData, args: Arguments): Value {
  onlyArguments(args, 1, 'orient');
  const orient = textOf(argumentOf(args, 0, 'orient')) ?? 'dict';
  const { span } = runtime;
  const names = data.columns.map(({ name }) => str(name, span));
  charge(data.index.labels.length * names.length);
  const row = (at: number): Value =>
    dictOfCells(
      names,
      data.columns.map(({ cells }) => cells[at]!),
      span,
    );
  const byColumn = (make: (column: FrameColumn) => Value): Value => dictOfCells(names, data.columns.map(make), span);
  switch (orient) {
    case 'records':
      return new ListValue(
        data.index.labels.map((_label, at) => row(at)),
        span,
      );
    case 'list':
      return byColumn(({ cells }) => new ListValue([...cells], span));
    case 'dict':
      return byColumn(({ cells }) => dictOfCells(data.index.labels, cells, span));
    case 'index':
      return dictOfCells(
        data.index.labels,
        data.index.labels.map((_label, at) => row(at)),
        span,
      );
    default:
      return unfollowed(say`to_dict of ${orient} is not modelled`);
  }
}

/** `sort_values(by, ascending=True)`: by one column with numpy's quicksort, by several so that equal rows stay in order. */
function sortValues(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'by', 'ascending', 'kind', 'ignore_index');
  const names = namesGiven(argumentOf(args, 0, 'by'));
  const given = args.keywords.get('ascending');
  const ascending = given?.kind === 'list' ? given.items.map((one) => isTrue(one, true)) : names.map(() => isTrue(given, true));
  if (ascending.length !== names.length) return unfollowed(say`these arguments are not modelled`);
  const columns = names.map((name) => columnNamed(data, name));
  const stable = ['stable', 'mergesort'].includes(textOf(args.keywords.get('kind')) ?? '');
  const places = columns.length === 1 ? sortedPlaces(columns[0]!, ascending[0]!, stable) : sortedByAll(columns, ascending);
  const same = places.every((at, i) => at === i);
  const sorted = same ? data : pickRows(data, places);
  return maker.frame(withAll(sorted, runtime.span, isTrue(args.keywords.get('ignore_index'), false)), runtime.span);
}

function resetIndex(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 0, 'drop');
  const index = numbered(data.index.labels.length, runtime.span);
  if (isTrue(args.keywords.get('drop'), false)) return maker.frame({ ...data, index }, runtime.span);
  const name = data.index.name ?? (data.columns.some((column) => column.name === 'index') ? 'level_0' : 'index');
  if (data.columns.some((column) => column.name === name)) throw new PyError('ValueError', `cannot insert ${name}, already exists`);
  return maker.frame({ columns: [{ name, ...cellsOf(data.index.labels) }, ...data.columns], index }, runtime.span);
}

/** `set_index(name)`. */
function setIndex(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'keys');
  const name = textOf(argumentOf(args, 0, 'keys')) ?? unfollowed(say`these arguments are not modelled`);
  const { cells } = columnNamed(data, name);
  return maker.frame(
    { columns: data.columns.filter((column) => column.name !== name), index: { labels: cells, isRange: false, name } },
    runtime.span,
  );
}

function rename(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 0, 'columns');
  const given = args.keywords.get('columns');
  if (given?.kind !== 'dict' && given?.kind !== 'callable') return unfollowed(say`these arguments are not modelled`);
  const columns = data.columns.map((column) => {
    const made =
      given.kind === 'dict'
        ? (given.get(column.name) ?? str(column.name, runtime.span))
        : call(runtime, given, str(column.name, runtime.span));
    return { ...column, name: textOf(made) ?? unfollowed(say`columns whose names are no texts are not modelled`) };
  });
  if (new Set(columns.map(({ name }) => name)).size < columns.length) return unfollowed(say`columns of one name are not modelled`);
  return maker.frame({ ...data, columns }, runtime.span);
}

/** `drop(columns=…)`, `drop(names, axis=1)`, `drop(labels)`. @throws PyError KeyError */
function drop(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'columns', 'labels', 'axis', 'index', 'errors');
  const axis = args.keywords.get('axis');
  const labels = argumentOf(args, 0, 'labels');
  const byColumn = (axis?.kind === 'int' && axis.value === 1n) || textOf(axis) === 'columns';
  const columns = args.keywords.get('columns') ?? (byColumn ? labels : undefined);
  const ignores = textOf(args.keywords.get('errors')) === 'ignore';
  if (columns) {
    const names = namesGiven(columns);
    const absent = names.filter((name) => !data.columns.some((column) => column.name === name));
    if (absent.length > 0 && !ignores) throw new PyError('KeyError', `"${listText(absent)} not found in axis"`);
    return maker.frame({ ...data, columns: data.columns.filter(({ name }) => !names.includes(name)) }, runtime.span);
  }
  const rows = args.keywords.get('index') ?? labels;
  const list = rows?.kind === 'list' ? rows.items : rows?.kind === 'int' ? [rows] : unfollowed(say`these arguments are not modelled`);
  const gone = new Set(list.map(keyOf));
  const known = placesByLabel(data.index);
  if ([...gone].some((key) => !known.has(key)))
    throw new PyError('KeyError', `"${pyRepr(new ListValue([...list], runtime.span)).text} not found in axis"`);
  return maker.frame(pickRows(data, placesOfMask(data.index.labels.map((label) => !gone.has(keyOf(label))))), runtime.span);
}

function dropna(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 0, 'subset', 'how', 'ignore_index');
  const subset = args.keywords.get('subset');
  const columns = subset ? namesGiven(subset).map((name) => columnNamed(data, name)) : data.columns;
  const how = textOf(args.keywords.get('how')) ?? 'any';
  const mask = data.index.labels.map((_label, at) => {
    const missing = columns.map(({ cells }) => isMissing(cells[at]!));
    return how === 'all' ? !missing.every(Boolean) : !missing.includes(true);
  });
  return maker.frame(withAll(selected(data, mask), runtime.span, isTrue(args.keywords.get('ignore_index'), false)), runtime.span);
}

function dropDuplicates(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'subset', 'keep', 'ignore_index');
  const subset = argumentOf(args, 0, 'subset');
  const columns = subset && subset.kind !== 'none' ? namesGiven(subset).map((name) => columnNamed(data, name)) : data.columns;
  const keep = args.keywords.get('keep');
  const which = keep === undefined ? 'first' : textOf(keep);
  if (which !== 'first' && which !== 'last') return unfollowed(say`these arguments are not modelled`);
  const keys = data.index.labels.map((_label, at) =>
    columns.map(({ cells }) => (isMissing(cells[at]!) ? 'missing' : `:${keyOf(cells[at]!)}`)).join('\u0000'),
  );
  const places = new Map(keys.map((key, at): [string, number] => [key, at]));
  const first = new Map([...keys.entries()].reverse().map(([at, key]): [string, number] => [key, at]));
  const mask = keys.map((key, at) => (which === 'first' ? first : places).get(key) === at);
  return maker.frame(withAll(selected(data, mask), runtime.span, isTrue(args.keywords.get('ignore_index'), false)), runtime.span);
}

function fillna(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'value');
  const value = argumentOf(args, 0, 'value')!;
  const columns = data.columns.map((column) => {
    const put = value.kind === 'dict' ? value.get(column.name) : value;
    return put ? { name: column.name, ...filledCells(column, put) } : column;
  });
  return maker.frame({ ...data, columns }, runtime.span);
}

function astype(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'dtype');
  const given = argumentOf(args, 0, 'dtype');
  const columns = data.columns.map((column) => {
    const type = given?.kind === 'dict' ? given.get(column.name) : given;
    return type ? { name: column.name, ...castCells(runtime, column, type) } : column;
  });
  return maker.frame({ ...data, columns }, runtime.span);
}

/** `apply(function, axis=1)`: what it makes of each row, as a Series. */
function apply(runtime: Runtime, data: FrameData, { positional, keywords }: Arguments, maker: Maker): Value {
  const change = positional[0] ?? keywords.get('func');
  const axis = positional[1] ?? keywords.get('axis');
  const byRow = (axis?.kind === 'int' && axis.value === 1n) || textOf(axis) === 'columns';
  const extra = keywords.get('args');
  if (!change || !byRow || positional.length > 2 || (extra && extra.kind !== 'tuple') || keywords.has('result_type') || keywords.has('raw'))
    return unfollowed(say`this apply is not modelled`);
  if (data.index.labels.length === 0) return unfollowed(say`what is made of an empty DataFrame is not modelled`);
  const named = new Map([...keywords].filter(([name]) => !['func', 'axis', 'args'].includes(name)));
  const made = data.index.labels.map((_label, at) => {
    runtime.step();
    const row = maker.series(rowOf(data, at, runtime.span), runtime.span);
    return runtime.call(change, { positional: [row, ...(extra?.kind === 'tuple' ? extra.items : [])], keywords: named });
  });
  if (made.some((value) => value instanceof HeldSeries)) return unfollowed(say`a frame that apply makes is not modelled`);
  return maker.series({ ...cellsOf(made), index: data.index, name: undefined }, runtime.span);
}

/** `sample(n=…, frac=…, random_state=seed)`: as numpy's `RandomState` chooses. */
function sample(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'n', 'frac', 'random_state', 'ignore_index');
  const seed = asInteger(args.keywords.get('random_state') ?? unfollowed(say`random numbers differ from run to run where no seed is set`));
  const total = data.index.labels.length;
  const given = argumentOf(args, 0, 'n');
  const frac = args.keywords.get('frac');
  const share = frac?.kind === 'int' || frac?.kind === 'float' ? Number(frac.value) : undefined;
  const isShare = share !== undefined && share >= 0 && share <= 1;
  const n = given ? asInteger(given) : frac ? (isShare ? BigInt(roundHalfEven(share * total)) : undefined) : 1n;
  if (seed === undefined || seed < 0n || seed > 0xffff_ffffn || n === undefined || n < 0n)
    return unfollowed(say`these arguments are not modelled`);
  if (n > BigInt(total)) throw new PyError('ValueError', "Cannot take a larger sample than population when 'replace=False'");
  const places = NumpyRandomState.ofSeed(Number(seed)).choice(total, Number(n));
  return maker.frame(withAll(pickRows(data, places), runtime.span, isTrue(args.keywords.get('ignore_index'), false)), runtime.span);
}

function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  if (x - floor !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** `explode(column)`: a row for each item of a list; an empty list is a missing value. */
function explode(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'column', 'ignore_index');
  const name = textOf(argumentOf(args, 0, 'column')) ?? unfollowed(say`these arguments are not modelled`);
  const { cells } = columnNamed(data, name);
  const rows = cells.flatMap((cell, at) => itemsOfCell(cell).map((item) => ({ at, item })));
  const made = pickRows(
    data,
    rows.map(({ at }) => at),
  );
  charge(rows.length * data.columns.length);
  const columns = made.columns.map((column) =>
    column.name === name ? { name, dtype: 'object' as const, cells: rows.map(({ item }) => item) } : column,
  );
  return maker.frame(withAll({ ...made, columns }, runtime.span, isTrue(args.keywords.get('ignore_index'), false)), runtime.span);
}

function itemsOfCell(cell: Value): readonly Value[] {
  const items = cell.kind === 'list' || cell.kind === 'tuple' ? cell.items : cell instanceof ArrayValue ? cell.plain : [cell];
  return items.length === 0 ? [nan(cell.span)] : items;
}

/** `assign(name=value)`: a value may be a function of the frame. */
function assign(runtime: Runtime, data: FrameData, { positional, keywords }: Arguments, maker: Maker): Value {
  if (positional.length > 0) return unfollowed(say`these arguments are not modelled`);
  let made = data;
  for (const [name, given] of keywords) {
    const value = given.kind === 'callable' ? call(runtime, given, maker.frame(made, runtime.span)) : given;
    if (value.kind === 'unknown') return value;
    made = withColumn(made, name, cellsToPut(made, value));
  }
  return maker.frame(made, runtime.span);
}

const ends =
  (which: 'head' | 'tail'): FrameMethod =>
  (runtime, data, args, maker) =>
    maker.frame(pickRows(data, endPlaces(args, data.index.labels.length, which), data.index.isRange), runtime.span);

/** Methods that give another frame, a Series or a value. */
export const frameMethods: Readonly<Record<string, FrameMethod>> = {
  iterrows: (runtime, data, _args, maker) => iterator(runtime, 'generator', rowPairs(data, maker, runtime.span)),
  itertuples,
  to_dict: toDict,
  head: ends('head'),
  tail: ends('tail'),
  copy: (runtime, data, _args, maker) => maker.frame(data, runtime.span),
  sort_values: sortValues,
  reset_index: resetIndex,
  set_index: setIndex,
  rename,
  drop,
  dropna,
  drop_duplicates: dropDuplicates,
  fillna,
  astype,
  apply,
  sample,
  explode,
  assign,
  items: (runtime, data, _args, maker) =>
    iterator(
      runtime,
      'generator',
      data.columns.map((column) => {
        const name = str(column.name, runtime.span);
        return new TupleValue([name, maker.series(seriesOf(column, data.index, name), runtime.span)], runtime.span);
      }),
    ),
  get: (runtime, data, args, maker) => {
    const name = textOf(argumentOf(args, 0, 'key'));
    const column = data.columns.find((one) => one.name === name);
    return column
      ? maker.series(seriesOf(column, data.index, str(column.name, runtime.span)), runtime.span)
      : (argumentOf(args, 1, 'default') ?? unfollowed(say`these arguments are not modelled`));
  },
};

/** `frame.iloc[key]`. @throws PyError IndexError */
export function frameAtPlace(data: FrameData, key: Value, maker: Maker, span: Span): Value {
  const count = data.index.labels.length;
  if (key.kind === 'int') {
    const at = Number(key.value < 0n ? key.value + BigInt(count) : key.value);
    if (at < 0 || at >= count) throw new PyError('IndexError', 'single positional indexer is out-of-bounds');
    return maker.series(rowOf(data, at, span, true), span);
  }
  if (key instanceof SliceValue) return maker.frame(sliced(data, key), span);
  const list = key.kind === 'list' ? key.items : key instanceof ArrayValue ? key.plain : undefined;
  if (!list?.every((item) => item.kind === 'int')) return unfollowed(say`this selection by iloc is not modelled`, span);
  const places = list.map((item) => Number(asInteger(item)! < 0n ? asInteger(item)! + BigInt(count) : asInteger(item)!));
  if (places.some((at) => at < 0 || at >= count)) throw new PyError('IndexError', 'positional indexers are out-of-bounds');
  return maker.frame(pickRows(data, places), span);
}

/** `frame.loc[key]`: rows by a mask or a label, then a column or several. @throws PyError KeyError */
export function frameAtLabel(data: FrameData, key: Value, maker: Maker, span: Span): Value {
  const [rows, names] = key.kind === 'tuple' && key.items.length === 2 ? key.items : [key, undefined];
  const mask = maskIn(rows!, data.index);
  const isAll = rows instanceof SliceValue && [rows.start, rows.stop, rows.step].every(({ kind }) => kind === 'none');
  if (!mask && !isAll) return atOneLabel(data, rows!, names, maker, span);
  // By `loc` a mask gives labels of their own, even where it leaves all rows.
  const chosen = mask ? pickRows(data, placesOfMask(mask)) : data;
  if (names === undefined) return maker.frame(chosen, span);
  if (names.kind === 'str') return maker.series(seriesOf(columnNamed(chosen, names.text), chosen.index, names), span);
  return names.kind === 'list'
    ? maker.frame(withNames(chosen, namesGiven(names)), span)
    : unfollowed(say`this selection by loc is not modelled`, span);
}

function atOneLabel(data: FrameData, label: Value, name: Value | undefined, maker: Maker, span: Span): Value {
  if (label.kind !== 'int' && label.kind !== 'str') return unfollowed(say`this selection by loc is not modelled`, span);
  const places = placesByLabel(data.index).get(keyOf(label));
  if (!places) throw new PyError('KeyError', pyRepr(label).text);
  if (places.length > 1) return unfollowed(say`labels of several rows are not modelled`, span);
  if (name === undefined) return maker.series(rowOf(data, places[0]!, span, true), span);
  if (name.kind !== 'str') return unfollowed(say`this selection by loc is not modelled`, span);
  const column = columnNamed(data, name.text);
  return lookedUp(column, column.cells[places[0]!]!);
}

/** `frame.at[label, name]`. */
export function frameAtCell(data: FrameData, key: Value, maker: Maker, span: Span): Value {
  const [label, name] = key.kind === 'tuple' ? key.items : [];
  return label && name?.kind === 'str'
    ? atOneLabel(data, label, name, maker, span)
    : unfollowed(say`this selection by loc is not modelled`, span);
}

/** `frame.iat[row, column]`. */
export function frameAtPlaces(data: FrameData, key: Value, span: Span): Value {
  const [row, column] = key.kind === 'tuple' ? key.items.map(asInteger) : [];
  const cell =
    row === undefined || column === undefined || row < 0n || column < 0n ? undefined : data.columns[Number(column)]?.cells[Number(row)];
  return cell ? lookedUp(data.columns[Number(column)]!, cell) : unfollowed(say`this selection by iloc is not modelled`, span);
}
