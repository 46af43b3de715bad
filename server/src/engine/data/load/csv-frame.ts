import type { FileId } from '../../core/span.js';
import { FloatValue, textOf, type Value } from '../../core/value.js';
import type { DoubtfulColumns } from '../../rows/dataset-rows.js';
import { cellTypeOf, turnsOnPandas, typedCell, type NumberReading } from '../../rows/typed-cells.js';
import { csvRecords } from './csv-table.js';

/** How `pandas.read_csv` reads a file. */
export interface FrameOptions {
  readonly delimiter: string;
  /** `header=None`: columns are numbered. */
  readonly numbered: boolean;
  /** `dtype=str`: cells stay texts. */
  readonly asText: boolean;
  readonly numbers: NumberReading;
  /** Is told where a float turns on the release of pandas, and that is not known. */
  readonly doubt?: (columns: DoubtfulColumns) => void;
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
  const { columns, rows } = csvRecords(text, file, { delimiter: options.delimiter, numbered: options.numbered });
  const cells = rows.map((row) => Array.from(row.entries.values(), ({ value }) => value));
  return columns.map((name, i) => ({
    name,
    cells: columnOf(
      cells.map((row) => row[i]!),
      options,
    ),
  }));
}

function columnOf(cells: readonly Value[], { asText, naValues, numbers, doubt }: FrameOptions): readonly Value[] {
  const found = cellTypeOf(cells.map(textOf));
  const type = asText ? 'text' : !naValues && found !== 'text' && cells.some((cell) => isBlank(cell)) ? 'raw' : found;
  if (numbers === 'either' && (type === 'long' || cells.some((cell) => turnsOnPandas(cell, type)))) doubt?.('all');
  return cells.map((cell) => {
    if (!naValues && isBlank(cell)) return cell;
    const typed = typedCell(cell, type, numbers);
    return typed.kind === 'none' ? new FloatValue(NaN, cell.span) : typed;
  });
}

function isBlank(cell: Value): boolean {
  return cell.kind === 'str' && typedCell(cell, 'text', '2').kind === 'none';
}
