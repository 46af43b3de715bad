import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { FloatValue, str, textOf, TupleValue, UnknownValue, type Value } from '../../core/value.js';
import { call } from '../../python/runtime/call-arguments.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { equals, keyOf } from '../../python/runtime/semantics.js';
import { orUnknown } from '../../python/runtime/unknown-signal.js';
import { cellsOf, isMissing, unfollowed, type Cells } from './cells.js';
import { HeldSeries, pickCells, pickRows, seriesOf, type FrameData, type Maker, type SeriesData } from './data.js';
import { columnNamed, namesGiven, selected } from './frame-methods.js';
import { argumentOf, endPlaces, firstPlaces, isTrue, onlyArguments } from './series-methods.js';
import { compareCells } from './sort-order.js';
import { extremeOf, intOf, sumOf } from './sums.js';

/** The rows of one key. */
interface Group {
  readonly keys: readonly Value[];
  readonly places: readonly number[];
}

/** `frame.groupby(by, sort=True)`: rows whose key is missing are left out. */
export function groupBy(runtime: Runtime, data: FrameData, args: Arguments, maker: Maker): Value {
  onlyArguments(args, 1, 'by', 'sort', 'as_index', 'group_keys', 'observed');
  const by = argumentOf(args, 0, 'by');
  if (!isTrue(args.keywords.get('as_index'), true)) return unfollowed(say`this groupby is not modelled`);
  const names = namesGiven(by);
  const columns = names.map((name) => columnNamed(data, name));
  const groups = new Map<string, { keys: Value[]; places: number[] }>();
  data.index.labels.forEach((_label, at) => {
    const keys = columns.map(({ cells }) => cells[at]!);
    if (keys.some(isMissing)) return;
    const id = keys
      .map((key) =>
        key.kind === 'str' || key.kind === 'int' || key.kind === 'float' || key.kind === 'bool'
          ? keyOf(key)
          : unfollowed(say`this groupby is not modelled`),
      )
      .join('\u0000');
    const known = groups.get(id);
    if (known) known.places.push(at);
    else groups.set(id, { keys, places: [at] });
  });
  const list = [...groups.values()];
  if (isTrue(args.keywords.get('sort'), true)) list.sort((a, b) => inOrder(a.keys, b.keys));
  return new Grouped({ data, names, groups: list, asTuples: by?.kind !== 'str', maker }, runtime.span);
}

