import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { DictValue, FloatValue, IntValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import type { DoubtfulColumns } from '../../rows/dataset-rows.js';
import { generationError, loadingRaises } from '../../rows/loading-raises.js';
import { firstRows, type PlainRow, type RowProblem, type RowReader, type SkimmedRow } from '../../rows/row-table.js';
import type { JsonForm, TypedReading } from '../../rows/open-rows.js';
import { skimmedValue } from '../../rows/skimmed-value.js';
import { numberReadingOf, type NumberReading } from '../../rows/typed-cells.js';
import type { ArrowType } from '../datasets/arrow-type.js';
import { TypeInference } from '../datasets/infer-type.js';
import { toArrow } from '../datasets/to-arrow.js';
import { alikeCells } from '../datasets/alike-cells.js';
import { JsonShape, jsonCell, ledLists } from '../datasets/json-lines-table.js';
import type { RunningWorld } from '../../python/program/program.js';
import { jsonReadingOf, type JsonReading } from '../datasets/json-reading.js';
import { isNamedAsMoment, mayBeMoment } from './pandas-column.js';

/** How `load_dataset('json', …)` types rows. */
const jsonRows: Readonly<Record<JsonReading, TypedReading['json']>> = {
  strict: (file, rows, form) => new TypedJson(file, rows, strictColumns(form)),
  mixed: (file, rows, form) => new TypedJson(file, rows, mixedColumns(form)),
  either: (file, rows, form) => new TypedJson(file, rows, strictColumns(form), otherColumns(form)),
};

/** How `load_dataset` types rows, for those who show some rows of a file. */
export function typedRows(reading: JsonReading, numbers: NumberReading): TypedReading {
  return { name: `${reading} ${numbers}`, json: jsonRows[reading], numbers };
}

/** How rows are read for a task: by the releases of the libraries that are installed. */
export function typedRowsAround(file: FileId, surroundings: { running(file: FileId): RunningWorld }): TypedReading {
  const { datasetsRelease, pandasRelease } = surroundings.running(file);
  return typedRows(jsonReadingOf(datasetsRelease?.(), 'either'), numberReadingOf(pandasRelease?.(), 'either'));
}

function strictColumns(form: JsonForm): () => Columns {
  return form === 'lines' ? () => new ArrowColumns() : () => new PandasColumns();
}

/** A list that is not at the very beginning is no list to the later releases, and pandas reads it. */
function mixedColumns(form: JsonForm): () => Columns {
  if (form === 'lines') return () => new ArrowColumns('mixed');
  return form === 'list' ? () => new ArrowColumns('mixed', true) : () => new PandasColumns();
}

/** Absent where all releases read alike. */
function otherColumns(form: JsonForm): (() => Columns) | undefined {
  return form === 'list-behind-blanks' ? undefined : mixedColumns(form);
}

/** As far as types are looked for, in UTF-16 units: what pyarrow reads at once for the library `datasets`. */
const lookedThrough = 10 * 1024 * 1024;

/** What rows of JSON become once their types are found. */
interface Columns {
  /** @throws PyError where the rows have no common type */
  visit(row: DictValue): void;
  /** The same by the shape alone. Absent: rows are needed. @throws PyError as `visit` */
  visitPlain?(row: PlainRow): void;
  /** Called when all rows were visited. @throws PyError as `visit` */
  settle(): void;
  readonly names: readonly string[];
  cell(name: string, value: Value | undefined, row: DictValue): Value;
}

/** Rows of JSON with the types that loading them gives: all columns in each row, in the order in which they first appear. */
class TypedJson implements RowReader {
  private settled: Columns | undefined;
  private failed = false;
  private found: RowProblem | undefined;
  private readonly other: OtherReading | undefined;
  /** The first rows, in which types were looked for, until they are asked for: most likely at once. */
  private looked: readonly DictValue[] | undefined;

  /** @param other how another release reads the rows, where it is not known which one there is */
  constructor(
    private readonly file: FileId,
    private readonly reader: RowReader,
    private readonly start: () => Columns,
    other?: () => Columns,
  ) {
    this.other = other && new OtherReading(other());
  }

  get doubtful(): DoubtfulColumns {
    return this.other?.doubtful ?? [];
  }

  /** What loading raises in all releases that a run may have; undefined where it does not, or may not. */
  get raises(): string | undefined {
    return this.failed && (!this.other || this.other.failed) ? generationError : undefined;
  }

  get columns(): readonly string[] | undefined {
    return this.settled?.names ?? this.reader.columns;
  }

  get count(): number {
    return this.reader.count;
  }

  get complete(): boolean {
    return this.reader.complete;
  }

  get problems(): readonly RowProblem[] {
    return this.found ? [...this.reader.problems, this.found] : this.reader.problems;
  }

  measure(): Promise<void> {
    return this.reader.measure();
  }

  /** Where no type holds all values of a column, the run has no rows; what the file says is shown all the same, beside the problem. */
  async read(start: number, end: number): Promise<readonly DictValue[]> {
    const columns = await this.types();
    const looked = start === 0 && end === firstRows ? this.looked : undefined;
    this.looked = undefined;
    const rows = looked ?? (await this.reader.read(start, end));
    if (!columns) return rows;
    try {
      const typed = rows.map((row) => typedRow(columns, row));
      this.other?.compare(rows, typed);
      return typed;
    } catch (error) {
      this.fail(error);
      return rows;
    }
  }

  private async types(): Promise<Columns | undefined> {
    if (this.settled || this.failed) return this.settled;
    const columns = this.start();
    try {
      for (let from = 0, seen = 0; seen < lookedThrough;) {
        const { rows, end } = await this.visitFrom(columns, from);
        from += rows;
        // Fewer rows are not the last ones where they would be too much to hold.
        if (rows === 0 || (rows < firstRows && this.reader.complete && from >= this.reader.count)) break;
        seen = end;
      }
      columns.settle();
      this.settled = columns;
    } catch (error) {
      this.fail(error);
    }
    if (!this.failed) this.other?.settle(false);
    return this.settled;
  }

  /** @returns how many rows there were from `from` on, and where the last of them ends */
  private async visitFrom(columns: Columns, from: number): Promise<{ readonly rows: number; readonly end: number }> {
    const to = from + firstRows;
    if (from > 0 && this.reader.skim && columns.visitPlain) return this.reader.skim(from, to, (row) => this.visitSkimmed(columns, row));
    const rows = await this.reader.read(from, to);
    if (from === 0) this.looked = rows;
    for (const row of rows) this.visit(columns, row);
    return { rows: rows.length, end: rows.at(-1)?.span.end ?? 0 };
  }

  private visitSkimmed(columns: Columns, { plain, parsed }: SkimmedRow): void {
    if (plain && columns.visitPlain)
      try {
        columns.visitPlain(plain);
        this.other?.visitPlain(plain);
        return;
      } catch (error) {
        // The row itself says where.
        if (!(error instanceof PyError)) throw error;
      }
    const row = parsed();
    if (row) this.visit(columns, row);
  }

  private fail(error: unknown): void {
    if (!(error instanceof PyError)) throw error;
    this.settled = undefined;
    this.failed = true;
    this.other?.settle(true);
    this.found ??= problemOf(error, this.file);
  }

  private visit(columns: Columns, row: DictValue): void {
    this.other?.visit(row);
    try {
      columns.visit(row);
    } catch (error) {
      if (error instanceof PyError) this.found = problemOf(error, this.file, row);
      throw error;
    }
  }
}

/** What another release would make of the same rows. */
class OtherReading {
  private readonly differing = new Set<string>();
  private fails = false;
  /** Only one of the releases has rows. */
  private onlyOne = false;

  constructor(private readonly columns: Columns) {}

  visit(row: DictValue): void {
    this.unlessFailed(() => this.columns.visit(row));
  }

  visitPlain(row: PlainRow): void {
    this.unlessFailed(() => this.columns.visitPlain?.(row));
  }

  /** @param fails whether the release that is shown has no rows */
  settle(fails: boolean): void {
    this.unlessFailed(() => this.columns.settle());
    this.onlyOne = fails !== this.fails;
  }

  /** Whether the other release has no rows. */
  get failed(): boolean {
    return this.fails;
  }

  get doubtful(): DoubtfulColumns {
    return this.onlyOne ? 'all' : [...this.differing];
  }

  /** @param typed the rows as the release that is shown makes them */
  compare(rows: readonly DictValue[], typed: readonly DictValue[]): void {
    this.unlessFailed(() => {
      for (const name of this.columns.names)
        if (!this.differing.has(name) && rows.some((row, i) => !this.isAlike(name, row, typed[i]!))) this.differing.add(name);
    });
  }

  private isAlike(name: string, row: DictValue, typed: DictValue): boolean {
    const shown = typed.get(name);
    return shown !== undefined && alikeCells(this.columns.cell(name, row.get(name), row), shown);
  }

  private unlessFailed(work: () => void): void {
    if (this.fails) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      this.fails = true;
    }
  }
}

