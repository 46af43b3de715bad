import type { Row, TurnRow } from './rows.js';

/** What text looks like: so many columns a line, of such a height in pixels. */
export interface TextSize {
  readonly columns: number;
  readonly lineHeight: number;
}

/** Pixels that a turn, or the switch of a fold, has around its lines. */
const around = 4;

/** Latin text takes one column a character; from here on a character takes two. Good enough for an estimate: what is in sight is measured. */
const firstWide = 0x1100;

/** How high each row is: as measured where it has been in sight, else as estimated. Places are in pixels from the top of the first row. */
export class RowHeights {
  private readonly heights: Float64Array;
  private readonly offsets: Float64Array;
  /** Offsets up to this one are right. */
  private known = 0;

  constructor(heights: readonly number[]) {
    this.heights = Float64Array.from(heights);
    this.offsets = new Float64Array(heights.length + 1);
  }

  /** Heights of all rows by estimate; rows that stood there before keep what was measured. */
  static of(rows: readonly Row[], size: TextSize, before?: { readonly rows: readonly Row[]; readonly heights: RowHeights }): RowHeights {
    if (!before) return new RowHeights(rows.map((row) => estimate(row, size)));
    const same = alikeAtTheStart(rows, before.rows);
    return new RowHeights(rows.map((row, i) => (i < same ? before.heights.height(i) : estimate(row, size))));
  }

  get count(): number {
    return this.heights.length;
  }

  get total(): number {
    return this.offset(this.count);
  }

  height(row: number): number {
    return this.heights[row] ?? 0;
  }

  set(row: number, height: number): void {
    if (this.heights[row] === height) return;
    this.heights[row] = height;
    this.known = Math.min(this.known, row);
  }

  /** Where a row starts. */
  offset(row: number): number {
    for (; this.known < row; this.known++) this.offsets[this.known + 1] = this.offsets[this.known]! + this.heights[this.known]!;
    return this.offsets[row] ?? 0;
  }

  /** The row at a height; the first or last where it lies outside. */
  rowAt(y: number): number {
    this.offset(this.count);
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsets[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(low, 0);
  }
}

function alikeAtTheStart(rows: readonly Row[], before: readonly Row[]): number {
  const differs = rows.findIndex((row, i) => !before[i] || !isAlike(row, before[i]));
  return differs < 0 ? rows.length : differs;
}

function isAlike(a: Row, b: Row): boolean {
  if (a.kind === 'fold' || b.kind === 'fold') return a.kind === b.kind;
  return (
    a.length === b.length &&
    a.first === b.first &&
    a.last === b.last &&
    a.turn.detail === b.turn.detail &&
    a.parts.length === b.parts.length &&
    a.parts.every(({ text }, i) => text === b.parts[i]!.text)
  );
}

function estimate(row: Row, { columns, lineHeight }: TextSize): number {
  return (row.kind === 'fold' ? 1 : linesOf(row, columns)) * lineHeight + around;
}

/** Lines that a row takes: as text wraps, at spaces where a line has some. */
export function linesOf({ parts }: Pick<TurnRow, 'parts'>, columns: number): number {
  let lines = 1;
  let column = 0;
  let word = 0;
  let last = 0;
  for (const { text } of parts)
    for (let i = 0; i < text.length; i++) {
      if (last === 0x0a) {
        lines++;
        column = word = 0;
      }
      last = text.charCodeAt(i);
      const width = last < firstWide ? 1 : 2;
      column += width;
      word = last === 0x20 ? 0 : word + width;
      if (column <= columns || last === 0x20) continue;
      lines++;
      column = word < columns ? word : (word = width);
    }
  return lines;
}
