import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import {
  BoolValue,
  DictValue,
  FloatValue,
  ListValue,
  NoneValue,
  str,
  textOf,
  TupleValue,
  UnknownValue,
  type Value,
} from '../../core/value.js';
import { bind, call, iterator } from '../../python/runtime/call-arguments.js';
import { putEntry } from '../../python/runtime/dicts.js';
import { SliceValue } from '../../python/runtime/objects.js';
import type { Arguments, Runtime } from '../../python/runtime/runtime.js';
import { asInteger, equals, iterateItems, keyOf, pyStr, truthy } from '../../python/runtime/semantics.js';
import { pick, sliceIndices } from '../../python/runtime/slices.js';
import { ArrayValue } from '../arrays/array-value.js';
import { cellsOf, isMissing, lookedUp, unfollowed, type Cells } from './cells.js';
import { areNumbers, HeldSeries, numbered, pickCells, placesByLabel, type Labels, type Maker, type SeriesData } from './data.js';
import { compared } from './operators.js';
import { sortedPlaces } from './sort-order.js';
import { extremeOf, intOf, meanOf, medianOf, numpyInt, sumOf } from './sums.js';

export type SeriesMethod = (runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker) => Value;

/** The value of an argument by place or name. */
export function argumentOf({ positional, keywords }: Arguments, at: number, name: string): Value | undefined {
  return positional[at] ?? keywords.get(name);
}

/** @throws UnknownSignal for an argument that is not followed */
export function onlyArguments({ positional, keywords }: Arguments, most: number, ...names: readonly string[]): void {
  if (positional.length > most || [...keywords.keys()].some((name) => !names.includes(name)))
    unfollowed(say`these arguments are not modelled`);
}

export function isTrue(value: Value | undefined, absent: boolean): boolean {
  const answer = value === undefined ? absent : truthy(value);
  return typeof answer === 'boolean' ? answer : unfollowed(say`this argument is not known`);
}

/** Bools that select, as many as there are rows: a Series of bools with the same labels, a list or an array. Undefined for anything else. */
export function maskIn(value: Value, index: Labels): boolean[] | undefined {
  const cells =
    value instanceof HeldSeries && value.data.dtype === 'bool'
      ? alignedMask(value.data, index)
      : value.kind === 'list'
        ? value.items
        : value instanceof ArrayValue && value.dtype === 'bool'
          ? value.plain
          : undefined;
  if (!cells || cells.length === 0 || !cells.every(({ kind }) => kind === 'bool')) return undefined;
  if (cells.length !== index.labels.length) return unfollowed(say`such a selection of rows is not modelled`);
  return cells.map((cell) => cell.kind === 'bool' && cell.value);
}

function alignedMask(mask: SeriesData, index: Labels): readonly Value[] {
  const same =
    mask.index.labels.length === index.labels.length && mask.index.labels.every((label, i) => keyOf(label) === keyOf(index.labels[i]!));
  return same ? mask.cells : unfollowed(say`a selection by a Series with other labels is not modelled`);
}

export function placesOfMask(mask: readonly boolean[]): number[] {
  return mask.flatMap((wanted, at) => (wanted ? [at] : []));
}

/** `series[key]`. @throws PyError KeyError */
export function itemOfSeries(data: SeriesData, key: Value, maker: Maker, span: Span): Value {
  const mask = maskIn(key, data.index);
  if (mask) return maker.series(pickCells(data, placesOfMask(mask), mask.every(Boolean) && data.index.isRange), span);
  if (key instanceof SliceValue) {
    const places = pick([...data.cells.keys()], sliceIndices(key, data.cells.length));
    return maker.series(pickCells(data, places, data.index.isRange), span);
  }
  if (key.kind === 'list') return unfollowed(say`parts of a Series are not modelled`, span);
  if (key.kind === 'object' || key.kind === 'unknown') return unfollowed(say`parts of a Series are not modelled`, span);
  return atLabel(data, key, span);
}

