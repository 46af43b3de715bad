import { PyError } from '../../../core/errors.js';
import { parseJson } from '../../../json/parse-json.js';
import { textOf } from '../../../core/value.js';
import { firstCsvRecords } from '../../../rows/csv.js';

/**
 * The columns of the first row of a data file, as `parse_example_dataset` of OpenCompass 0.5.3 and AISBench 3.1.0 (`datasets/custom.py`) read it: a
 * line of JSON, or the header of a CSV as far as its first row goes.
 * @param text undefined where there is no file
 * @throws PyError what Python raises on the file
 */
export function firstRecordKeys(path: string, text: string | undefined): string[] {
  const isCsv = path.endsWith('.csv');
  if (!isCsv && !path.endsWith('.jsonl')) throw new PyError('ValueError', `Unsupported ext: ${path}, .jsonl or .csv required`);
  if (text === undefined) throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`);
  return isCsv ? csvKeys(text) : jsonKeys(path, text);
}

function jsonKeys(path: string, text: string): string[] {
  const line = /^[^\n]*/.exec(text)![0];
  if (line.startsWith('\uFEFF'))
    throw new PyError('JSONDecodeError', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)');
  const { value, problem } = parseJson(line, path);
  if (problem || !value) throw new PyError('JSONDecodeError', 'the first line is not JSON');
  if (value.kind !== 'dict') throw new PyError('AttributeError', 'the first line is not a JSON object');
  return [...value.entries.values()].map(({ key }) => textOf(key) ?? '');
}

function csvKeys(text: string): string[] {
  const [header, row] = firstCsvRecords(text, 2);
  if (!header || !row) throw new PyError('StopIteration', '');
  return [...new Set(header.slice(0, row.length))];
}
