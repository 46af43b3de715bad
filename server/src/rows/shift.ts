import type { Span } from '../text/span.js';
import { TracedText, type Piece } from '../text/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, type Value } from '../value.js';

/** A value of JSON with all its spans moved by `offset`: for a text that was read as a part of a larger one. */
export function shifted(value: Value, offset: number): Value {
  if (offset === 0) return value;
  const span = shiftedSpan(value.span, offset);
  switch (value.kind) {
    case 'none':
      return new NoneValue(span);
    case 'bool':
      return new BoolValue(value.value, span);
    case 'int':
      return new IntValue(value.value, span);
    case 'float':
      return new FloatValue(value.value, span);
    case 'str':
      return shiftedText(value, span, offset);
    case 'list':
      return new ListValue(value.items.map((item) => shifted(item, offset)), span);
    case 'dict':
      return shiftedDict(value, span, offset);
    default:
      return value;
  }
}

function shiftedText(value: StrValue, span: Span, offset: number): StrValue {
  return new StrValue(new TracedText(value.text, () => value.traced.pieces.map((piece) => shiftedPiece(piece, offset))), span);
}

function shiftedPiece(piece: Piece, offset: number): Piece {
  const { origin } = piece;
  return origin.kind === 'source' ? { ...piece, origin: { ...origin, span: shiftedSpan(origin.span, offset) } } : piece;
}

function shiftedDict(value: DictValue, span: Span, offset: number): DictValue {
  const result = new DictValue(span, value.className);
  for (const [key, entry] of value.entries)
    result.entries.set(key, {
      key: shifted(entry.key, offset),
      value: shifted(entry.value, offset),
      keySpan: shiftedSpan(entry.keySpan, offset),
      valueSpan: shiftedSpan(entry.valueSpan, offset),
    });
  return result;
}

function shiftedSpan(span: Span, offset: number): Span {
  return { file: span.file, start: span.start + offset, end: span.end + offset };
}
