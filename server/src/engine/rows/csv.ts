import type { FileId, Span } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import { DictValue, NoneValue, StrValue, type DictEntry } from '../core/value.js';
import type { RowProblem } from './row-table.js';
import { countBetween, mostColumns, type RecordFault, type RecordPart, type RecordFormat } from './text-rows.js';
import { say } from '../core/say.js';

/** A cell as it stands in a record. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Comma- or tab-separated values with a header, split as Python's `csv.reader` splits them: a quote counts only at the start of a cell, and
 * twice within quotes it stands for itself. Cells are strings, as they are to `csv.DictReader`; a cell that its record lacks is None.
 */
export class Csv implements RecordFormat {
  columns: readonly string[] | undefined;

  /**
   * @param file the file that spans refer to @param delimiter the one character that stands between cells
   * @param naming whether columns have the names that are written, the last of one name counting, or as pandas tells them apart
   */
  constructor(
    private readonly file: FileId,
    private readonly delimiter: string,
    private readonly naming: 'written' | 'apart' = 'written',
  ) {}

  split(text: string, ended: boolean): RecordPart | 'more' | 'end' | RecordFault {
    const start = /[^\r\n]/.exec(text)?.index ?? -1;
    if (start < 0) return ended ? 'end' : 'more';
    const { end, open } = recordAt(text, start, this.delimiter);
    if (end >= text.length && !ended) return 'more';
    if (open !== undefined) return { problem: say`A quoted cell has no closing quote.`, at: open };
    return { start, end, next: end + (text.startsWith('\r\n', end) ? 2 : 1) };
  }

  valuesIn(text: string, part: RecordPart): number {
    return countBetween(text, this.delimiter, part);
  }

  parse(source: string, offset: number, line: number, count: number): DictValue | RowProblem | undefined {
    const isHeader = count === 0 || !this.columns;
    const found = recordAt(source, 0, this.delimiter).cells;
    if (isHeader && found > mostColumns) return this.tooWide(source, found, offset, line);
    if (!isHeader && found > this.columns!.length) return this.tooLong(source, found, this.columns!.length, offset, line);
    if (!isHeader) return this.row(this.columns!, source, offset);
    const names = this.cellsOf(source).map(({ text }) => text);
    this.columns = this.naming === 'apart' ? namesApart(names) : names;
    return undefined;
  }

  private cellsOf(source: string): readonly Cell[] {
    const scan = new Scan(source, 0, this.delimiter);
    const cells: Cell[] = [];
    for (let more = true; more;) {
      more = scan.cell();
      cells.push(scan.last);
    }
    return cells;
  }

  private tooWide(source: string, cells: number, offset: number, line: number): RowProblem {
    const message = say`Line ${String(line + 1)} is not a header: it has ${String(cells)} columns; more than ${String(mostColumns)} are not read.`;
    return { line, span: { file: this.file, start: offset, end: offset + source.length }, message };
  }

  private tooLong(source: string, cells: number, columns: number, offset: number, line: number): RowProblem {
    const message = say`Line ${String(line + 1)} is not a row: it has ${String(cells)} cells, but the header has ${String(columns)}.`;
    return { line, span: { file: this.file, start: offset, end: offset + source.length }, message };
  }

  /** The cells are read when somebody looks into the row: of the first rows of a file most are only counted. */
  private row(columns: readonly string[], source: string, offset: number): DictValue {
    const span = { file: this.file, start: offset, end: offset + source.length };
    return new DictValue(span, 'dict', () => this.entriesOf(columns, source, span));
  }

  private entriesOf(columns: readonly string[], source: string, whole: Span): Map<string, DictEntry> {
    const row = new DictValue(whole);
    const offset = whole.start;
    const cells = this.cellsOf(source);
    for (const [i, name] of columns.entries()) {
      const { start, end, text } = cells[i] ?? { start: source.length, end: source.length, text: undefined };
      const span = { file: this.file, start: offset + start, end: offset + end };
      row.set(
        name,
        text === undefined
          ? new NoneValue(span)
          : new StrValue(TracedText.of(text, { kind: 'source', span, exact: text.length === end - start }), span),
      );
    }
    return row.entries;
  }
}

/** The cells of the first records of a text, as Python's `csv.reader` yields them: of an empty line there are none. */
export function firstCsvRecords(text: string, count: number): string[][] {
  const records: string[][] = [];
  for (let start = 0; start < text.length && records.length < count;) {
    const scan = new Scan(text, start, ',');
    const cells: string[] = [];
    for (let more = true; more;) {
      more = scan.cell();
      cells.push(scan.last.text);
    }
    records.push(scan.at === start ? [] : cells);
    start = scan.at + (text.startsWith('\r\n', scan.at) ? 2 : 1);
  }
  return records;
}

