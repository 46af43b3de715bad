import type { ComparedPiece, TurnComparison } from '../../../server/src/protocol/compare.js';

/** What is put on the page of one turn: pieces, and folds in place of what is the same for long. */
export type ComparedItem =
  | { readonly kind: 'piece'; readonly piece: ComparedPiece }
  | { readonly kind: 'fold'; readonly id: string; readonly lines: number; readonly text: string };

/** A row of the page: a turn, or a fold in place of turns that are the same. */
export type ComparedRow =
  | { readonly kind: 'turn'; readonly turn: TurnComparison; readonly index: number; readonly items: readonly ComparedItem[] }
  | { readonly kind: 'turns'; readonly id: string; readonly count: number };

/** So many lines stay beside what differs; a fold hides more than `least` lines, or characters of one line. */
const around = 3;
const least = 4;
const longLine = 2_000;
const keptOfLine = 200;

/** Lays a comparison out, with what is the same for long folded, unless `open` has the id of the fold. */
export function foldedRows(turns: readonly TurnComparison[], open: ReadonlySet<string>): readonly ComparedRow[] {
  const differs = turns.map(({ change, pieces }) => change !== 'same' || pieces.some((piece) => piece.change !== 'same'));
  const rows: ComparedRow[] = [];
  for (let i = 0; i < turns.length; i++) {
    const near = differs[i]! || differs[i - 1] === true || differs[i + 1] === true;
    const id = `turns ${String(i)}`;
    if (!near && !open.has(id)) {
      const start = i;
      while (i + 1 < turns.length && !differs[i + 1] && differs[i + 2] !== true) i++;
      rows.push({ kind: 'turns', id: `turns ${String(start)}`, count: i - start + 1 });
      continue;
    }
    if (!near) {
      // An open run: all of its turns.
      while (i + 1 < turns.length && !differs[i + 1] && differs[i + 2] !== true) rows.push(turnRow(turns, i++, open));
    }
    rows.push(turnRow(turns, i, open));
  }
  return rows;
}

function turnRow(turns: readonly TurnComparison[], index: number, open: ReadonlySet<string>): ComparedRow {
  const turn = turns[index]!;
  const last = turn.pieces.length - 1;
  const items = turn.pieces.flatMap((piece, at): readonly ComparedItem[] => {
    if (piece.change !== 'same') return [{ kind: 'piece', piece }];
    const id = `piece ${String(index)} ${String(at)}`;
    return open.has(id) ? [{ kind: 'piece', piece }] : folded(piece, id, at > 0, at < last);
  });
  return { kind: 'turn', turn, index, items };
}

/** @param after whether something that differs stands before it in its turn @param before whether something follows */
function folded(piece: ComparedPiece, id: string, after: boolean, before: boolean): readonly ComparedItem[] {
  const { text } = piece;
  const isAlone = !after && !before;
  const head = startOfRest(text, after || isAlone ? around : 1);
  const tail = endOfRest(text, before || isAlone ? around : 1);
  const lines = tail > head ? linesIn(text.slice(head, tail)) : 0;
  if (lines <= least && tail - head < longLine) return [{ kind: 'piece', piece }];
  const same = (part: string): ComparedItem[] => (part === '' ? [] : [{ kind: 'piece', piece: { text: part, change: 'same' } }]);
  return [...same(text.slice(0, head)), { kind: 'fold', id, lines, text: text.slice(head, tail) }, ...same(text.slice(tail))];
}

/** Where the lines behind the first ones start; within a line that is very long, behind its beginning. */
function startOfRest(text: string, lines: number): number {
  let at = 0;
  for (let i = 0; i < lines; i++) {
    const end = text.indexOf('\n', at);
    if (end < 0 || end - at > longLine) return whole(text, Math.min(at + keptOfLine, text.length));
    at = end + 1;
  }
  return at;
}

function endOfRest(text: string, lines: number): number {
  let at = text.length;
  for (let i = 0; i < lines; i++) {
    const start = at <= 1 ? -1 : text.lastIndexOf('\n', at - 2);
    if (start < 0 || at - start > longLine) return whole(text, Math.max(at - keptOfLine, 0));
    at = start + 1;
  }
  return at;
}

/** Never within a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 && at > 0 ? at - 1 : at;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return Math.max(1, count);
}
