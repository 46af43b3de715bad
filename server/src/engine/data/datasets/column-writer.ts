import { PyError } from '../../core/errors.js';
import type { Value } from '../../core/value.js';
import type { ArrowType, FieldOrder } from './arrow-type.js';
import { castColumn } from './cast-cells.js';
import { Table, type NamedColumn, type Schema } from './table.js';
import { inferredColumn, type Column } from './to-arrow.js';

/** What is written into a column: Python values, or cells of a type that they have already. */
export type WrittenColumn = readonly Value[] | Column;

/** Rows that `ArrowWriter` writes at once; the first of them settle the types. */
export const writerBatch = 1000;

/**
 * Writes columns batch by batch as the library `datasets` does (3.6 `arrow_writer.py`, `ArrowWriter`): the first batch keeps the types that it may,
 * and settles those of all others.
 */
export class TableWriter {
  private settled: Schema | undefined;
  private readonly batches: (readonly NamedColumn[])[] = [];

  /** @param wanted types to try first @param fixed whether they are those of the result, come what may @param order of the fields of structs */
  constructor(
    private readonly wanted: Schema | undefined,
    private readonly fixed: boolean,
    private readonly order: FieldOrder,
  ) {}

  /**
   * Writes a batch: a value of each column for each of its rows.
   * @throws PyError ArrowInvalid, ArrowTypeError, TypeError, OverflowError where values do not fit; KeyError, ValueError for other columns than those of the first batch
   */
  write(batch: ReadonlyMap<string, WrittenColumn>): void {
    const first = firstOf(batch);
    if (first !== undefined && lengthOf(first) === 0) return;
    const order = this.settled ?? this.wanted;
    const known = [...(order?.keys() ?? [])].filter((name) => batch.has(name));
    const names = [...known, ...[...batch.keys()].filter((name) => !order?.has(name))];
    const columns = names.map((name) => ({ name, ...this.column(name, batch.get(name)!) }));
    if (this.settled && columns.length !== this.settled.size) throw new PyError('ValueError', `Schema and number of arrays unequal`);
    this.settled ??= new Map(columns.map(({ name, type }) => [name, type]));
    this.batches.push(Table.of(columns, this.order).columns);
  }

  /** All that was written, or no rows of the wanted columns. */
  finish(): Table {
    const [first, ...others] = this.batches;
    if (!first)
      return Table.of(
        [...(this.wanted ?? [])].map(([name, type]) => ({ name, type, cells: [] })),
        this.order,
      );
    if (others.length === 0) return Table.of(first, this.order);
    return Table.of(
      first.map((column, i) => ({ ...column, cells: [column, ...others.map((batch) => batch[i]!)].flatMap(({ cells }) => cells) })),
      this.order,
    );
  }

  private column(name: string, values: WrittenColumn): Column {
    const settled = this.settled ?? (this.fixed ? this.wanted : undefined);
    if (settled) {
      const type = settled.get(name);
      if (!type) throw new PyError('KeyError', `'${name}'`);
      return castColumn(this.columnOf(values), type, true);
    }
    const tried = this.wanted?.get(name);
    return tried && !isColumn(values) ? triedColumn(this.columnOf(values), tried) : this.columnOf(values);
  }

  private columnOf(values: WrittenColumn): Column {
    return isColumn(values) ? values : inferredColumn(values, this.order);
  }
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