/** What a label means. @throws PyError KeyError */
export function atLabel(data: SeriesData, key: Value, span: Span): Value {
  const places = placesByLabel(data.index).get(keyOf(key)) ?? [];
  if (places.length === 1) return lookedUp(data, data.cells[places[0]!]!);
  if (places.length > 1) return unfollowed(say`labels of several rows are not modelled`, span);
  // An int among labels that are no ints is a place, with a warning.
  if (key.kind === 'int' && !areNumbers(data.index)) return unfollowed(say`numbers for labels that are texts are not modelled`, span);
  throw new PyError('KeyError', key.kind === 'str' ? `'${key.text}'` : pyStr(key).text);
}

/** `series.iloc[key]`. @throws PyError IndexError */
export function atPlace(data: SeriesData, key: Value, maker: Maker, span: Span): Value {
  const n = key.kind === 'int' ? asInteger(key) : undefined;
  if (n !== undefined) {
    const cell = n < -BigInt(data.cells.length) ? undefined : data.cells.at(Number(n));
    if (!cell) throw new PyError('IndexError', 'single positional indexer is out-of-bounds');
    return lookedUp(data, cell);
  }
  if (!(key instanceof SliceValue)) return unfollowed(say`this selection by iloc is not modelled`, span);
  const places = pick([...data.cells.keys()], sliceIndices(key, data.cells.length));
  return maker.series(pickCells(data, places, data.index.isRange), span);
}

/** What a function makes of each cell, as a Series. */
function mapped(runtime: Runtime, data: SeriesData, change: (cell: Value) => Value): SeriesData {
  charge(data.cells.length);
  const made = data.cells.map((cell) => {
    runtime.step();
    return change(cell);
  });
  if (made.length === 0) return unfollowed(say`what is made of an empty Series is not modelled`);
  if (made.some((value) => value instanceof HeldSeries)) return unfollowed(say`a frame that apply makes is not modelled`);
  return { ...data, ...cellsOf(made) };
}

function functionOf(value: Value | undefined): Value {
  return value && (value.kind === 'callable' || value.kind === 'ref' || value.kind === 'object')
    ? value
    : unfollowed(say`this function is not modelled`);
}

/** `series.map(dict)` and `map(function)`. */
function map(runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'arg');
  const by = argumentOf(args, 0, 'arg');
  if (by?.kind === 'dict') {
    if (by.className !== 'dict') return unfollowed(say`this function is not modelled`);
    const cells = data.cells.map((cell) => by.entries.get(keyOf(cell))?.value);
    return maker.series({ ...data, ...cellsOf(cells) }, runtime.span);
  }
  const change = functionOf(by);
  return maker.series(
    mapped(runtime, data, (cell) => call(runtime, change, cell)),
    runtime.span,
  );
}

function apply(runtime: Runtime, data: SeriesData, { positional, keywords }: Arguments, maker: Maker): Value {
  const [given = keywords.get('func'), ...others] = positional;
  if (others.length > 0) return unfollowed(say`these arguments are not modelled`);
  const change = functionOf(given);
  const extra = keywords.get('args');
  const more = extra?.kind === 'tuple' ? extra.items : extra ? unfollowed(say`these arguments are not modelled`) : [];
  const named = new Map([...keywords].filter(([name]) => name !== 'func' && name !== 'args'));
  return maker.series(
    mapped(runtime, data, (cell) => runtime.call(change, { positional: [cell, ...more], keywords: named })),
    runtime.span,
  );
}

function present(data: SeriesData): number[] {
  return placesOfMask(data.cells.map((cell) => !isMissing(cell)));
}

function missing(data: SeriesData, wanted: boolean, span: Span): SeriesData {
  return { ...data, dtype: 'bool', cells: data.cells.map((cell) => new BoolValue(isMissing(cell) === wanted, span)) };
}

