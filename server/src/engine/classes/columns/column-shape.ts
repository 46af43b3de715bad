import type { Span } from '../../core/span.js';
import type { FunctionDef, Lambda } from '../../python/syntax/tree/ast.js';
import type { ClassSource } from '../class-index.js';
import type { SourceModule } from '../source-module.js';
import { copyOf } from './shared-map.js';

/** Where the code writes names of columns or keys, by the name; without those whose place is not known. */
export type WrittenNames = ReadonlyMap<string, readonly Span[]>;

/** Columns of a dataset: `sure` in every case, `maybe` in some; where it is `open`, there may be more that are not known. */
export interface KnownColumns {
  readonly sure: readonly string[];
  readonly maybe: readonly string[];
  readonly open: boolean;
  readonly written?: WrittenNames | undefined;
}

export type FunctionShape = {
  readonly kind: 'function';
  readonly node: FunctionDef | Lambda;
  readonly module: SourceModule;
  /** What the offsets of `node` count from in the file. */
  readonly at: number;
  /** Whether it stands within the function that runs, whose names it sees. */
  readonly inner: boolean;
  /** The class in which `super()` begins to look. */
  readonly owner: ClassSource | undefined;
};

/** What is known of a value without running anything: as much as decides which columns a dataset has. */
export type Shape =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly at?: readonly Span[] | undefined }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly Shape[] }
  /** A dict or list that may be changed: the cell is in the state. */
  | { readonly kind: 'cell'; readonly id: number }
  /** A Dataset. */
  | { readonly kind: 'data'; readonly columns: KnownColumns }
  /** `dataset.column_names` */
  | { readonly kind: 'names'; readonly columns: KnownColumns }
  | { readonly kind: 'class'; readonly source: ClassSource }
  | FunctionShape;

/** A dict, a list or a DatasetDict. */
export interface CellShape {
  readonly kind: 'dict' | 'list' | 'splits';
  /** Keys that are there in every case, in order. */
  readonly entries: ReadonlyMap<string, Shape>;
  /** Keys that are there in some cases. */
  readonly maybe: ReadonlySet<string>;
  /** Whether there may be other keys. */
  readonly open: boolean;
  /** What stands under other keys; of a list, any of its items. Undefined: nothing is. */
  readonly rest: Shape | undefined;
  /** The items of a list that is as it was written. */
  readonly items?: readonly Shape[] | undefined;
  /** Keys that the code asks for before it sets them: without them it fails. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether code has it that is not followed, and may ask for its keys. */
  readonly handed?: boolean | undefined;
  readonly written?: WrittenNames | undefined;
}

/** So many places of one name are kept. */
const mostPlaces = 100;

/** All places of the one and the other, each once. */
export function bothPlaces(a: readonly Span[] | undefined, b: readonly Span[] | undefined): readonly Span[] | undefined {
  if (!a || !b || a === b) return a ?? b;
  const added = b.filter((span) => !a.some(({ file, start }) => file === span.file && start === span.start));
  return added.length === 0 ? a : [...a, ...added].slice(0, mostPlaces);
}

/** What is written of the one and the other. */
export function bothWritten(a: WrittenNames | undefined, b: WrittenNames | undefined): WrittenNames | undefined {
  if (!a || !b || a === b) return a ?? b;
  if (b.size === 0) return a;
  const all = copyOf(a);
  b.forEach((places, name) => all.set(name, bothPlaces(all.get(name), places)!));
  return all;
}

/** With one more name. @param places where it is written; undefined: that is not known */
export function withPlaces(written: WrittenNames | undefined, name: string, places: readonly Span[] | undefined): WrittenNames | undefined {
  if (!places) return written;
  const there = written?.get(name);
  const all = bothPlaces(there, places)!;
  return all === there ? written : withName(written, name, all);
}

/** With one more entry, or another value in its place. */
export function withName<V>(map: ReadonlyMap<string, V> | undefined, name: string, value: V): ReadonlyMap<string, V> {
  return copyOf(map).set(name, value);
}

export const unknownShape: Shape = { kind: 'unknown' };
export const openColumns: KnownColumns = { sure: [], maybe: [], open: true };
export const openData: Shape = { kind: 'data', columns: openColumns };

/** Columns of what is the one or the other. */
export function joinColumns(a: KnownColumns, b: KnownColumns): KnownColumns {
  const sure = a.sure.filter((name) => b.sure.includes(name));
  const all = [...a.sure, ...b.sure, ...a.maybe, ...b.maybe];
  return {
    sure,
    maybe: [...new Set(all)].filter((name) => !sure.includes(name)),
    open: a.open || b.open,
    written: bothWritten(a.written, b.written),
  };
}

/** Columns of what has the columns of both: rows of one below rows of the other, or new ones beside old ones. */
export function unionColumns(a: KnownColumns, b: KnownColumns): KnownColumns {
  const sure = [...new Set([...a.sure, ...b.sure])];
  return {
    sure,
    maybe: [...new Set([...a.maybe, ...b.maybe])].filter((name) => !sure.includes(name)),
    open: a.open || b.open,
    written: bothWritten(a.written, b.written),
  };
}

/** Columns without some. */
export function withoutColumns(columns: KnownColumns, names: readonly string[]): KnownColumns {
  const stays = (name: string): boolean => !names.includes(name);
  const written = columns.written && new Map([...columns.written].filter(([name]) => stays(name)));
  return { sure: columns.sure.filter(stays), maybe: columns.maybe.filter(stays), open: columns.open, written };
}

/** Columns with one renamed, at its place. @param places where the code writes the new name */
export function renamedColumn(columns: KnownColumns, from: string, to: string, places?: readonly Span[]): KnownColumns {
  const sure = columns.sure.map((name) => (name === from ? to : name));
  const kept = columns.written && new Map([...columns.written].filter(([name]) => name !== from));
  const written = withPlaces(kept, to, places);
  return { ...columns, written, sure: sure.includes(to) ? sure : [...sure, to], maybe: columns.maybe.filter((name) => name !== from) };
}

const noEntries: ReadonlyMap<string, Shape> = new Map();
export const noNames: ReadonlySet<string> = new Set();

export function emptyCell(kind: CellShape['kind'], open = false): CellShape {
  return { kind, entries: noEntries, maybe: noNames, open, rest: undefined };
}

/** The columns that rows like this dict have. */
export function columnsOfCell({ entries, maybe, open, written }: CellShape): KnownColumns {
  return { sure: [...entries.keys()], maybe: [...maybe], open, written };
}
