import type { FunctionDef, Lambda } from '../../python/syntax/tree/ast.js';
import type { ClassSource } from '../class-index.js';
import type { SourceModule } from '../source-module.js';

/** Columns of a dataset: `sure` in every case, `maybe` in some; where it is `open`, there may be more that are not known. */
export interface KnownColumns {
  readonly sure: readonly string[];
  readonly maybe: readonly string[];
  readonly open: boolean;
}

export type FunctionShape = {
  readonly kind: 'function';
  readonly node: FunctionDef | Lambda;
  readonly module: SourceModule;
  /** Whether it stands within the function that runs, whose names it sees. */
  readonly inner: boolean;
  /** The class in which `super()` begins to look. */
  readonly owner: ClassSource | undefined;
};

/** What is known of a value without running anything: as much as decides which columns a dataset has. */
export type Shape =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
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
}

export const unknownShape: Shape = { kind: 'unknown' };
export const openColumns: KnownColumns = { sure: [], maybe: [], open: true };
export const openData: Shape = { kind: 'data', columns: openColumns };

/** Columns of what is the one or the other. */
export function joinColumns(a: KnownColumns, b: KnownColumns): KnownColumns {
  const sure = a.sure.filter((name) => b.sure.includes(name));
  const all = [...a.sure, ...b.sure, ...a.maybe, ...b.maybe];
  return { sure, maybe: [...new Set(all)].filter((name) => !sure.includes(name)), open: a.open || b.open };
}

/** Columns of what has the columns of both: rows of one below rows of the other, or new ones beside old ones. */
export function unionColumns(a: KnownColumns, b: KnownColumns): KnownColumns {
  const sure = [...new Set([...a.sure, ...b.sure])];
  return { sure, maybe: [...new Set([...a.maybe, ...b.maybe])].filter((name) => !sure.includes(name)), open: a.open || b.open };
}

/** Columns without some. */
export function withoutColumns(columns: KnownColumns, names: readonly string[]): KnownColumns {
  const stays = (name: string): boolean => !names.includes(name);
  return { sure: columns.sure.filter(stays), maybe: columns.maybe.filter(stays), open: columns.open };
}

/** Columns with one renamed, at its place. */
export function renamedColumn(columns: KnownColumns, from: string, to: string): KnownColumns {
  const sure = columns.sure.map((name) => (name === from ? to : name));
  return { ...columns, sure: sure.includes(to) ? sure : [...sure, to], maybe: columns.maybe.filter((name) => name !== from) };
}

export function emptyCell(kind: CellShape['kind'], open = false): CellShape {
  return { kind, entries: new Map(), maybe: new Set(), open, rest: undefined };
}

/** The columns that rows like this dict have. */
export function columnsOfCell({ entries, maybe, open }: CellShape): KnownColumns {
  return { sure: [...entries.keys()], maybe: [...maybe], open };
}
