import type { Span } from '../../../core/span.js';
import { TracedText, type Origin } from '../../../core/traced-text.js';
import { PlaceholderValue } from '../../../python/runtime/placeholder.js';
import { DictValue, ListValue, StrValue, TupleValue, type Value } from '../../../core/value.js';

/** Which row a document is: what the origins of its texts say. */
export interface DocPlace {
  readonly split: 'train' | 'test';
  readonly index: number;
}

/** A row on its way into templates: its texts know the row and the column that they come from. */
export function rowDoc(row: DictValue, split: 'train' | 'test', index: number): DictValue {
  const doc = new DictValue(row.span);
  for (const [id, entry] of row.entries) {
    const column = entry.key.kind === 'str' ? entry.key.text : '';
    doc.entries.set(id, {
      ...entry,
      value: ofRow(entry.value, (span) => ({ kind: 'row', split, index, column, ...(span.file !== '' && { span }) })),
    });
  }
  return doc;
}

function ofRow(value: Value, origin: (span: Span) => Origin): Value {
  switch (value.kind) {
    case 'str':
      if (value instanceof PlaceholderValue) return value;
      return value.traced.pieces.some((piece) => piece.origin.kind === 'unknown')
        ? value
        : new StrValue(TracedText.of(value.text, origin(value.span)), value.span);
    case 'list':
      return new ListValue(() => value.items.map((item) => ofRow(item, origin)), value.span);
    case 'tuple':
      return new TupleValue(
        value.items.map((item) => ofRow(item, origin)),
        value.span,
      );
    case 'dict':
      return new DictValue(
        value.span,
        value.className,
        () => new Map([...value.entries].map(([id, entry]) => [id, { ...entry, value: ofRow(entry.value, origin) }])),
      );
    default:
      return value;
  }
}

/** The text with the place at which it is put in on every piece of a row that has none. */
export function placedAt(text: TracedText, placeholder: Span): TracedText {
  if (placeholder.file === '' || !text.pieces.some(({ origin }) => lacksPlace(origin))) return text;
  return new TracedText(
    text.text,
    text.pieces.map((piece) => (lacksPlace(piece.origin) ? { ...piece, origin: { ...piece.origin, placeholder } } : piece)),
  );
}

function lacksPlace(origin: Origin): boolean {
  return origin.kind === 'row' && origin.placeholder === undefined;
}