/** The places of the first cell of each value, in order. */
export function firstPlaces(cells: readonly Value[]): number[] {
  const seen = new Set<string>();
  return cells.flatMap((cell, at) => {
    const key = isMissing(cell) ? 'missing' : `:${keyOf(cell)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [at];
  });
}

/** `value_counts()`: the most frequent first, as they come where they are as frequent. */
function valueCounts(runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker): Value {
  if (args.positional.length + args.keywords.size > 0) return unfollowed(say`these arguments are not modelled`);
  const counts = new Map<string, { readonly label: Value; count: number }>();
  for (const cell of data.cells) {
    if (isMissing(cell)) continue;
    const known = counts.get(keyOf(cell));
    if (known) known.count++;
    else counts.set(keyOf(cell), { label: cell, count: 1 });
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count);
  if (sorted.some(({ count }, i) => i > 0 && count === sorted[i - 1]!.count))
    return unfollowed(say`in which order equal numbers come depends on the processor`);
  const made = { dtype: 'int64' as const, cells: sorted.map(({ count }) => intOf(count, runtime.span)), name: str('count', runtime.span) };
  return maker.series(
    { ...made, index: { labels: sorted.map(({ label }) => label), isRange: false, name: textOf(data.name) } },
    runtime.span,
  );
}

function isin(runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker): Value {
  const [values] = bind('isin', args, ['values'], 1);
  const items = values!.kind === 'str' ? undefined : iterateItems(values!);
  if (!items) return unfollowed(say`this use of isin is not modelled`);
  const list = [...items];
  if (list.some(isMissing)) return unfollowed(say`this use of isin is not modelled`);
  // Texts beside numbers are compared as texts, or not, by what else is there.
  const kinds = new Set(
    [...list, ...data.cells.filter((cell) => !isMissing(cell))].map(({ kind }) => (kind === 'int' || kind === 'float' ? 'number' : kind)),
  );
  const isTexts = data.dtype === 'object' && list.every(({ kind }) => kind === 'str');
  if (kinds.size > 1 && !isTexts) return unfollowed(say`this use of isin is not modelled`);
  const keys = new Set(list.map(keyOf));
  return maker.series(
    { ...data, dtype: 'bool', cells: data.cells.map((cell) => new BoolValue(keys.has(keyOf(cell)), runtime.span)) },
    runtime.span,
  );
}

/** Missing cells filled with a value: a text among numbers makes a column of objects. */
export function filledCells(column: Cells, value: Value): Cells {
  if (!column.cells.some(isMissing)) return column;
  const plain = value.kind === 'str' || value.kind === 'int' || value.kind === 'float' || value.kind === 'bool';
  if (!plain) return unfollowed(say`this fillna is not modelled`);
  if (column.dtype === 'float64') {
    if (value.kind === 'bool') return unfollowed(say`this fillna is not modelled`);
    const put = value.kind === 'int' ? new FloatValue(Number(value.value), value.span) : value;
    const cells = column.cells.map((cell) => (isMissing(cell) ? put : cell));
    return { dtype: value.kind === 'str' ? 'object' : 'float64', cells };
  }
  const cells = column.cells.map((cell) => (isMissing(cell) ? value : cell));
  // A column of objects that are all of one kind now becomes one of that kind.
  if (!cells.every(({ kind }) => kind === 'str') && cellsOf(cells).dtype !== 'object') return unfollowed(say`this fillna is not modelled`);
  return { dtype: 'object', cells };
}

/** `astype(str)`, `astype(int)`, `astype(float)`. */
export function castCells(runtime: Runtime, column: Cells, type: Value | undefined): Cells {
  const name = textOf(type) ?? (type?.kind === 'callable' ? type.path.replace('builtins.', '') : undefined);
  if (name === 'str' && column.cells.some(isMissing)) return unfollowed(say`texts of missing cells depend on the release of pandas`);
  if (name === 'str')
    return { dtype: 'object', cells: column.cells.map((cell) => (cell.kind === 'str' ? cell : textOfCell(runtime, cell))) };
  if ((name === 'int' || name === 'int64') && column.dtype !== 'object' && column.dtype !== 'bool' && !column.cells.some(isMissing))
    return {
      dtype: 'int64',
      cells: column.cells.map((cell) =>
        intOf(cell.kind === 'int' ? Number(cell.value) : cell.kind === 'float' ? wholeOf(cell.value) : 0, cell.span),
      ),
    };
  if ((name === 'float' || name === 'float64') && (column.dtype === 'int64' || column.dtype === 'float64'))
    return {
      dtype: 'float64',
      cells: column.cells.map((cell) => (cell.kind === 'int' ? new FloatValue(Number(cell.value), cell.span) : cell)),
    };
  if (name === 'object') return { dtype: 'object', cells: column.cells };
  return unfollowed(say`this astype is not modelled`);
}

/** A float as an int of 64 bits. @throws UnknownSignal for one that is none */
function wholeOf(value: number): number {
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : unfollowed(say`this astype is not modelled`);
}

function textOfCell(runtime: Runtime, cell: Value): Value {
  if (cell.kind !== 'int' && cell.kind !== 'float' && cell.kind !== 'bool' && cell.kind !== 'none')
    return unfollowed(say`this astype is not modelled`);
  return str(pyStr(cell).text, runtime.span);
}

export function dictOfCells(keys: readonly Value[], cells: readonly Value[], span: Span): DictValue {
  const dict = new DictValue(span);
  keys.forEach((key, i) => {
    putEntry(dict, key, cells[i]!);
  });
  return dict;
}

function countOf(args: Arguments, absent: number): number {
  const given = argumentOf(args, 0, 'n');
  const n = given && asInteger(given);
  if (given && (n === undefined || n < 0n)) return unfollowed(say`these arguments are not modelled`);
  return n === undefined ? absent : Number(n);
}

/** The first or last rows, by `head(n)` and `tail(n)`. */
export function endPlaces(args: Arguments, count: number, which: 'head' | 'tail'): number[] {
  const n = Math.min(count, countOf(args, 5));
  return Array.from({ length: n }, (_, i) => (which === 'head' ? i : count - n + i));
}

function sortValues(runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 0, 'ascending', 'kind', 'ignore_index');
  const stable = ['stable', 'mergesort'].includes(textOf(args.keywords.get('kind')) ?? '');
  const places = sortedPlaces(data, isTrue(args.keywords.get('ascending'), true), stable);
  const sorted = pickCells(data, places);
  const anew = isTrue(args.keywords.get('ignore_index'), false);
  return maker.series(anew ? { ...sorted, index: numbered(places.length, runtime.span) } : sorted, runtime.span);
}

function resetIndex(runtime: Runtime, data: SeriesData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 0, 'drop', 'name');
  const index = numbered(data.cells.length, runtime.span);
  if (isTrue(args.keywords.get('drop'), false)) return maker.series({ ...data, index }, runtime.span);
  const name = textOf(args.keywords.get('name') ?? data.name) ?? unfollowed(say`a frame of a Series without a name is not modelled`);
  const labels = { name: data.index.name ?? 'index', ...cellsOf(data.index.labels) };
  return maker.frame({ columns: [labels, { name, dtype: data.dtype, cells: data.cells }], index }, runtime.span);
}

function extremePlace(data: SeriesData, which: 'max' | 'min', span: Span): Value {
  const best = extremeOf(data, which, span);
  const at = data.cells.findIndex((cell) => equals(cell, best) === true);
  return data.index.labels[at] ?? unfollowed(say`such an extreme is not modelled`);
}

const isna: SeriesMethod = (runtime, data, _args, maker) => maker.series(missing(data, true, runtime.span), runtime.span);
const notna: SeriesMethod = (runtime, data, _args, maker) => maker.series(missing(data, false, runtime.span), runtime.span);
const listed: SeriesMethod = (runtime, data) => new ListValue([...data.cells], runtime.span);

/** A method without arguments. */
function plain(make: (data: SeriesData, span: Span, runtime: Runtime) => Value): SeriesMethod {
  return (runtime, data, args) => {
    onlyArguments(args, 0);
    return make(data, runtime.span, runtime);
  };
}

const comparisons: Readonly<Record<string, '==' | '!=' | '<' | '<=' | '>' | '>='>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

export const seriesMethods: Readonly<Record<string, SeriesMethod>> = {
  ...Object.fromEntries(
    Object.entries(comparisons).map(([name, op]): [string, SeriesMethod] => [
      name,
      (runtime, data, args, maker) => maker.series(compared(op, data, bind(name, args, ['other'], 1)[0]!, runtime.span), runtime.span),
    ]),
  ),
  tolist: listed,
  to_list: listed,
  to_dict: plain((data, span) => dictOfCells(data.index.labels, data.cells, span)),
  items: plain((data, span, runtime) =>
    iterator(
      runtime,
      'zip',
      data.index.labels.map((label, i) => new TupleValue([label, data.cells[i]!], span)),
    ),
  ),
  keys: plain((data, span) => new ListValue([...data.index.labels], span)),
  get: (runtime, data, args) => {
    const key = argumentOf(args, 0, 'key')!;
    const places = placesByLabel(data.index).get(keyOf(key)) ?? [];
    if (places.length === 1) return lookedUp(data, data.cells[places[0]!]!);
    return places.length > 1
      ? unfollowed(say`labels of several rows are not modelled`)
      : (argumentOf(args, 1, 'default') ?? new NoneValue(runtime.span));
  },
  isna,
  isnull: isna,
  notna,
  notnull: notna,
  unique: plain(
    (data, span) =>
      new ArrayValue(
        firstPlaces(data.cells).map((at) => data.cells[at]!),
        data.dtype,
        span,
      ),
  ),
  nunique: plain((data, span) => intOf(firstPlaces(present(data).map((at) => data.cells[at]!)).length, span)),
  count: plain((data, span) => numpyInt(present(data).length, span)),
  value_counts: valueCounts,
  isin,
  map,
  apply,
  sum: plain(sumOf),
  mean: plain(meanOf),
  median: plain(medianOf),
  max: plain((data, span) => extremeOf(data, 'max', span)),
  min: plain((data, span) => extremeOf(data, 'min', span)),
  idxmax: plain((data, span) => extremePlace(data, 'max', span)),
  idxmin: plain((data, span) => extremePlace(data, 'min', span)),
  head: (runtime, data, args, maker) =>
    maker.series(pickCells(data, endPlaces(args, data.cells.length, 'head'), data.index.isRange), runtime.span),
  tail: (runtime, data, args, maker) =>
    maker.series(pickCells(data, endPlaces(args, data.cells.length, 'tail'), data.index.isRange), runtime.span),
  copy: (runtime, data, _args, maker) => maker.series(data, runtime.span),
  dropna: (runtime, data, args, maker) => {
    onlyArguments(args, 0);
    const places = present(data);
    return maker.series(pickCells(data, places, places.length === data.cells.length && data.index.isRange), runtime.span);
  },
  drop_duplicates: (runtime, data, args, maker) => {
    onlyArguments(args, 0);
    const places = firstPlaces(data.cells);
    return maker.series(pickCells(data, places, places.length === data.cells.length && data.index.isRange), runtime.span);
  },
  fillna: (runtime, data, args, maker) => {
    onlyArguments(args, 1, 'value');
    return maker.series({ ...data, ...filledCells(data, argumentOf(args, 0, 'value')!) }, runtime.span);
  },
  astype: (runtime, data, args, maker) => {
    onlyArguments(args, 1, 'dtype');
    return maker.series({ ...data, ...castCells(runtime, data, argumentOf(args, 0, 'dtype')) }, runtime.span);
  },
  sort_values: sortValues,
  reset_index: resetIndex,
  to_numpy: plain((data, span) => new ArrayValue(data.cells, data.dtype, span)),
};

/** Attributes that are no methods. */
export function seriesField(data: SeriesData, name: string, span: Span): Value | undefined {
  switch (name) {
    case 'values':
      return new ArrayValue(data.cells, data.dtype, span);
    case 'name':
      return data.name ?? new NoneValue(span);
    case 'size':
      return intOf(data.cells.length, span);
    case 'shape':
      return new TupleValue([intOf(data.cells.length, span)], span);
    case 'empty':
      return new BoolValue(data.cells.length === 0, span);
    case 'is_unique':
      return new BoolValue(firstPlaces(data.cells).length === data.cells.length, span);
    case 'dtype':
    case 'dtypes':
      return new UnknownValue(say`types of columns are not modelled`, span);
    default:
      return undefined;
  }
}