function problemOf({ text }: PyError, file: FileId, row?: DictValue): RowProblem {
  return loadingRaises(text, row?.span ?? { file, start: 0, end: 0 });
}

function typedRow(columns: Columns, row: DictValue): DictValue {
  const typed = new DictValue(row.span);
  for (const name of columns.names) typed.set(name, columns.cell(name, row.get(name), row), row.entry(name)?.keySpan);
  return typed;
}

/** An object on each line, as pyarrow reads them. */
class ArrowColumns implements Columns {
  private readonly shape: JsonShape;
  private types: ReturnType<JsonShape['types']> = new Map();
  private rewritten = false;
  private led = false;

  /** @param items whether the objects are those of a list */
  constructor(
    private readonly reading: 'strict' | 'mixed' = 'strict',
    private readonly items = false,
  ) {
    this.shape = new JsonShape(reading === 'mixed');
  }

  get names(): readonly string[] {
    return [...this.types.keys()];
  }

  visit(row: DictValue): void {
    this.shape.visit(row);
  }

  visitPlain(row: PlainRow): void {
    this.shape.visitPlain(row);
  }

  settle(): void {
    this.types = this.shape.types();
    this.rewritten = this.items || (this.reading === 'mixed' && this.shape.isLoose);
    if (!this.rewritten) this.shape.refuseTwice();
    this.led = this.reading === 'mixed' && this.shape.hasLedLists;
  }

