import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import { TracedText } from '../../core/traced-text.js';

/** How separated values are written, as Python's `csv` knows it. */
export interface CsvDialect {
  readonly delimiter: string;
  /** undefined where quotes mean nothing. */
  readonly quote: string | undefined;
  readonly doubled: boolean;
  readonly escape: string | undefined;
  readonly skipsBlank: boolean;
}

type State = 'start' | 'cell' | 'quoted' | 'closed' | 'ended';

/**
 * The records of lines, split as Python's `csv.reader` splits them (CPython 3.11 `Modules/_csv.c`): of an empty line no cells; a cell in quotes goes on in the next line.
 * Every cell keeps the origins of its characters.
 * @throws PyError Error
 */
export function* csvReader(lines: Iterable<TracedText>, dialect: CsvDialect): Iterable<readonly TracedText[]> {
  const record = new CsvRecord(dialect);
  for (const line of lines) {
    charge(line.length >> 3);
    record.line(line);
    if (!record.open) yield record.take();
  }
  if (record.open) yield record.take();
}

class CsvRecord {
  private cells: TracedText[] = [];
  private parts: TracedText[] = [];
  private state: State = 'start';
  private started = false;
  private current = TracedText.empty;
  /** Where the part of the cell starts that has not been taken yet. */
  private from = 0;

  constructor(private readonly dialect: CsvDialect) {}

  /** Whether a cell in quotes goes on. */
  get open(): boolean {
    return this.state === 'quoted';
  }

  take(): readonly TracedText[] {
    if (this.open) this.endCell();
    const { cells } = this;
    this.cells = [];
    this.started = false;
    this.state = 'start';
    return cells;
  }

  /** Reads a line, its line break included. */
  line(line: TracedText): void {
    this.current = line;
    this.from = 0;
    const { text } = line;
    for (let at = 0; at < text.length; at++) at = this.character(text, at);
    if (this.state === 'quoted') this.cut(text.length);
    else if (this.state === 'cell' || this.state === 'closed' || (this.state === 'start' && this.started)) {
      if (this.state !== 'closed') this.cut(text.length);
      this.endCell();
    }
  }

  /** @returns the place of the last character that was read */
  private character(text: string, at: number): number {
    const c = text[at]!;
    switch (this.state) {
      case 'start':
        return this.startCell(c, at);
      case 'cell':
        return this.inCell(c, at);
      case 'quoted':
        return this.inQuotes(text, c, at);
      case 'closed':
        return this.behindQuotes(c, at);
      case 'ended':
        if (c === '\n' || c === '\r') return at;
        throw new PyError('Error', "new-line character seen in unquoted field - do you need to open the file with newline=''?");
    }
  }

  private startCell(c: string, at: number): number {
    const { delimiter, quote, escape, skipsBlank } = this.dialect;
    this.from = at;
    if (c === '\n' || c === '\r') {
      if (this.started) this.endCell();
      this.state = 'ended';
      return at;
    }
    this.started = true;
    if (c === quote) {
      this.state = 'quoted';
      this.from = at + 1;
    } else if (c === delimiter) this.endCell(at + 1);
    else if (c === ' ' && skipsBlank) this.from = at + 1;
    else {
      this.state = 'cell';
      if (c === escape) return this.escaped(at);
    }
    return at;
  }

  private inCell(c: string, at: number): number {
    const { delimiter, escape } = this.dialect;
    if (c === '\n' || c === '\r') {
      this.cut(at);
      this.endCell();
      this.state = 'ended';
    } else if (c === escape) return this.escaped(at);
    else if (c === delimiter) {
      this.cut(at);
      this.endCell(at + 1);
      this.state = 'start';
    }
    return at;
  }

  private inQuotes(text: string, c: string, at: number): number {
    const { quote, escape, doubled } = this.dialect;
    if (c === escape) return this.escaped(at);
    if (c !== quote) return at;
    this.cut(at);
    if (doubled && text[at + 1] === quote) {
      this.from = at + 1;
      return at + 1;
    }
    this.state = doubled ? 'closed' : 'cell';
    this.from = at + 1;
    return at;
  }

  private behindQuotes(c: string, at: number): number {
    this.state = 'cell';
    return this.inCell(c, at);
  }

  /** The character behind the escape character stands for itself. */
  private escaped(at: number): number {
    this.cut(at);
    this.from = at + 1;
    return at + 1;
  }

  private cut(end: number): void {
    if (end > this.from) this.parts.push(this.current.slice(this.from, end));
    this.from = end;
  }

  /** @param from where the next one starts */
  private endCell(from = this.from): void {
    this.from = from;
    this.cells.push(this.parts.length === 0 ? TracedText.empty : TracedText.join(this.parts));
    this.parts = [];
  }
}
