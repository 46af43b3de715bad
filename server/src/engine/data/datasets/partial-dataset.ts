import { UnknownValue, type Value } from '../../core/value.js';
import type { Span } from '../../core/span.js';
import type { DatasetValue } from './dataset-value.js';
import type { Table } from './table.js';

/** A Dataset of which the first rows are known. To all who do not ask for these it is unknown. */
export class PartialDataset extends UnknownValue {
  constructor(
    readonly head: DatasetValue,
    reason: string,
    span: Span,
  ) {
    super(reason, span);
  }
}

/**
 * The cells of the first rows as they are whatever comes behind them. A text stays a text, for a column that also holds something else makes Arrow raise; but a whole number beside a float
 * becomes one, and a dict gets the keys of others.
 */
export function withoutDoubt(table: Table, reason: string): Table {
  return table.withColumns(
    table.columns.map((column) => ({
      ...column,
      cells: column.cells.map((cell) => (isCertain(cell) ? cell : new UnknownValue(reason, cell.span))),
    })),
  );
}

function isCertain(cell: Value): boolean {
  if (cell.kind === 'list') return cell.items.every((item) => isCertain(item));
  return cell.kind === 'str' || cell.kind === 'none' || cell.kind === 'bool' || cell.kind === 'float';
}