  cell(name: string, value: Value | undefined, row: DictValue): Value {
    return this.led ? new UnknownValue(ledLists(), value?.span ?? row.span) : jsonCell(value, this.types.get(name)!, row, this.rewritten);
  }
}

/** The objects of a list, as pandas reads them. */
class PandasColumns implements Columns {
  private readonly columns = new Map<string, PandasCells>();

  get names(): readonly string[] {
    return [...this.columns.keys()];
  }

  visit(row: DictValue): void {
    for (const { key, value } of row.entries.values()) if (key.kind === 'str') this.visitCell(key.text, value);
  }

  visitPlain(row: PlainRow): void {
    for (const [name, value] of Object.entries(row)) this.visitCell(name, skimmedValue(value));
  }

  private visitCell(name: string, value: Value): void {
    let column = this.columns.get(name);
    if (!column) this.columns.set(name, (column = new PandasCells(name)));
    column.visit(value);
  }

  settle(): void {
    for (const column of this.columns.values()) column.settle();
  }

  cell(name: string, value: Value | undefined, row: DictValue): Value {
    return this.columns.get(name)!.cell(value ?? new NoneValue(row.span));
  }
}

/** A column of a list: whole floats become ints, and ints floats beside others. */
class PandasCells {
  private readonly inference = new TypeInference('met');
  private type: ArrowType | undefined;
  private present = false;
  private numbers = true;
  private whole = true;
  private moments: boolean;
  private convert: (value: Value) => Value = (value) => value;

  constructor(private readonly name: string) {
    this.moments = isNamedAsMoment(name);
  }

  visit(value: Value): void {
    if (value.kind === 'none' || (value.kind === 'float' && Number.isNaN(value.value))) return;
    this.present = true;
    this.moments &&= mayBeMoment(value);
    const isNumber = value.kind === 'int' || value.kind === 'float';
    this.numbers &&= isNumber;
    this.whole &&= value.kind === 'int' || (value.kind === 'float' && Number.isInteger(value.value) && Math.abs(value.value) < 2 ** 63);
    if (this.type === undefined && !this.inference.visit(value)) this.type = this.inference.type();
    // What is behind the value that decides has to fit.
    if (this.type !== undefined && !this.numbers && !this.moments) toArrow(value, this.type);
  }

  settle(): void {
    if (!this.present) return;
    if (this.moments)
      this.convert = (value) =>
        new UnknownValue(say`pandas reads the column ${this.name} as one of dates, which is not followed`, value.span);
    else if (this.numbers) this.convert = this.whole ? toWhole : toFloat;
    else {
      const type = this.type ?? this.inference.type();
      this.convert = (value) => toArrow(value, type);
    }
  }

  cell(value: Value): Value {
    if (value.kind === 'none') return value;
    if (value.kind === 'float' && Number.isNaN(value.value)) return new NoneValue(value.span);
    return this.convert(value);
  }
}

function toWhole(value: Value): Value {
  return value.kind === 'float' ? new IntValue(BigInt(value.value), value.span) : value;
}

function toFloat(value: Value): Value {
  return value.kind === 'int' ? new FloatValue(Number(value.value), value.span) : value;
}
