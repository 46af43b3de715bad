import { RecentMap } from '../core/recent-map.js';
import type { FileId, Span } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import type { ComputedRows, DoubtfulColumns } from './dataset-rows.js';

/** A part of a row file, or all of it, that cannot be used; the rest still can. */
export interface RowProblem {
  /** Line, from 0; 0 where the file has no lines. */
  readonly line: number;
  readonly span: Span;
  /** A whole sentence for the user; where it names a line, that is counted from 1. */
  readonly message: string;
}

/** An object of JSON as JavaScript reads it. Whole numbers in it are written as such. */
export type PlainRow = Readonly<Record<string, unknown>>;

/** A row of which perhaps nobody wants to know where its parts are written. */
export interface SkimmedRow {
  /** Absent where only `parsed` tells what the row is. */
  readonly plain: PlainRow | undefined;
  /** The row itself; undefined where the record is none, which is among the problems then. */
  parsed(): DictValue | undefined;
}

/** A file of rows that is open for reading. No promise is rejected: what goes wrong is among the problems. */
export interface RowReader {
  /** The columns that a header or schema names; undefined where only the rows tell. */
  readonly columns: readonly string[] | undefined;
  /** How many rows are known to be there. */
  readonly count: number;
  /** Whether `count` is all of them. */
  readonly complete: boolean;
  readonly problems: readonly RowProblem[];
  /** Columns of the rows that were read in which a run may find something else, since that turns on the release of a library. Absent: none. */
  readonly doubtful?: DoubtfulColumns;
  /** What a run raises that loads these rows: an exception with its message. Absent or undefined: nothing, as far as it is known. */
  readonly raises?: string | undefined;
  /** A call of the code that makes these rows which is not followed, and which stops a run where it raises: a sentence. Absent or undefined: there is none. */
  readonly unfollowed?: string | undefined;
  /** The rows from `start` to before `end`, counted from 0: fewer where the file ends, and where they would be too much to hold. */
  read(start: number, end: number): Promise<readonly DictValue[]>;
  /**
   * The same for rows behind the first ones, where only the shapes of the rows matter, and at a part of the cost: as many as `read` would hold.
   * @param take gets one row after the other @returns how many there were, and the offset behind the last one, in UTF-16 units
   */
  skim?(start: number, end: number, take: (row: SkimmedRow) => void): Promise<{ readonly rows: number; readonly end: number }>;
  /** Counts the rows, as far as that takes no long time. */
  measure(): Promise<void>;
  /** A row that is there without reading. */
  at?(index: number): DictValue | undefined;
}

/** How many rows are read at once: those that can be few-shot examples, and those that one looks through. */
export const firstRows = 1000;

/** Rows behind the first ones that are held, and how many of them are read at once where one goes backwards. */
const mostFetched = 200;
const rowsBefore = 150;

/** The rows of one or several files, of which some are in memory: the first ones, and those that were asked for. */
export class RowTable {
  /** Rows behind the first ones that were asked for; null for those that are not there. */
  private readonly fetched = new RecentMap<number, DictValue | null>(mostFetched);
  private seen: readonly string[] | undefined;

  private constructor(
    readonly files: readonly FileId[],
    private readonly reader: RowReader,
    /** The first rows: all of a small file. */
    readonly first: readonly DictValue[],
  ) {}

  /** Reads the first rows of what `reader` reads. */
  static async open(files: readonly FileId[], reader: RowReader): Promise<RowTable> {
    const first = await reader.read(0, firstRows);
    if (!reader.complete) await reader.measure();
    return new RowTable(files, reader, first);
  }

  /** A table of rows that are there without reading anything. @param from the file that they are made of, as far as it is known */
  static of(rows: ComputedRows, from: FileId | undefined): RowTable {
    const first = Array.from({ length: Math.min(rows.count, firstRows) }, (_, i) => rows.at(i));
    const reader: RowReader = {
      columns: undefined,
      count: rows.count,
      complete: rows.more !== true,
      problems: [],
      ...(rows.doubtful && { doubtful: rows.doubtful }),
      unfollowed: rows.unfollowed,
      read: (start, end) =>
        Promise.resolve(Array.from({ length: Math.max(0, Math.min(end, rows.count) - start) }, (_, i) => rows.at(start + i))),
      measure: () => Promise.resolve(),
      at: (index) => (index >= 0 && index < rows.count ? rows.at(index) : undefined),
    };
    return new RowTable(from === undefined ? [] : [from], reader, first);
  }

  /** How many rows are known to be there. */
  get count(): number {
    return this.reader.count;
  }

  /** Whether `count` is all of them: a large text is not read to its end. */
  get complete(): boolean {
    return this.reader.complete;
  }

  get problems(): readonly RowProblem[] {
    return this.reader.problems;
  }

  /** What a run raises that loads these rows. */
  get raises(): string | undefined {
    return this.reader.raises;
  }

  /** Columns in which a run may find something else. */
  get doubtful(): DoubtfulColumns {
    return this.reader.doubtful ?? [];
  }

  /** A call of the code that makes these rows which is not followed: a sentence. */
  get unfollowed(): string | undefined {
    return this.reader.unfollowed;
  }

  /** The columns in the order of the header or schema, else in that of their first appearance in the rows that were read. */
  get columns(): readonly string[] {
    return (this.seen ??= this.reader.columns ?? columnsOfRows(this.first));
  }

  /** A row by its index from 0, where it is in memory. */
  row(index: number): DictValue | undefined {
    return this.first[index] ?? this.fetched.get(index) ?? this.reader.at?.(index);
  }

  /** Whether `row` will not know more of this row after another `fetch`. */
  has(index: number): boolean {
    return (
      this.reader.at !== undefined ||
      index < this.first.length ||
      this.fetched.get(index) !== undefined ||
      (this.complete && index >= this.count)
    );
  }

  /** Reads a row, so that `row` has it if the file has it. */
  async fetch(index: number): Promise<void> {
    if (this.has(index)) return;
    if (this.fetched.get(index + 1) && (await this.fetchBefore(index))) return;
    const [row] = await this.reader.read(index, index + 1);
    this.fetched.set(index, row ?? null);
  }

  /** Who goes backwards asks for the row before next: a text is read from its start to come to any of them. @returns false where they are too much to be held at once */
  private async fetchBefore(index: number): Promise<boolean> {
    const start = Math.max(this.first.length, index + 1 - rowsBefore);
    const rows = await this.reader.read(start, index + 1);
    if (rows.length <= index - start) return false;
    rows.forEach((row, i) => this.fetched.set(start + i, row));
    return true;
  }
}

/** The columns of rows, each once, in the order of their first appearance. */
export function columnsOfRows(rows: readonly DictValue[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) for (const { key } of row.entries.values()) if (key.kind === 'str') names.add(key.text);
  return [...names];
}

/** Stands for a file that cannot be read. */
export function unreadable(file: FileId, message: string): RowReader {
  const span = { file, start: 0, end: 0 };
  return {
    columns: undefined,
    count: 0,
    complete: true,
    problems: [{ line: 0, span, message }],
    read: () => Promise.resolve([]),
    measure: () => Promise.resolve(),
  };
}
