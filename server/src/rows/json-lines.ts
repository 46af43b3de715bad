import { parseJson } from '../json/parse.js';
import type { FileId } from '../text/span.js';
import type { DictValue } from '../value.js';
import type { RowFile, RowProblem } from './row-file.js';
import { shifted } from './shift.js';

/**
 * Reads rows from JSON Lines: each line that is not blank is an object. A line that is not is a problem, and the others stay usable.
 * @param file the file that spans refer to @param text its whole text, with or without a byte order mark
 */
export function readJsonLines(file: FileId, text: string): RowFile {
  const rows: DictValue[] = [];
  const problems: RowProblem[] = [];
  let start = 0;
  for (let line = 0; start <= text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const from = start === 0 && text.startsWith('\uFEFF') ? 1 : start;
    const read = readLine(file, text.slice(from, end), from, line);
    if (read && 'message' in read) problems.push(read);
    else if (read) rows.push(read);
    start = end + 1;
  }
  return { rows, problems };
}

function readLine(file: FileId, source: string, offset: number, line: number): DictValue | RowProblem | undefined {
  if (source.trim() === '') return undefined;
  const problemAt = (start: number, end: number, what: string): RowProblem => ({
    line,
    span: { file, start: offset + start, end: offset + end },
    message: `Line ${String(line + 1)} is not a row: ${what}`,
  });
  const { value, problem } = parseJson(source, file);
  if (problem) return problemAt(problem.start, problem.end, problem.message);
  if (value?.kind === 'dict') return shifted(value, offset) as DictValue;
  return problemAt(0, source.trimEnd().length, 'each line must be a JSON object.');
}
