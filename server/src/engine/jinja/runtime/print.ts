import type { Span } from '../../core/span.js';
import { mostPieces, TracedText, type Origin, type Piece } from '../../core/traced-text.js';
import type { Value } from '../../core/value.js';
import { flatText } from '../../python/runtime/flat-text.js';
import type { JinjaAt } from '../syntax/jinja-ast.js';
import type { Rendering } from './rendering.js';
import { jinjaText } from './jinja-semantics.js';

type RowOrigin = Extract<Origin, { kind: 'row' }>;

/**
 * What `{{ expression }}` prints. Text of the row says by which expression it was put in; numbers and lists of the row, which have no text of
 * their own there, get the row's origin as a whole.
 * @throws PyError UndefinedError
 */
export function printed(rendering: Rendering, value: Value, expression: JinjaAt): TracedText {
  const large = largeCell(rendering, value, expression);
  if (large) return large;
  const text = jinjaText(rendering, value);
  if (text.length === 0) return TracedText.empty;
  return new TracedText(text.text, () => {
    const placeholder = rendering.spanOf(expression);
    const whole = rendering.row.originOf(value);
    return text.pieces.map((piece) => placed(piece, placeholder, whole));
  });
}

/** Values of which the text has more pieces than a text is followed in. */
const manyValues = mostPieces / 2;

/** A list or dict of the row that is so large that its text is no more than the row's as a whole; undefined for any other value. */
function largeCell(rendering: Rendering, value: Value, expression: JinjaAt): TracedText | undefined {
  const whole = rendering.row.originOf(value);
  const cell = value.kind === 'list' || value.kind === 'dict' ? value.untouchedCopyOf : undefined;
  if (!whole || !cell || countValues(cell, manyValues) <= manyValues) return undefined;
  rendering.writeOut(cell);
  const text = flatText(cell);
  return text === undefined ? undefined : TracedText.of(text, rowOrigin(whole, rendering.spanOf(expression)));
}

/** How many values there are within one, as far as that is not more than `most` by far. */
function countValues(value: Value, most: number): number {
  if (value.kind !== 'list' && value.kind !== 'dict') return 1;
  let count = 1;
  const parts = value.kind === 'list' ? value.items : Array.from(value.entries.values(), (entry) => entry.value);
  for (const part of parts) {
    count += countValues(part, most - count);
    if (count > most) break;
  }
  return count;
}

function placed(piece: Piece, placeholder: Span | undefined, whole: RowOrigin | undefined): Piece {
  const { origin } = piece;
  const row = origin.kind === 'row' ? origin : origin.kind === 'source' ? whole : undefined;
  return row ? { ...piece, origin: rowOrigin(row, placeholder) } : piece;
}

function rowOrigin(row: RowOrigin, placeholder: Span | undefined): RowOrigin {
  return { ...row, ...(placeholder && placeholder.file !== '' && { placeholder }) };
}
