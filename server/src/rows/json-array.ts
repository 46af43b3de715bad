import { parseJson } from '../json/parse.js';
import { LineIndex } from '../text/line-index.js';
import type { FileId, Span } from '../text/span.js';
import type { DictValue } from '../value.js';
import type { RowFile, RowProblem } from './row-file.js';

/** Reads rows from a JSON file that is one list of objects. Items that are no objects are problems, and the others stay usable. */
export function readJsonArray(file: FileId, text: string): RowFile {
  const lines = new LineIndex(text);
  const problemAt = (span: Span, what: string): RowProblem => {
    const { line } = lines.positionAt(span.start);
    return { line, span, message: `Line ${String(line + 1)}: ${what}` };
  };
  const { value, problem } = parseJson(text, file);
  if (problem) return { rows: [], problems: [problemAt({ file, start: problem.start, end: problem.end }, problem.message)] };
  if (value?.kind !== 'list') return { rows: [], problems: [problemAt({ file, start: 0, end: text.length }, 'a JSON row file must be a list of objects.')] };
  const rows = value.items.filter((item): item is DictValue => item.kind === 'dict');
  const problems = value.items.filter((item) => item.kind !== 'dict').map((item) => problemAt(item.span, 'each item must be an object.'));
  return { rows, problems };
}
