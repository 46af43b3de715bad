import { movedValue } from '../core/moved-value.js';
import type { Span } from '../core/span.js';
import { TracedText, type Piece } from '../core/traced-text.js';
import type { Value } from '../core/value.js';

/** A value of JSON with all its spans moved by `offset`: for a text that was read as a part of a larger one. */
export function shifted(value: Value, offset: number): Value {
  if (offset === 0) return value;
  return movedValue(value, { span: (span) => shiftedSpan(span, offset), text: (text) => shiftedText(text, offset) });
}

function shiftedText(text: TracedText, offset: number): TracedText {
  return new TracedText(text.text, () => text.pieces.map((piece) => shiftedPiece(piece, offset)));
}

function shiftedPiece(piece: Piece, offset: number): Piece {
  const { origin } = piece;
  return origin.kind === 'source' ? { ...piece, origin: { ...origin, span: shiftedSpan(origin.span, offset) } } : piece;
}

function shiftedSpan(span: Span, offset: number): Span {
  return { file: span.file, start: span.start + offset, end: span.end + offset };
}
