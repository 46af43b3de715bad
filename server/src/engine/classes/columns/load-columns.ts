import type { FunctionDef } from '../../python/syntax/tree/ast.js';
import type { ClassIndex, ClassSource } from '../class-index.js';
import { hierarchyOf, methodOf } from '../hierarchy.js';
import { callMethod } from './calls.js';
import { Reader, unlessTooMuch } from './reader.js';
import { bothWritten, joinColumns, openColumns, unknownShape, type CellShape, type KnownColumns, type Shape } from './column-shape.js';
import { State } from './state.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';

/** The arguments of a config by name; undefined for those that are no texts. */
export type GivenArguments = ReadonlyMap<string, string | undefined>;

/** Which columns the datasets of a class have, as its source tells without any data. */
export interface LoadedColumns {
  /** Exactly `columns`, at least `columns`, or nothing that could be told. */
  readonly known: 'exact' | 'at least' | 'unknown';
  /** Those of every split and every branch, in their order. */
  readonly columns: readonly string[];
  /** Further ones that some splits or branches have; with `exact` there are none. */
  readonly some: readonly string[];
  /** Whether there are no others: each split and each branch has some of these. */
  readonly closed: boolean;
  /** Those of splits that the code does not name beside others that it does, where it gives their rows. */
  readonly beside: readonly string[];
  /** By split, where it gives a DatasetDict whose splits are known. */
  readonly splits: ReadonlyMap<string, KnownColumns> | undefined;
  /** The splits that it may have, and no others: none where it gives one Dataset. Undefined where that is not known. */
  readonly splitNames: readonly string[] | undefined;
  /** Where the code writes their names, as keys, arguments or keywords; without those whose place is not known. */
  readonly written: ReadonlyMap<string, readonly Span[]>;
  /** The same of dicts that the code makes on the way, as far as it is known what becomes of them. */
  readonly inner: ReadonlyMap<string, readonly Span[]>;
  /** The columns whose names are more than keys in the code: they are put into texts, compared, stored or handed on. */
  readonly spelled: readonly string[];
  /** Why it is not exact: a sentence for the user. */
  readonly why: string | undefined;
}

/**
 * Reads what each branch of the class's `load` returns: dicts that are appended to a list for `Dataset.from_list`, the lists of `Dataset.from_dict`, what functions
 * of `map` return, columns that are renamed and removed. Branches for another `DATASET_SOURCE` are left out, as that variable is not set in a plain run.
 * @param allSources whether such branches are read, too
 * @param given the arguments of a config by name, undefined for those that are no texts: branches on texts and defaults are decided. Absent: for any arguments
 * @returns undefined where there is no `load` in the source
 */
export function loadedColumns(
  index: ClassIndex,
  source: ClassSource,
  given?: GivenArguments,
  allSources = false,
): LoadedColumns | undefined {
  const load = methodOf(hierarchyOf(index, source), 'load');
  if (!load || load === 'unknown') return undefined;
  const state = new State();
  const named = given ? givenShapes(given) : anyArguments(load.node);
  const read = unlessTooMuch(() => {
    const described = describe(state, callMethod(new Reader(index, source, allSources), state, load, { positional: [], named }, true));
    const spelled = [...described.written].flatMap(([name, places]) => (state.isSpelled(places) ? [name] : []));
    return { ...described, inner: state.innerKeys(), spelled };
  });
  return read ?? tooMuch();
}

function tooMuch(): LoadedColumns {
  return {
    known: 'unknown',
    columns: [],
    some: [],
    closed: false,
    beside: [],
    splits: undefined,
    splitNames: undefined,
    written: new Map(),
    inner: new Map(),
    spelled: [],
    why: say`Its load is more code than is followed here.`,
  };
}

function givenShapes(given: GivenArguments): ReadonlyMap<string, Shape> {
  return new Map([...given].map(([name, text]) => [name, text === undefined ? unknownShape : { kind: 'text', text }]));
}

/** Lists by default are taken for what nearly every config has. */
function anyArguments({ parameters }: FunctionDef): ReadonlyMap<string, Shape> {
  const named = new Map<string, Shape>();
  for (const { name, defaultValue } of [...parameters.positional, ...parameters.keywordOnly])
    if (defaultValue?.type !== 'List' && defaultValue?.type !== 'Tuple') named.set(name.name, unknownShape);
  return named;
}

type Described = Omit<LoadedColumns, 'inner' | 'spelled'>;

function describe(state: State, result: Shape): Described {
  if (result.kind === 'data') {
    const level = levelOf(result.columns, undefined);
    // What is loaded as it is may be one Dataset or several: an argument may say so.
    return { ...level, splitNames: level.closed ? [] : undefined };
  }
  const cell = state.cell(result);
  if (!cell || cell.kind === 'list') return levelOf(openColumns, undefined, say`What its load returns is not known without running it.`);
  // Splits that the code names are those that it is about.
  const asked = cell.entries.size > 0 ? [...cell.entries.values()] : cell.rest ? [cell.rest] : [];
  const all = asked.map(columnsOfShape);
  const splits = new Map([...cell.entries].map(([name, shape]) => [name, columnsOfShape(shape)]));
  const level = {
    ...levelOf(
      all.reduce((joined, next) => joinColumns(joined, next), all[0] ?? openColumns),
      splits,
    ),
    splitNames: namesOf(cell),
  };
  const rest = cell.entries.size > 0 && cell.rest ? columnsOfShape(cell.rest) : openColumns;
  // What is loaded and not worked on has its names from the data.
  if (rest.open) return level;
  return { ...level, beside: [...rest.sure, ...rest.maybe], written: bothWritten(level.written, rest.written) ?? new Map() };
}

/** The splits of a dict, where nothing else may have put others into it. A DatasetDict is handed on to be looked at, mapped or filtered. */
function namesOf({ kind, entries, maybe, open, rest, handed }: CellShape): readonly string[] | undefined {
  const names = [...entries.keys(), ...maybe];
  return open || rest || (handed && kind === 'dict') || names.length === 0 ? undefined : names;
}

function columnsOfShape(shape: Shape): KnownColumns {
  return shape.kind === 'data' ? shape.columns : openColumns;
}

function levelOf(columns: KnownColumns, splits: ReadonlyMap<string, KnownColumns> | undefined, reason?: string): Described {
  const known = !columns.open && columns.maybe.length === 0 ? 'exact' : columns.sure.length > 0 ? 'at least' : 'unknown';
  const why =
    known === 'exact'
      ? undefined
      : (reason ?? (columns.open ? say`Other columns come from the data.` : say`Its branches give different columns.`));
  return {
    known: known === 'exact' && columns.sure.length === 0 ? 'unknown' : known,
    columns: columns.sure,
    some: columns.maybe,
    beside: [],
    closed: !columns.open && columns.sure.length + columns.maybe.length > 0,
    splits,
    splitNames: undefined,
    written: columns.written ?? new Map(),
    why,
  };
}
