import { PyError } from '../../core/errors.js';
import type { Value } from '../../core/value.js';
import type { ArrowType } from './arrow-type.js';
import { castColumn } from './cast-cells.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { Table, type NamedColumn, type Schema } from './table.js';
import { columnLikeType, looseColumn } from './loose-column.js';
import { tableByRelease } from './table-by-release.js';
import { inferredColumn, type Column } from './to-arrow.js';

/** What is written into a column: Python values, or cells of a type that they have already. */
export type WrittenColumn = readonly Value[] | Column;

/** Rows that `ArrowWriter` writes at once; the first of them settle the types. */
export const writerBatch = 1000;

/** Where rows are written to, batch by batch. */
export interface BatchWriter {
  /**
   * Writes a batch: a value of each column for each of its rows.
   * @throws PyError ArrowInvalid, ArrowTypeError, TypeError, OverflowError where values do not fit; KeyError, ValueError for other columns than those of the first batch
   */
  write(batch: ReadonlyMap<string, WrittenColumn>): void;
  /** All that was written, or no rows of the wanted columns. @throws as `write`, where that is only known then */
  finish(): Table;
}

/**
 * A writer as the release of the library has it.
 * @param wanted types to try first @param fixed whether they are those of the result, come what may
 */
export function tableWriter(wanted: Schema | undefined, fixed: boolean, library: InstalledDatasets): BatchWriter {
  const reading = library.reading();
  return reading === 'either' ? new EitherWriter(wanted, fixed, library) : new TableWriter(wanted, fixed, library, reading);
}

/** Writes as both kinds of releases do, once all is there. */
class EitherWriter implements BatchWriter {
  private readonly batches: ReadonlyMap<string, WrittenColumn>[] = [];

  constructor(
    private readonly wanted: Schema | undefined,
    private readonly fixed: boolean,
    private readonly library: InstalledDatasets,
  ) {}

  write(batch: ReadonlyMap<string, WrittenColumn>): void {
    this.batches.push(batch);
  }

  finish(): Table {
    const strict = (): Table => this.written('strict');
    return this.mayDiffer() ? tableByRelease({ strict, mixed: () => this.written('mixed') }, this.library) : strict();
  }

  /** Columns of plain values of one kind are alike in all releases. */
  private mayDiffer(): boolean {
    return this.batches.some((batch) => [...batch.values()].some((values) => !isColumn(values) && !areAlike(values)));
  }

  private written(reading: 'strict' | 'mixed'): Table {
    const writer = new TableWriter(this.wanted, this.fixed, this.library, reading);
    for (const batch of this.batches) writer.write(batch);
    return writer.finish();
  }
}

/**
 * Writes columns batch by batch as the library `datasets` does (3.6 `arrow_writer.py`, `ArrowWriter`): the first batch keeps the types that it may,
 * and settles those of all others.
 */
class TableWriter implements BatchWriter {
  private settled: Schema | undefined;
  private readonly batches: (readonly NamedColumn[])[] = [];

  /** @param wanted types to try first @param fixed whether they are those of the result, come what may @param reading how new columns are written, by the release */
  constructor(
    private readonly wanted: Schema | undefined,
    private readonly fixed: boolean,
    private readonly library: InstalledDatasets,
    private readonly reading: 'strict' | 'mixed',
  ) {}

  write(batch: ReadonlyMap<string, WrittenColumn>): void {
    const first = firstOf(batch);
    if (first !== undefined && lengthOf(first) === 0) return;
    const order = this.settled ?? this.wanted;
    const known = [...(order?.keys() ?? [])].filter((name) => batch.has(name));
    const names = [...known, ...[...batch.keys()].filter((name) => !order?.has(name))];
    const columns = names.map((name) => ({ name, ...this.column(name, batch.get(name)!) }));
    if (this.settled && columns.length !== this.settled.size) throw new PyError('ValueError', `Schema and number of arrays unequal`);
    this.settled ??= new Map(columns.map(({ name, type }) => [name, type]));
    this.batches.push(Table.of(columns, this.library).columns);
  }

  finish(): Table {
    const [first, ...others] = this.batches;
    if (!first)
      return Table.of(
        [...(this.wanted ?? [])].map(([name, type]) => ({ name, type, cells: [] })),
        this.library,
      );
    if (others.length === 0) return Table.of(first, this.library);
    return Table.of(
      first.map((column, i) => ({ ...column, cells: [column, ...others.map((batch) => batch[i]!)].flatMap(({ cells }) => cells) })),
      this.library,
    );
  }

  private column(name: string, values: WrittenColumn): Column {
    const settled = this.settled ?? (this.fixed ? this.wanted : undefined);
    if (settled) {
      const type = settled.get(name);
      if (!type) throw new PyError('KeyError', `'${name}'`);
      return castColumn(isColumn(values) ? values : this.like(values, type), type, true);
    }
    if (isColumn(values)) return values;
    const tried = this.wanted?.get(name);
    if (tried) return triedColumn(this.like(values, tried), tried);
    return this.reading === 'mixed' ? looseColumn(values, this.library) : inferredColumn(values, this.library);
  }

  private like(values: readonly Value[], type: ArrowType): Column {
    return this.reading === 'mixed' ? columnLikeType(values, type, this.library) : inferredColumn(values, this.library);
  }
}

const plainKinds: ReadonlySet<string> = new Set(['str', 'int', 'float', 'bool']);

function areAlike(values: readonly Value[]): boolean {
  const kinds = new Set(values.map(({ kind }) => kind));
  kinds.delete('none');
  return kinds.size === 0 || (kinds.size === 1 && [...kinds].every((kind) => plainKinds.has(kind)));
}

/** The type that a column had before is kept where all values can be of it. */
function triedColumn(column: Column, type: ArrowType): Column {
  try {
    return castColumn(column, type, false);
  } catch (error) {
    if (error instanceof PyError && (error.type === 'TypeError' || error.type === 'ArrowInvalid')) return column;
    throw error;
  }
}

function isColumn(values: WrittenColumn): values is Column {
  return 'cells' in values;
}

function lengthOf(values: WrittenColumn): number {
  return isColumn(values) ? values.cells.length : values.length;
}

function firstOf(batch: ReadonlyMap<string, WrittenColumn>): WrittenColumn | undefined {
  return batch.values().next().value;
}
