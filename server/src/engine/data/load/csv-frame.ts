import type { FileId } from '../../core/span.js';
import { FloatValue, textOf, type Value } from '../../core/value.js';
import { cellTypeOf, typedCell } from '../../rows/typed-cells.js';
import { csvRecords } from './csv-table.js';

/** How `pandas.read_csv` reads a file. */
export interface FrameOptions {
  readonly delimiter: string;
  /** `dtype=str`: cells stay texts. */
  readonly asText: boolean;
  /** Whether `NA`, the empty cell and the like are missing. */
  readonly naValues: boolean;
}

/**
 * The columns of a text of separated values, with NaN for missing cells.
 * @throws PyError EmptyDataError, ParserError; UnknownSignal
 */
export function csvColumns(
  text: string,
  file: FileId,
  options: FrameOptions,
): { readonly name: string; readonly cells: readonly Value[] }[] {
  const { columns, rows } = csvRecords(text, file, { delimiter: options.delimiter });
  const cells = rows.map((row) => Array.from(row.entries.values(), ({ value }) => value));
  return columns.map((name, i) => ({
    name,
    cells: columnOf(
      cells.map((row) => row[i]!),
      options,
    ),
  }));
}

function columnOf(cells: readonly Value[], { asText, naValues }: FrameOptions): readonly Value[] {
  const found = cellTypeOf(cells.map(textOf));
  const type = asText ? 'text' : !naValues && found !== 'text' && cells.some((cell) => isBlank(cell)) ? 'raw' : found;
  return cells.map((cell) => {
    if (!naValues && isBlank(cell)) return cell;
    const typed = typedCell(cell, type);
    return typed.kind === 'none' ? new FloatValue(NaN, cell.span) : typed;
  });
}

function isBlank(cell: Value): boolean {
  return cell.kind === 'str' && typedCell(cell, 'text').kind === 'none';
}
