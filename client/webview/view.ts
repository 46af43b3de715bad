import type { CursorPlace, Position } from '../../server/src/protocol/place.js';
import type { Preview, PreviewSegment, PreviewStage, PreviewTurn } from '../../server/src/protocol/preview.js';

/** As many characters of a stage are put on the page at first, and again with each "show more": a long prompt must not make typing slow. */
export const pageOfCharacters = 20_000;

/** One line of the page's prompt area. */
export type Item =
  | { readonly kind: 'turn'; readonly turn: PreviewTurn; readonly index: number; readonly segments: readonly PreviewSegment[] }
  | { readonly kind: 'fold'; readonly shots: number; readonly open: boolean }
  | { readonly kind: 'more'; readonly characters: number };

/** @returns the stage that the output leaves, else the last that says why there is no output; undefined where there is no stage at all */
export function finalStage({ stages, output }: Pick<Preview, 'stages' | 'output'>): PreviewStage | undefined {
  const telling = stages.findLast(({ turns, error, unknown }) => turns.length > 0 || (!output && (error || unknown)));
  return telling ?? stages.at(-1);
}

/** @returns the stage with the wanted id, else the final one */
export function pickStage(preview: Pick<Preview, 'stages' | 'output'>, wanted: string | undefined): PreviewStage | undefined {
  return preview.stages.find(({ id }) => id === wanted) ?? finalStage(preview);
}

/**
 * Lays a stage out: in-context examples after the first are folded, and what goes beyond `limit` characters waits for "show more".
 * @param limit characters; a segment that crosses it is cut
 */
export function layOut(turns: readonly PreviewTurn[], unfolded: boolean, limit: number): readonly Item[] {
  const { shots, from, to } = laterExamples(turns);
  const items: Item[] = [];
  let room = limit;
  let hidden = 0;
  turns.forEach((turn, index) => {
    if (index === from) items.push({ kind: 'fold', shots, open: unfolded });
    if (index >= from && index <= to && !unfolded) return;
    const length = lengthOf(turn);
    if (room > 0 || length === 0)
      items.push({ kind: 'turn', turn, index, segments: length <= room ? turn.segments : cut(turn.segments, room) });
    hidden += Math.max(0, length - Math.max(room, 0));
    room -= length;
  });
  if (hidden > 0) items.push({ kind: 'more', characters: hidden });
  return items;
}

/** Which turns belong to examples after the first, with the separators between them; `to` lies before `from` where there are none. */
function laterExamples(turns: readonly PreviewTurn[]): { readonly shots: number; readonly from: number; readonly to: number } {
  const ids = new Set(turns.map(({ shot }) => shot).filter((shot) => shot !== undefined));
  const [first] = ids;
  const isLater = ({ shot }: PreviewTurn): boolean => shot !== undefined && shot !== first;
  const from = turns.findIndex(isLater);
  return { shots: ids.size - 1, from: from < 0 ? turns.length : from, to: turns.findLastIndex(isLater) };
}

function lengthOf(turn: PreviewTurn): number {
  return turn.segments.reduce((sum, { text }) => sum + text.length, 0);
}

function cut(segments: readonly PreviewSegment[], room: number): PreviewSegment[] {
  const kept: PreviewSegment[] = [];
  let left = room;
  for (const segment of segments) {
    if (left <= 0) break;
    kept.push(segment.text.length <= left ? segment : { ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return kept;
}

/** Whether the cursor stands in the text that a segment comes from (the import that brought it in does not count), its ends included. */
export function holdsCursor({ origins: [origin] }: PreviewSegment, cursor: CursorPlace | undefined): boolean {
  if (!origin || !cursor || origin.uri !== cursor.uri) return false;
  return !isBefore(cursor.position, origin.range.start) && !isBefore(origin.range.end, cursor.position);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** A piece of text that is shown as it is, or a character that cannot be seen and gets a mark. */
export interface Piece {
  readonly text: string;
  /** `nl` newline, `cr` carriage return, `tab`, `sp` a space that would be overlooked, `odd` a character without a shape of its own. */
  readonly mark?: 'nl' | 'cr' | 'tab' | 'sp' | 'odd';
}

// Single spaces between words can be seen; those at the ends of a line or of the turn, and runs of them, cannot.
const invisible = /\n|\r|\t|(?<=^|[\n ]) | (?=$|[\n ])|[\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060\u3000\ufeff]/gu;
const marks: Readonly<Record<string, Piece['mark']>> = { '\n': 'nl', '\r': 'cr', '\t': 'tab', ' ': 'sp' };

/**
 * Splits a text at the characters that a reader would overlook. Joined again the pieces are the text.
 * @param before the character in front of the text on the page, '' where nothing is shown there: a space between two words of two pieces is seen
 * @param after the character behind it
 */
export function markInvisible(text: string, before = '', after = ''): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of (before + text + after).matchAll(invisible)) {
    const { 0: found } = match;
    const index = match.index - before.length;
    if (index < 0 || index >= text.length) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ text: found, mark: marks[found] ?? 'odd' });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
