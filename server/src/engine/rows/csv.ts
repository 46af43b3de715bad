import type { FileId } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import { DictValue, NoneValue, StrValue } from '../core/value.js';
import type { RowProblem } from './row-table.js';
import type { RecordFault, RecordPart, RecordFormat } from './text-rows.js';
import { say } from '../core/say.js';

/** A cell as it stands in a record. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** More columns than any table has; each is looked at for each row. */
const mostColumns = 20_000;

/**
 * Comma- or tab-separated values with a header, split as Python's `csv.reader` splits them: a quote counts only at the start of a cell, and
 * twice within quotes it stands for itself. Cells are strings, as they are to `csv.DictReader`; a cell that its record lacks is None.
 */
export class Csv implements RecordFormat {
  columns: readonly string[] | undefined;

  /** @param file the file that spans refer to @param delimiter the one character that stands between cells */
  constructor(
    private readonly file: FileId,
    private readonly delimiter: string,
  ) {}

  split(text: string, ended: boolean): RecordPart | 'more' | 'end' | RecordFault {
    const start = /[^\r\n]/.exec(text)?.index ?? -1;
    if (start < 0) return ended ? 'end' : 'more';
    const scan = new Scan(text, start, this.delimiter);
    while (scan.cell());
    if (scan.at >= text.length && !ended) return 'more';
    if (scan.unclosed) return { problem: say`A quoted cell has no closing quote.`, at: scan.last.start };
    return { start, end: scan.at, next: scan.at + (text.startsWith('\r\n', scan.at) ? 2 : 1) };
  }

  parse(source: string, offset: number, line: number, count: number): DictValue | RowProblem | undefined {
    const scan = new Scan(source, 0, this.delimiter);
    const cells: Cell[] = [];
    for (let more = true; more;) {
      more = scan.cell();
      cells.push(scan.last);
    }
    if (count === 0 || !this.columns) {
      if (cells.length > mostColumns) return this.tooWide(source, cells.length, offset, line);
      this.columns = cells.map(({ text }) => text);
      return undefined;
    }
    if (cells.length > this.columns.length) return this.tooLong(source, cells.length, this.columns.length, offset, line);
    return this.row(this.columns, cells, source, offset);
  }

  private tooWide(source: string, cells: number, offset: number, line: number): RowProblem {
    const message = say`Line ${String(line + 1)} is not a header: it has ${String(cells)} columns; more than ${String(mostColumns)} are not read.`;
    return { line, span: { file: this.file, start: offset, end: offset + source.length }, message };
  }

  private tooLong(source: string, cells: number, columns: number, offset: number, line: number): RowProblem {
    const message = say`Line ${String(line + 1)} is not a row: it has ${String(cells)} cells, but the header has ${String(columns)}.`;
    return { line, span: { file: this.file, start: offset, end: offset + source.length }, message };
  }

  private row(columns: readonly string[], cells: readonly Cell[], source: string, offset: number): DictValue {
    const row = new DictValue({ file: this.file, start: offset, end: offset + source.length });
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
    return row;
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

/** Goes through the cells of one record. */
class Scan {
  /** Behind the cell that was read last, and before its delimiter or line break. */
  at: number;
  last: Cell = { start: 0, end: 0, text: '' };
  /** Whether the text ended within quotes. */
  unclosed = false;
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
    let close = this.text.indexOf('"', start);
    while (close >= 0 && this.text[close + 1] === '"') close = this.text.indexOf('"', close + 2);
    this.unclosed = close < 0;
    const end = close < 0 ? this.text.length : close;
    this.at = close < 0 ? end : end + 1;
    return { end, text: this.text.slice(start, end).replaceAll('""', '"') };
  }
}
