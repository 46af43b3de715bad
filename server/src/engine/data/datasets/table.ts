import { charge, chargeItems } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { nowhere, type Span } from '../../core/span.js';
import { DictValue, ListValue, str, type DictEntry, type StrValue, type Value } from '../../core/value.js';
import { keyOf } from '../../python/runtime/semantics.js';
import type { ArrowType } from './arrow-type.js';
import type { InstalledDatasets } from './installed-datasets.js';
import type { Column } from './to-arrow.js';

/** A column with its name. */
export interface NamedColumn extends Column {
  readonly name: string;
}

/** The names of columns and their types, in order. */
export type Schema = ReadonlyMap<string, ArrowType>;

/** Rows as Arrow keeps them: in columns of one type each, all of the same length. It never changes. */
export class Table {
  private readonly byName: ReadonlyMap<string, NamedColumn>;
  private readonly keys: readonly { readonly key: StrValue; readonly id: string }[];

  private constructor(
    readonly columns: readonly NamedColumn[],
    readonly count: number,
    /** What turns on the release of the library with which further columns are made. */
    readonly library: InstalledDatasets,
    /** The same rows before they were put into another order; `lost` where columns have changed since. */
    readonly before?: Table | 'lost',
  ) {
    this.byName = new Map(columns.map((column) => [column.name, column]));
    this.keys = columns.map(({ name, cells }) => {
      const key = str(name, cells[0]?.span ?? nowhere);
      return { key, id: keyOf(key) };
    });
  }

  /** @throws PyError ArrowInvalid for columns of different lengths */
  static of(columns: readonly NamedColumn[], library: InstalledDatasets): Table {
    const count = columns[0]?.cells.length ?? 0;
    columns.forEach(({ name, cells }, i) => {
      if (cells.length === count) return;
      const what = `Column ${String(i)} named ${name} expected length ${String(count)} but got length ${String(cells.length)}`;
      throw new PyError('ArrowInvalid', what);
    });
    return new Table(columns, count, library);
  }

  get names(): readonly string[] {
    return this.columns.map(({ name }) => name);
  }

  get schema(): Schema {
    return new Map(this.columns.map(({ name, type }) => [name, type]));
  }

  column(name: string): NamedColumn | undefined {
    return this.byName.get(name);
  }

  /** The same rows with other columns, each as long as those that are there; without columns there are no rows. */
  withColumns(columns: readonly NamedColumn[]): Table {
    return new Table(columns, columns.length === 0 ? 0 : this.count, this.library, this.before && 'lost');
  }

  /** The rows at these places, in their order. */
  pick(places: readonly number[]): Table {
    chargeItems(places.length * this.columns.length);
    const columns = this.columns.map((column) => ({ ...column, cells: places.map((place) => column.cells[place]!) }));
    return new Table(columns, places.length, this.library, places.length === this.count ? (this.before ?? this) : undefined);
  }

  /** The rows from `start` to before `end`. */
  slice(start: number, end: number): Table {
    chargeItems((end - start) * this.columns.length);
    const columns = this.columns.map((column) => ({ ...column, cells: column.cells.slice(start, end) }));
    return new Table(columns, Math.max(0, end - start), this.library);
  }

  /** A row as Python code gets it: a dict of its own, whose lists and dicts are its own too. */
  row(place: number, className = 'dict'): DictValue {
    charge(1);
    return new DictValue(this.spanOf(place), className, () => this.entries(place));
  }

  /** The place of a row: that of its first cell. */
  private spanOf(place: number): Span {
    return this.columns[0]?.cells[place]?.span ?? nowhere;
  }

  private entries(place: number): Map<string, DictEntry> {
    charge(this.columns.length);
    const entries = new Map<string, DictEntry>();
    this.columns.forEach(({ cells }, i) => {
      const { key, id } = this.keys[i]!;
      const cell = cells[place]!;
      entries.set(id, { key, value: ownCopy(cell), keySpan: cell.span, valueSpan: cell.span });
    });
    return entries;
  }
}

/** A value that its owner may change: lists and dicts are copied, all the way down, when somebody looks into them. */
export function ownCopy(value: Value): Value {
  if (value.kind === 'list') return new ListValue({ of: value, parts: ({ items }) => items.map(ownCopy) }, value.span);
  if (value.kind !== 'dict') return value;
  return new DictValue(value.span, value.className, { of: value, parts: copiedEntries });
}

function copiedEntries({ entries }: DictValue): Map<string, DictEntry> {
  charge(entries.size);
  return new Map([...entries].map(([id, entry]) => [id, { ...entry, value: ownCopy(entry.value) }]));
}

/** The cell that an own copy was made of, if nobody has looked into it; a value that cannot change is itself. */
export function untouched(value: Value): Value {
  return (value.kind === 'list' || value.kind === 'dict' ? value.untouchedCopyOf : undefined) ?? value;
}
