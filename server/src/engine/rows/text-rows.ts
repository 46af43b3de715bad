import type { FileId } from '../core/span.js';
import type { DictValue } from '../core/value.js';
import { firstRows, type PlainRow, type RowProblem, type RowReader, type SkimmedRow } from './row-table.js';
import { TextError, type TextWindow } from './text-window.js';
import { say } from '../core/say.js';

/** More columns than any table has; each is looked at for each row. */
export const mostColumns = 20_000;

/** Where a record stands in a text. */
export interface RecordPart {
  readonly start: number;
  readonly end: number;
  /** Where to look for the next one. */
  readonly next: number;
}

/** Why a text cannot be read on. */
export interface RecordFault {
  readonly problem: string;
  readonly at: number;
}

/** A way to write rows one behind the other in a text. */
export interface RecordFormat {
  /** The columns, once the record with their names was read; undefined where there is none. */
  readonly columns?: readonly string[] | undefined;
  /**
   * Finds the next record at the start of `text`.
   * @param ended whether the text goes on behind `text` @param count how many records came before
   * @returns `more` where its end is not within `text`, `end` behind the last one
   */
  split(text: string, ended: boolean, count: number): RecordPart | 'more' | 'end' | RecordFault;
  /**
   * The row of a record; undefined for one that holds no row.
   * @param offset of `source` in the file @param line its line, from 0 @param count how many records came before
   */
  parse(source: string, offset: number, line: number, count: number): DictValue | RowProblem | undefined;
  /** About how many values a record has, without a look into it. */
  valuesIn(text: string, part: RecordPart): number;
  /** The row of a record without places; undefined where that may be another one than `parse` gives. */
  skim?(source: string): PlainRow | undefined;
}

/** Most text, in UTF-16 units, that is held as rows; a value of them takes as much as so many units. */
const mostText = 32 * 1024 * 1024;
const ofValue = 48;
/** Most bytes that are read to count rows, and to find one that was asked for. */
const mostToCount = 64 * 1024 * 1024;
const mostToFind = 512 * 1024 * 1024;
/** Problems beyond these tell nothing new. */
const mostProblems = 100;

/** Where so many records from the first on are no rows, or some that are so much text, the file is none of rows. */
const mostWithoutRow = 10_000;
const mostTextWithoutRow = 8 * 1024 * 1024;
const someWithoutRow = 20;

/** A place between two records. */
interface Place {
  readonly window: TextWindow;
  /** Index of the next row. */
  row: number;
  /** Number of the next record, the header among them. */
  record: number;
}

/**
 * Rows of a text, read from its start as far as they are needed. A record that is no row is a problem and has no number, as long as it is
 * among the first; behind those every record counts as a row, since it is not looked at until it is asked for.
 */
export class TextRows implements RowReader {
  count = 0;
  complete = false;
  readonly problems: RowProblem[] = [];
  private readonly begin: Place;
  /** Behind the first rows. */
  private checked: Place | undefined;
  /** Where the last reading ended, behind the first rows: who reads all rows part by part does not go over them again. */
  private last: Place | undefined;

  constructor(
    private readonly file: FileId,
    window: TextWindow,
    private readonly format: RecordFormat,
  ) {
    this.begin = { window, row: 0, record: 0 };
  }

  get columns(): readonly string[] | undefined {
    return this.format.columns;
  }

  async read(start: number, end: number): Promise<readonly DictValue[]> {
    if (!this.checked && start > 0) await this.read(0, firstRows);
    const place = this.nearest(start);
    const rows: DictValue[] = [];
    let held = 0;
    while (place.row < end && held < mostText && place.window.bytesRead <= mostToFind) {
      const part = await this.next(place);
      if (!part) break;
      const isTooMuch = place.record > someWithoutRow && place.window.base > mostTextWithoutRow;
      if (place.row === 0 && (isTooMuch || place.record > mostWithoutRow)) {
        this.complete = true;
        break;
      }
      const amongFirst = !this.checked || place.row < this.checked.row;
      const row = amongFirst || place.row >= start ? this.parse(place, part) : undefined;
      if (row && place.row >= start) {
        held += this.weight(place, part);
        rows.push(row);
      }
      this.step(place, part, !amongFirst || row !== undefined);
    }
    if (this.checked) this.last = place;
    this.checked ??= place;
    return rows;
  }

