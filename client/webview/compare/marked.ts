import type { ComparedItem } from './fold.js';
import { markInvisible, type Piece } from '../body/signs.js';

/** So much of a piece, or of what a fold hid, is put on the page. */
const pageOfText = 100_000;
/** A text of more marks than that has those alone without which another one would be read. */
const mostMarks = 5_000;

/**
 * The text of the item at `at`, split at what cannot be seen. Line ends that differ are marked always, and blanks that are all that differs: nothing else is there to be seen.
 * @param whitespace whether the rest is marked, too, as in the prompt
 */
export function markedPieces(items: readonly ComparedItem[], at: number, whitespace: boolean): readonly Piece[] {
  const item = items[at]!;
  const whole = item.kind === 'piece' ? item.piece.text : '';
  const text = whole.length <= pageOfText ? whole : `${whole.slice(0, pageOfText)} …`;
  const pieces = item.kind === 'piece' && item.piece.change !== 'same' ? differing(text, whitespace) : same(text, items, at, whitespace);
  return pieces.length <= mostMarks ? pieces : markInvisible(text, '', '', false);
}

function same(text: string, items: readonly ComparedItem[], at: number, whitespace: boolean): Piece[] {
  return markInvisible(text, textOf(items[at - 1]).at(-1), textOf(items[at + 1])[0], whitespace);
}

function differing(text: string, whitespace: boolean): Piece[] {
  const pieces = markInvisible(text);
  if (whitespace || text.trim() === '') return pieces;
  return pieces.map((piece) => (piece.mark === 'sp' || piece.mark === 'tab' ? { text: piece.text } : piece));
}

/** Behind a fold nothing is seen of what it hides: a blank there is one at an end. */
function textOf(item: ComparedItem | undefined): string {
  return item?.kind === 'piece' ? item.piece.text : '';
}
