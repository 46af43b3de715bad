import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import type { DictValue } from '../../core/value.js';
import { textOf, UnknownValue, type Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { Csv, namesApart } from '../../rows/csv.js';
import { cellTypeOf, readsLong, tooLong, turnsOnPandas, typedCell, type CellType } from '../../rows/typed-cells.js';
import { plainType, type ArrowType } from '../datasets/arrow-type.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { Table, type NamedColumn } from '../datasets/table.js';

/** How a file of separated values is read. */
export interface CsvOptions {
  readonly delimiter: string;
  /** Names of the columns where the file has none. */
  readonly names?: readonly string[] | undefined;
  /** The file has no names of columns, and they are numbered. */
  readonly numbered?: boolean | undefined;
}

/** Rows that pandas reads at once for the library `datasets` (3.6 `packaged_modules/csv/csv.py`): each such part has types of its own. */
const csvRowsAtOnce = 10_000;

/** Bytes that pandas looks at together to find types. */
const readTogether = 262_144;

/** A file of separated values, every cell a text or None. */
interface CsvRecords {
  readonly columns: readonly string[];
  readonly rows: readonly DictValue[];
}

/**
 * The records of a text, as pandas splits it.
 * @throws PyError EmptyDataError, ParserError; UnknownSignal where the first record is longer than the header
 */
export function csvRecords(text: string, file: FileId, options: CsvOptions): CsvRecords {
  const format = new Csv(file, options.delimiter, 'apart');
  if (options.names) format.columns = options.names;
  const rows: DictValue[] = [];
  let rest = text.startsWith('\ufeff') ? text.slice(1) : text;
  let offset = text.length - rest.length;
  for (let record = options.names ? 1 : 0; ; record++) {
    const part = format.split(rest, true);
    if (part === 'end' || part === 'more') break;
    if ('problem' in part) throw new PyError('ParserError', 'Error tokenizing data. C error: EOF inside string');
    const source = rest.slice(part.start, part.end);
    charge(1 + (source.length >> 5) + 4 * format.valuesIn(rest, part));
    if (/^[ \t]*$/.test(source) && !(options.delimiter === '\t' && source.includes('\t'))) record--;
    else {
      if (options.numbered && !format.columns) {
        numberColumns(format, source, offset + part.start);
        record++;
      }
      addRecord(format, rows, source, offset + part.start, record);
    }
    rest = rest.slice(part.next);
    offset += part.next;
  }
  if (!format.columns) throw new PyError('EmptyDataError', 'No columns to parse from file');
  return { columns: namesApart(format.columns), rows: renamed(rows, format.columns) };
}

/** Columns are numbered, as many as the first record has cells. */
function numberColumns(format: Csv, source: string, offset: number): void {
  format.parse(source, offset, 0, 0);
  format.columns = format.columns?.map((_name, i) => String(i));
}

function addRecord(format: Csv, rows: DictValue[], source: string, offset: number, record: number): void {
  const row = format.parse(source, offset, 0, record);
  if (!row) return;
  if ('entries' in row) rows.push(row);
  else if (rows.length === 0)
    throw new UnknownSignal(
      new UnknownValue(say`a file of separated values whose rows are longer than its header is not followed`, row.span),
    );
  else throw new PyError('ParserError', `Error tokenizing data. C error: ${row.message}`, row.span);
}

function renamed(rows: readonly DictValue[], columns: readonly string[]): readonly DictValue[] {
  if (new Set(columns).size < columns.length)
    throw new UnknownSignal(
      new UnknownValue(say`columns of separated values with one name are not followed`, rows[0]?.span ?? { file: '', start: 0, end: 0 }),
    );
  return rows;
}

/** The tables of a file of separated values, one for each part that pandas reads. @throws as `csvRecords` */
export function csvTables(text: string, file: FileId, options: CsvOptions, library: InstalledDatasets): readonly Table[] {
  const { columns, rows } = csvRecords(text, file, options);
  const tables: Table[] = [];
  for (let start = 0; start < rows.length || start === 0; start += csvRowsAtOnce)
    tables.push(tableOfRecords(columns, rows.slice(start, start + csvRowsAtOnce), text.length > readTogether, library));
  return tables;
}

function tableOfRecords(columns: readonly string[], rows: readonly DictValue[], isLarge: boolean, library: InstalledDatasets): Table {
  const values = rows.map((row) => Array.from(row.entries.values(), ({ value }) => value));
  return Table.of(
    columns.map((name, i) =>
      columnOf(
        name,
        values.map((ofRow) => ofRow[i]!),
        isLarge,
        library,
      ),
    ),
    library,
  );
}

function columnOf(name: string, cells: readonly Value[], isLarge: boolean, library: InstalledDatasets): NamedColumn {
  const type = cellTypeOf(cells.map(textOf));
  if (type === 'text' && isLarge && cells.some((cell) => /^\s*[-+]?\d/.test(textOf(cell) ?? ''))) return mixed(name, cells);
  if (type === 'long' && readsLong(library.numbers())) throw new PyError('OverflowError', tooLong);
  if (type === 'long' && library.numbers() === 'either') library.doubt?.('all');
  if (library.numbers() === 'either' && cells.some((cell) => turnsOnPandas(cell, type))) library.doubt?.([name]);
  return { name, type: arrowType(type, cells), cells: cells.map((cell) => typedCell(cell, type, library.numbers())) };
}

/** In a large file pandas finds types part by part, and a column may be of ints in one and of texts in another. */
function mixed(name: string, cells: readonly Value[]): NamedColumn {
  const reason = `which cells of the column ${name} pandas takes for numbers depends on where it cuts the file`;
  const because = new UnknownValue(reason, cells[0]!.span);
  return { name, type: { kind: 'open', because }, cells: cells.map((cell) => new UnknownValue(reason, cell.span)) };
}

function arrowType(type: CellType, cells: readonly Value[]): ArrowType {
  if (type === 'int') return plainType(cells.some((cell) => BigInt.asIntN(64, wholeOf(cell)) !== wholeOf(cell)) ? 'uint64' : 'int64');
  // A column of nothing is one of floats to pandas.
  if (type === 'float' || cells.every((cell) => cell.kind === 'none')) return plainType('float64');
  return plainType(type === 'bool' ? 'bool' : 'string');
}

/** The int that a cell is written as. */
function wholeOf(cell: Value): bigint {
  return BigInt((textOf(cell) ?? '0').trim().replace('+', ''));
}
