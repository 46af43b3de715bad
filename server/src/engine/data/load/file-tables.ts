import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere, type FileId } from '../../core/span.js';
import { NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { parseJson, defaultDepth } from '../../json/parse-json.js';
import { cellValue } from '../../rows/columnar-rows.js';
import { weighJson } from '../../rows/json-weight.js';
import type { ArrowType } from '../datasets/arrow-type.js';
import { castColumn } from '../datasets/cast-cells.js';
import { Table } from '../datasets/table.js';
import { inferredColumn } from '../datasets/to-arrow.js';
import { textOfData, type LoadedFiles } from '../files.js';
import { csvTables, type CsvOptions } from './csv-table.js';
import { jsonObjects } from './json-documents.js';
import { generated } from '../datasets/generated.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { tableOfJsonObjects } from '../datasets/json-lines-table.js';
import { tableOfJsonField, tableOfJsonList, tableOfListByLines } from './json-list-table.js';
import { textTable, type TextSample } from './text-table.js';
import { tableByRelease, type TableByRelease } from '../datasets/table-by-release.js';

/** What `load_dataset` takes for a dataset that is nothing but files. */
export type FileFormat = 'json' | 'csv' | 'text' | 'parquet' | 'arrow';

/** How files are read. */
export interface FileReadOptions extends InstalledDatasets {
  /** `field=` of JSON: the list is there. */
  readonly field?: string | undefined;
  /** `sample_by=` of a text; absent: lines. */
  readonly sampleBy?: TextSample | undefined;
  readonly csv: CsvOptions;
}

/**
 * The rows of the files of a split, one behind the other: the first part settles columns and types (datasets 3.6 `builder.py`, `arrow_writer.py`).
 * @throws PyError DatasetGenerationError; UnknownSignal where a file cannot be read here
 */
export function tableOfFiles(files: LoadedFiles, paths: readonly FileId[], format: FileFormat, options: FileReadOptions): Table {
  return generated(() => {
    const tables = paths.flatMap((path) => tablesOfFile(files, path, format, options)).filter(({ columns }) => columns.length > 0);
    const [first, ...others] = tables;
    if (!first) return Table.of([], options);
    return others.length === 0 ? first : stacked(first, others, misfitOf(files, paths[0]!, format, options));
  });
}

/** What is raised for columns that the first file does not have. */
type Misfit = 'DatasetGenerationCastError' | 'DatasetGenerationError';

/** From release 4.7 on rows of JSON are held against those of the first file while they are read, if it can be read in parts (`packaged_modules/json/json.py`, `_cast_table`), else when they are written. */
export function misfitOf(files: LoadedFiles, first: FileId, format: FileFormat, options: FileReadOptions): Misfit {
  const inParts =
    format === 'json' && options.field === undefined && options.reading() === 'mixed' && !/^\ufeff?\[/.test(textOfFile(files, first));
  return inParts ? 'DatasetGenerationError' : 'DatasetGenerationCastError';
}

/**
 * The rows of a later split: the first one has settled columns and types for all of them (datasets 3.6 `builder.py`, `_prepare_split`).
 * @throws PyError DatasetGenerationError where they do not fit
 */
export function tableLike(first: Table, later: Table, misfit: Misfit): Table {
  if (first.columns.length === 0 || later.columns.length === 0) return later;
  return generated(() => {
    requireColumns(first, later, misfit);
    return Table.of(
      first.columns.map(({ name, type }) => ({ name, type, cells: cellsOf(later, name, type) })),
      first.library,
    );
  });
}

function stacked(first: Table, others: readonly Table[], misfit: Misfit): Table {
  for (const other of others) requireColumns(first, other, misfit);
  const columns = first.columns.map(({ name, type, cells }) => ({
    name,
    type,
    cells: [cells, ...others.map((table) => cellsOf(table, name, type))].flat(),
  }));
  return Table.of(columns, first.library);
}

/** @throws PyError where a table has columns that the first one lacks */
function requireColumns(first: Table, { names }: Table, misfit: Misfit): void {
  const more = names.filter((name) => !first.column(name));
  if (more.length > 0)
    throw new PyError(
      misfit,
      `An error occurred while generating the dataset\n\nAll the data files must have the same columns, but at some point there are ${String(more.length)} new columns`,
    );
}

function cellsOf(table: Table, name: string, type: ArrowType): readonly Value[] {
  const column = table.column(name);
  return column ? castColumn(column, type, true).cells : Array.from({ length: table.count }, () => new NoneValue(nowhere));
}

function tablesOfFile(files: LoadedFiles, path: FileId, format: FileFormat, options: FileReadOptions): readonly Table[] {
  if (format === 'parquet' || format === 'arrow') return [columnarTable(files, path, options)];
  const text = textOfFile(files, path);
  if (text === '' && format !== 'csv')
    throw new PyError('SchemaInferenceError', 'Please pass `features` or at least one example when writing data');
  if (format === 'csv') return csvTables(text, path, options.csv, options);
  return format === 'text' ? [textTable(text, path, options.sampleBy ?? 'line', options)] : [jsonTable(text, path, options)];
}

/** @throws UnknownSignal where the file cannot be read; PyError UnicodeDecodeError never */
function textOfFile(files: LoadedFiles, path: FileId): string {
  const read = textOfData(files, path);
  if (read.kind === 'text') return read.text;
  throw new UnknownSignal(new UnknownValue(read.reason, { file: path, start: 0, end: 0 }));
}

function jsonTable(text: string, file: FileId, library: FileReadOptions): Table {
  requireFewValues(text, file);
  const { field } = library;
  if (field !== undefined) {
    const { value } = parseJson(text, file, defaultDepth, mostValues);
    if (value?.kind !== 'dict') throw new PyError('TypeError', 'the JSON is no object');
    const found = value.get(field);
    if (!found) throw new PyError('KeyError', `'${field}'`);
    return tableOfJsonField(found, library);
  }
  const objects = jsonObjects(text, file);
  const made = (by: TableByRelease): Table => tableByRelease(by, library);
  if (objects)
    return made({ strict: () => tableOfJsonObjects(objects, library), mixed: () => tableOfJsonObjects(objects, library, 'mixed') });
  const { value, problem } = parseJson(text, file, defaultDepth, mostValues);
  if (/:\s*-?Inf\b/.test(text)) throw new UnknownSignal(new UnknownValue(say`JSON with Inf is not followed`, { file, start: 0, end: 0 }));
  if (problem || value?.kind !== 'list') throw new PyError('ArrowInvalid', problem?.message ?? 'JSON parse error');
  // A list that does not stand at the very beginning is no list to the later releases: pyarrow refuses it, and pandas reads it.
  const strict = (): Table => tableOfJsonList(value, library);
  return made({ strict, mixed: /^\ufeff?\[/.test(text) ? () => tableOfListByLines(value, library) : strict });
}

/** Values that one document may hold. */
const mostValues = 5_000_000;

/** Values of JSON that a whole file may hold: all of them are made before any is looked at, and each takes some hundred bytes. */
const mostOfFile = 1_000_000;

/** @throws UnknownSignal where more values stand in a text than are held at once */
function requireFewValues(text: string, file: FileId): void {
  // A value takes two characters, at least.
  if (text.length < 2 * mostOfFile || weighJson(text, mostOfFile).beyond === undefined) return;
  const reason = say`a file of JSON with more than ${String(mostOfFile)} values is not followed`;
  throw new UnknownSignal(new UnknownValue(reason, { file, start: 0, end: 0 }));
}

/** @throws UnknownSignal where the file cannot be read */
function columnarTable(files: LoadedFiles, file: FileId, library: InstalledDatasets): Table {
  const content = files.columnar?.(file) ?? `The file ${file} is one of columns, which is not read here.`;
  const span = { file, start: 0, end: 0 };
  if (typeof content === 'string') throw new UnknownSignal(new UnknownValue(content, span));
  const columns = content.columns.map((name, i) => {
    const cells = content.rows.map((row) => cellValue(row[i] ?? null, span));
    return { name, ...inferredColumn(cells, { order: 'met' }) };
  });
  return Table.of(columns, library);
}