const quote = '"'.charCodeAt(0);
const lineFeed = '\n'.charCodeAt(0);
const carriageReturn = '\r'.charCodeAt(0);

/**
 * Where a record ends, and how many cells it has: without a look into them, since a record may be of millions.
 * @returns `open`: behind the quote of a cell that is never closed
 */
function recordAt(
  text: string,
  start: number,
  delimiter: string,
): { readonly end: number; readonly cells: number; readonly open: number | undefined } {
  const first = delimiter.charCodeAt(0);
  const last = delimiter.charCodeAt(delimiter.length - 1);
  const { length } = text;
  let at = start;
  for (let cells = 1; ; cells++) {
    if (text.charCodeAt(at) === quote) {
      const close = closingQuote(text, at + 1);
      if (close < 0) return { end: length, cells, open: at + 1 };
      at = close + 1;
    }
    for (; ; at++) {
      if (at >= length) return { end: length, cells, open: undefined };
      const code = text.charCodeAt(at);
      if (code === first || code === last) break;
      if (code === lineFeed || code === carriageReturn) return { end: at, cells, open: undefined };
    }
    at++;
  }
}

/** The quote that closes a cell, whose first character stands at `from`: two of them are one within it; -1 where there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.charCodeAt(at) !== quote) continue;
    if (text.charCodeAt(at + 1) !== quote) return at;
    at++;
  }
  return -1;
}

/** Goes through the cells of one record. */
class Scan {
  /** Behind the cell that was read last, and before its delimiter or line break. */
  at: number;
  last: Cell = { start: 0, end: 0, text: '' };
  private first = true;
  private readonly end: RegExp;

  constructor(
    private readonly text: string,
    start: number,
    delimiter: string,
  ) {
    this.at = start;
    this.end = new RegExp(`[${/[\]^\\-]/.test(delimiter) ? '\\' : ''}${delimiter}\\r\\n]`, 'g');
  }

  /** Reads a cell; false where it is the last one of the record. */
  cell(): boolean {
    if (!this.first) this.at++;
    this.first = false;
    const quoted = this.text[this.at] === '"';
    const start = quoted ? this.at + 1 : this.at;
    const inner = quoted ? this.quoted(start) : { end: start, text: '' };
    this.end.lastIndex = quoted ? this.at : start;
    this.at = this.end.exec(this.text)?.index ?? this.text.length;
    // What stands between the closing quote and the delimiter belongs to the cell.
    const rest = this.text.slice(quoted ? Math.min(inner.end + 1, this.at) : start, this.at);
    this.last = { start, end: rest === '' && quoted ? inner.end : this.at, text: inner.text + rest };
    const mark = this.text[this.at];
    return mark !== undefined && mark !== '\r' && mark !== '\n';
  }

  /** The text up to the closing quote, behind which `at` is then. */
  private quoted(start: number): { readonly end: number; readonly text: string } {
    const close = closingQuote(this.text, start);
    const end = close < 0 ? this.text.length : close;
    this.at = close < 0 ? end : end + 1;
    return { end, text: withoutDoubled(this.text.slice(start, end)) };
  }
}

/** Where so many quotes are doubled, the text is put together of its parts: replacing makes objects of each. */
const manyDoubled = 10_000;

function withoutDoubled(text: string): string {
  if (!text.includes('""')) return text;
  if (text.length < manyDoubled) return text.replaceAll('""', '"');
  const units = new Uint16Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    units[count++] = text.charCodeAt(at);
    if (text.charCodeAt(at) === quote) at++;
  }
  const parts: string[] = [];
  for (let at = 0; at < count; at += manyDoubled) parts.push(String.fromCharCode(...units.subarray(at, Math.min(count, at + manyDoubled))));
  return parts.join('');
}

/** pandas tells columns of one name apart (`a`, `a.1`), and names those that have none. */
export function namesApart(columns: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  // A thousand columns of one name are not counted from the first again.
  const counts = new Map<string, number>();
  return columns.map((name, i) => {
    let own = name === '' ? `Unnamed: ${String(i)}` : name;
    let count = counts.get(name) ?? 0;
    while (seen.has(own)) own = `${name}.${String(++count)}`;
    counts.set(name, count);
    seen.add(own);
    return own;
  });
}