function inOrder(a: readonly Value[], b: readonly Value[]): number {
  for (const [i, key] of a.entries()) {
    const order = compareCells(key, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

interface Grouping {
  readonly data: FrameData;
  readonly names: readonly string[];
  readonly groups: readonly Group[];
  /** Whether keys come as tuples, as they do by a list of columns. */
  readonly asTuples: boolean;
  readonly maker: Maker;
}

function keyOfGroup({ asTuples }: Grouping, { keys }: Group, span: Span): Value {
  return asTuples ? new TupleValue([...keys], span) : keys[0]!;
}

type OfGroups = (runtime: Runtime, grouping: Grouping, args: Arguments) => Value;

class Grouped extends LibraryObject {
  constructor(grouping: Grouping, span: Span) {
    const { data, groups, maker } = grouping;
    super('DataFrameGroupBy', span, (name) => groupedAttribute(grouping, name, span), {
      iterate: () =>
        groups.map((group) => new TupleValue([keyOfGroup(grouping, group, span), maker.frame(pickRows(data, group.places), span)], span)),
      size: () => groups.length,
      getItem: (key) =>
        key.kind === 'str' ? new GroupedColumn(grouping, key.text, span) : new UnknownValue(say`this groupby is not modelled`, span),
      opaque: say`what operators make of such groups is not modelled`,
    });
  }
}

function method(path: string, grouping: Grouping, span: Span, run: OfGroups): Value {
  return new BuiltinValue(path, span, (runtime, args) => orUnknown(() => run(runtime, grouping, args)), 'method');
}

function groupedAttribute(grouping: Grouping, name: string, span: Span): Value {
  if (name === 'ngroups') return intOf(grouping.groups.length, span);
  const run = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (run) return method(`DataFrameGroupBy.${name}`, grouping, span, run);
  if (grouping.data.columns.some((column) => column.name === name) && !known.has(name)) return new GroupedColumn(grouping, name, span);
  return new UnknownValue(say`${name} of such groups is not modelled`, span);
}

/** Attributes of groups that a column of the name does not hide. */
const known = new Set(
  `agg aggregate all any apply bfill boxplot corr count cov cummax cummin cumprod cumsum describe diff dtypes ewm expanding ffill fillna filter first get_group groups hist
  idxmax idxmin indices last max mean median min ndim ngroup nth nunique ohlc pct_change pipe plot prod quantile rank resample rolling sample sem shift skew std sum tail take
  transform value_counts var`.split(/\s+/),
);

const methods: Readonly<Record<string, OfGroups>> = {
  size: (runtime, grouping) =>
    ofKeys(
      grouping,
      grouping.groups.map(({ places }) => intOf(places.length, runtime.span)),
      undefined,
      runtime.span,
    ),
  get_group: (runtime, grouping, args) => {
    const wanted = argumentOf(args, 0, 'name')!;
    const group = grouping.groups.find((one) => equals(keyOfGroup(grouping, one, runtime.span), wanted) === true);
    if (!group) throw new PyError('KeyError', textOf(wanted) === undefined ? '' : `'${textOf(wanted)!}'`);
    return grouping.maker.frame(pickRows(grouping.data, group.places), runtime.span);
  },
  head: (runtime, grouping, args) => ends(runtime, grouping, args, 'head'),
  tail: (runtime, grouping, args) => ends(runtime, grouping, args, 'tail'),
  cumcount: (runtime, { data, groups, maker }) => {
    const places = numberedIn(groups);
    if (places.size < data.index.labels.length) return unfollowed(say`this groupby is not modelled`);
    const cells = data.index.labels.map((_label, at) => intOf(places.get(at)!, runtime.span));
    return maker.series({ dtype: 'int64', cells, index: data.index, name: undefined }, runtime.span);
  },
};

/** The number of each place in its group. */
function numberedIn(groups: readonly Group[]): ReadonlyMap<number, number> {
  return new Map(groups.flatMap(({ places }) => places.map((at, i): [number, number] => [at, i])));
}

function ends(runtime: Runtime, { data, groups, maker }: Grouping, args: Arguments, which: 'head' | 'tail'): Value {
  const wanted = new Set(groups.flatMap(({ places }) => endPlaces(args, places.length, which).map((i) => places[i]!)));
  return maker.frame(
    selected(
      data,
      data.index.labels.map((_label, at) => wanted.has(at)),
    ),
    runtime.span,
  );
}

/** A value for each key. */
function ofKeys(grouping: Grouping, values: readonly Value[], name: Value | undefined, span: Span): Value {
  if (grouping.names.length > 1) return unfollowed(say`labels of several levels are not modelled`);
  if (values.length === 0) return unfollowed(say`what is made of an empty DataFrame is not modelled`);
  const index = { labels: grouping.groups.map(({ keys }) => keys[0]!), isRange: false, name: grouping.names[0] };
  return grouping.maker.series({ ...cellsOf(values), index, name }, span);
}

class GroupedColumn extends LibraryObject {
  constructor(grouping: Grouping, column: string, span: Span) {
    const name = str(column, span);
    const data = seriesOf(columnNamed(grouping.data, column), grouping.data.index, name);
    const parts = (): SeriesData[] => grouping.groups.map(({ places }) => pickCells(data, places));
    const attribute = (asked: string): Value => {
      const run = aggregation(asked, parts, name);
      return run
        ? method(`SeriesGroupBy.${asked}`, grouping, span, run)
        : new UnknownValue(say`${asked} of such groups is not modelled`, span);
    };
    super('SeriesGroupBy', span, attribute, {
      iterate: () =>
        parts().map(
          (part, i) => new TupleValue([keyOfGroup(grouping, grouping.groups[i]!, span), grouping.maker.series(part, span)], span),
        ),
      size: () => grouping.groups.length,
      opaque: say`what operators make of such groups is not modelled`,
    });
  }
}

function aggregation(asked: string, parts: () => readonly SeriesData[], name: Value): OfGroups | undefined {
  const byName = Object.hasOwn(aggregations, asked) ? aggregations[asked] : undefined;
  if (byName)
    return (runtime, grouping, args) => {
      onlyArguments(args, 0);
      return ofKeys(
        grouping,
        parts().map((part) => byName(part, runtime.span)),
        name,
        runtime.span,
      );
    };
  if (asked !== 'apply' && asked !== 'agg' && asked !== 'aggregate') return undefined;
  return (runtime, grouping, args) => {
    onlyArguments(args, 1, 'func');
    const given = argumentOf(args, 0, 'func');
    const known = textOf(given);
    if (known !== undefined) return call(runtime, aggregationMethod(known, parts, name, grouping, runtime));
    if (given?.kind !== 'callable' && given?.kind !== 'ref') return unfollowed(say`this groupby is not modelled`);
    // Functions of Python that pandas replaces by its own.
    if (given.kind === 'callable' && /^builtins\.(sum|max|min)$/.test(given.path)) return unfollowed(say`this groupby is not modelled`);
    const made = parts().map((part) => call(runtime, given, grouping.maker.series(part, runtime.span)));
    if (made.some((value) => value instanceof HeldSeries || value.kind === 'dict')) return unfollowed(say`this groupby is not modelled`);
    return ofKeys(grouping, made, name, runtime.span);
  };
}

function aggregationMethod(asked: string, parts: () => readonly SeriesData[], name: Value, grouping: Grouping, { span }: Runtime): Value {
  const run = Object.hasOwn(aggregations, asked) ? aggregation(asked, parts, name) : undefined;
  return run ? method(`SeriesGroupBy.${asked}`, grouping, span, run) : unfollowed(say`${asked} of such groups is not modelled`);
}

const aggregations: Readonly<Record<string, (part: SeriesData, span: Span) => Value>> = {
  sum: (part, span) => (part.dtype === 'float64' ? new FloatValue(kahanSum(part).sum, span) : plainSum(part, span)),
  mean: (part, span) => {
    if (part.dtype !== 'float64' && part.dtype !== 'int64') return unfollowed(say`such a mean is not modelled`);
    const { sum, count } = kahanSum(part);
    return new FloatValue(count === 0 ? NaN : sum / count, span);
  },
  max: (part, span) => plainInt(extremeOf(part, 'max', span)),
  min: (part, span) => plainInt(extremeOf(part, 'min', span)),
  count: ({ cells }, span) => intOf(cells.filter((cell) => !isMissing(cell)).length, span),
  size: ({ cells }, span) => intOf(cells.length, span),
  nunique: ({ cells }, span) => intOf(firstPlaces(cells.filter((cell) => !isMissing(cell))).length, span),
  first: ({ cells }) => cells.find((cell) => !isMissing(cell)) ?? unfollowed(say`this groupby is not modelled`),
  last: ({ cells }) => cells.findLast((cell) => !isMissing(cell)) ?? unfollowed(say`this groupby is not modelled`),
};

function plainSum(part: SeriesData, span: Span): Value {
  return plainInt(sumOf(part, span));
}

function plainInt(value: Value): Value {
  return value.kind === 'int' ? intOf(Number(value.value), value.span) : value;
}

/** The sum of a group's numbers as pandas compensates it (`_libs/groupby.pyx`). */
function kahanSum({ cells }: Cells): { readonly sum: number; readonly count: number } {
  let sum = 0;
  let compensation = 0;
  let count = 0;
  for (const cell of cells) {
    if (isMissing(cell) || (cell.kind !== 'int' && cell.kind !== 'float')) continue;
    const y = Number(cell.value) - compensation;
    const t = sum + y;
    compensation = t - sum - y;
    sum = t;
    count++;
  }
  return { sum, count };
}