  async skim(start: number, end: number, take: (row: SkimmedRow) => void): Promise<{ readonly rows: number; readonly end: number }> {
    if (!this.checked) await this.read(0, firstRows);
    const place = this.nearest(start);
    let rows = 0;
    let seen = 0;
    while (place.row < end && seen < mostText && place.window.bytesRead <= mostToFind) {
      const part = await this.next(place);
      if (!part) break;
      if (place.row >= start) {
        const source = place.window.text.slice(part.start, part.end);
        seen += this.weight(place, part);
        take({ plain: this.format.skim?.(source), parsed: () => this.parse(place, part) });
        rows++;
      }
      this.step(place, part, true);
    }
    this.last = place;
    return { rows, end: place.window.base };
  }

  /** How much a row takes, in UTF-16 units. */
  private weight({ window }: Place, part: RecordPart): number {
    return part.end - part.start + ofValue * this.format.valuesIn(window.text, part);
  }

  /** The last known place before a row. */
  private nearest(row: number): Place {
    return copyOf([this.last, this.checked].find((known) => known && row >= known.row) ?? this.begin);
  }

  async measure(): Promise<void> {
    if (!this.checked) await this.read(0, firstRows);
    const place = copyOf(this.checked ?? this.begin);
    while (place.window.bytesRead <= mostToCount) {
      const part = await this.next(place);
      if (!part) return;
      this.step(place, part, true);
    }
  }

  /** The next record; undefined behind the last one, or where the file cannot be read on. */
  private async next(place: Place): Promise<RecordPart | undefined> {
    const { window } = place;
    try {
      for (;;) {
        const found = this.format.split(window.text, window.ended, place.record);
        if (found === 'more') await window.more();
        else if (found === 'end') break;
        else if ('problem' in found) {
          this.noteFault(window, found);
          break;
        } else return found;
      }
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      this.note({ line: window.line, span: { file: this.file, start: window.base, end: window.base }, message: error.message });
    }
    if (place.record === 1 && this.columns && this.problems.length === 0)
      this.note({ line: 0, span: { file: this.file, start: 0, end: 0 }, message: say`The file has a header, but no rows.` });
    this.complete = true;
    return undefined;
  }

  private parse({ window, record }: Place, part: RecordPart): DictValue | undefined {
    const made = this.format.parse(window.text.slice(part.start, part.end), window.base + part.start, lineOf(window, part.start), record);
    if (!made || 'entries' in made) return made;
    this.note(made);
    return undefined;
  }

  private noteFault(window: TextWindow, { problem, at }: RecordFault): void {
    const line = lineOf(window, at);
    const start = window.base + at;
    this.note({ line, span: { file: this.file, start, end: start }, message: say`Line ${String(line + 1)}: ${problem}` });
  }

  private step(place: Place, part: RecordPart, isRow: boolean): void {
    place.window.pass(part.next);
    place.record++;
    if (isRow) place.row++;
    this.count = Math.max(this.count, place.row);
  }

  private note(problem: RowProblem): void {
    const there = this.problems.some(({ span }) => span.start === problem.span.start);
    if (!there && this.problems.length < mostProblems) this.problems.push(problem);
  }
}

/** How often a character stands between two places of a text. */
export function countBetween(text: string, character: string, { start, end }: Pick<RecordPart, 'start' | 'end'>): number {
  const code = character.charCodeAt(0);
  let count = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === code) count++;
  return count;
}

function copyOf({ window, row, record }: Place): Place {
  return { window: window.copy(), row, record };
}

function lineOf({ line, text }: TextWindow, at: number): number {
  return line + text.slice(0, at).split('\n').length - 1;
}
