import type { PreviewSegment, PreviewStage, PreviewTurn } from '../../../server/src/protocol/preview.js';

/** A piece of a segment that stands in one row. */
export interface RowPart {
  readonly segment: PreviewSegment;
  /** Index of the segment in its turn. */
  readonly at: number;
  /** Where in the segment's text the piece starts, in UTF-16 units. */
  readonly from: number;
  readonly text: string;
}

/** So much of a turn as is put into the page, or taken out of it, at a time. */
export interface TurnRow {
  readonly kind: 'turn';
  readonly turn: PreviewTurn;
  /** Index of the turn in its stage. */
  readonly index: number;
  /** Where in the turn's text the row starts, and how long it is, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
  readonly parts: readonly RowPart[];
  readonly first: boolean;
  readonly last: boolean;
}

/** The switch that folds all examples behind the first; `foot`: the one that stands behind them. */
export interface FoldRow {
  readonly kind: 'fold';
  readonly shots: number;
  readonly open: boolean;
  readonly foot: boolean;
}

export type Row = TurnRow | FoldRow;

/** A row ends at the first line end behind so much; a line that is longer than `hard` is cut, as are too many segments without a line end. */
const most = { soft: 800, hard: 1600, lines: 20, softParts: 40, hardParts: 160 } as const;

/** Where a long line is cut a space is looked for, so far back. */
const spaceWithin = 200;

/** Lays a stage out in rows that are each quick to put into the page: in-context examples after the first may be folded. */
export function layOut({ turns }: Pick<PreviewStage, 'turns'>, unfolded: boolean): readonly Row[] {
  const { shots, from, to } = laterExamples(turns);
  const rows: Row[] = [];
  turns.forEach((turn, index) => {
    if (index === from) rows.push({ kind: 'fold', shots, open: unfolded, foot: false });
    if (unfolded || index < from || index > to) rows.push(...rowsOfTurn(turn, index));
    if (index === to && unfolded) rows.push({ kind: 'fold', shots, open: true, foot: true });
  });
  return rows;
}

/** Which turns belong to examples after the first, with the separators between them; `to` lies before `from` where there are none. */
function laterExamples(turns: readonly PreviewTurn[]): { readonly shots: number; readonly from: number; readonly to: number } {
  const ids = new Set(turns.map(({ shot }) => shot).filter((shot) => shot !== undefined));
  const [first] = ids;
  const isLater = ({ shot }: PreviewTurn): boolean => shot !== undefined && shot !== first;
  const from = turns.findIndex(isLater);
  return { shots: ids.size - 1, from: from < 0 ? turns.length : from, to: turns.findLastIndex(isLater) };
}

function rowsOfTurn(turn: PreviewTurn, index: number): TurnRow[] {
  const cutter = new Cutter();
  turn.segments.forEach((segment, at) => cutter.add(segment, at));
  const drafts = cutter.finish();
  let start = 0;
  return drafts.map(({ parts, characters }, i) => {
    const row = { kind: 'turn', turn, index, start, length: characters, parts, first: i === 0, last: i === drafts.length - 1 } as const;
    start += characters;
    return row;
  });
}

interface DraftRow {
  readonly parts: RowPart[];
  characters: number;
  lines: number;
}

/** Cuts the segments of a turn into rows, at line ends where it can. */
class Cutter {
  private readonly rows: DraftRow[] = [];
  private row = emptyDraft();
  private full = false;

  add(segment: PreviewSegment, at: number): void {
    const { text } = segment;
    let from = 0;
    do {
      if (this.full) this.turnOver();
      const end = this.endOf(text, from);
      // A line that has no room behind what is there starts the next row.
      if (end > from || text.length === 0) {
        this.row.parts.push({ segment, at, from, text: text.slice(from, end) });
        this.row.characters += end - from;
      }
      from = end;
    } while (from < text.length);
  }

  finish(): readonly DraftRow[] {
    return [...this.rows, this.row];
  }

  private turnOver(): void {
    this.rows.push(this.row);
    this.row = emptyDraft();
    this.full = false;
  }

  /** How much of a text goes into this row; where that is not all, or the row has enough, it is full. */
  private endOf(text: string, from: number): number {
    let at = from;
    while (at < text.length) {
      const room = most.hard - this.row.characters - (at - from);
      const newline = text.slice(at, at + room).indexOf('\n');
      if (newline < 0) return this.endOfLongLine(text, from, at, room);
      at += newline + 1;
      this.row.lines++;
      if (this.hasEnough(at - from)) {
        this.full = true;
        return at;
      }
    }
    return at;
  }

  private endOfLongLine(text: string, from: number, at: number, room: number): number {
    if (text.length - at <= room) {
      this.full = this.row.parts.length + 1 >= most.hardParts;
      return text.length;
    }
    this.full = true;
    const startsLine = at > from || this.row.characters === 0 || this.row.parts.at(-1)?.text.endsWith('\n') === true;
    const isEmpty = this.row.characters + (at - from) === 0;
    return startsLine && !isEmpty ? at : cutWithin(text, at, at + room);
  }

  private hasEnough(more: number): boolean {
    const { characters, lines, parts } = this.row;
    return characters + more >= most.soft || lines >= most.lines || parts.length >= most.softParts;
  }
}

function emptyDraft(): DraftRow {
  return { parts: [], characters: 0, lines: 0 };
}

/** Where to cut a line that is too long: behind a space, else anywhere but within a character. */
function cutWithin(text: string, from: number, end: number): number {
  const start = Math.max(from, end - spaceWithin);
  const space = text.slice(start, end).lastIndexOf(' ');
  if (space >= 0) return start + space + 1;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end - 1 > from ? end - 1 : end;
}

/** The row that holds a place of a turn; undefined where it is folded away. */
export function rowOfPlace(rows: readonly Row[], turn: number, offset: number): number | undefined {
  const found = rows.findIndex(
    (row) => row.kind === 'turn' && row.index === turn && offset >= row.start && (offset < row.start + row.length || row.last),
  );
  return found < 0 ? undefined : found;
}

/** The first row that shows a segment; undefined where it is folded away. */
export function rowOfSegment(rows: readonly Row[], turn: number, at: number): number | undefined {
  const found = rows.findIndex((row) => row.kind === 'turn' && row.index === turn && row.parts.some((part) => part.at === at));
  return found < 0 ? undefined : found;
}

/** The text of a turn. */
export function textOfTurn({ segments }: PreviewTurn): string {
  return segments.map(({ text }) => text).join('');
}
