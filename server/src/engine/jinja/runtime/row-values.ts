import type { Origin } from '../../core/traced-text.js';
import { TracedText } from '../../core/traced-text.js';
import {
  BoolValue,
  DictValue,
  type DictEntry,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  StrValue,
  TupleValue,
  type Value,
} from '../../core/value.js';

/** Which row a document is: what the origins of its text say. */
export interface RowPlace {
  readonly split: 'train' | 'test';
  readonly index: number;
}

type RowOrigin = Extract<Origin, { kind: 'row' }>;

/** The columns of a row on their way into a template: each value knows from which column it came. */
export class RowValues {
  private readonly columns = new Map<string, Value | undefined>();
  private readonly origins = new WeakMap<Value, RowOrigin>();

  constructor(
    private readonly doc: DictValue,
    private readonly place: RowPlace,
  ) {}

  /** The value of a column, always the same object; undefined where the row has none of that name. */
  column(name: string): Value | undefined {
    if (this.columns.has(name)) return this.columns.get(name);
    const value = this.doc.get(name);
    const marked = value && this.marked(value, name);
    this.columns.set(name, marked);
    return marked;
  }

  /** The row that a value, or what it is a part of, comes from; undefined for a value that the template made. */
  originOf(value: Value): RowOrigin | undefined {
    return this.origins.get(value);
  }

  /** A copy of a column's value, or of a value within it, whose text says where it comes from. */
  private marked(value: Value, column: string): Value {
    const { span } = value;
    const origin: RowOrigin = { kind: 'row', ...this.place, column, ...(span.file !== '' && { span }) };
    const copy = this.copied(value, column, origin);
    if (copy !== value) this.origins.set(copy, origin);
    return copy;
  }

  private copied(value: Value, column: string, origin: RowOrigin): Value {
    switch (value.kind) {
      case 'str':
        return new StrValue(rowText(value.traced, origin), value.span);
      // What is in it is copied when somebody looks: there may be a hundred thousand values.
      case 'list':
        return new ListValue({ of: value, parts: ({ items }) => items.map((item) => this.marked(item, column)) }, value.span);
      case 'tuple':
        return new TupleValue(
          value.items.map((item) => this.marked(item, column)),
          value.span,
        );
      case 'dict':
        return new DictValue(value.span, value.className, { of: value, parts: (of) => this.copiedEntries(of, column) });
      case 'int':
        return new IntValue(value.value, value.span);
      case 'float':
        return new FloatValue(value.value, value.span);
      case 'bool':
        return new BoolValue(value.value, value.span);
      case 'none':
        return new NoneValue(value.span);
      default:
        return value;
    }
  }

  private copiedEntries({ entries }: DictValue, column: string): Map<string, DictEntry> {
    return new Map(
      [...entries].map(([id, entry]) => [id, { ...entry, key: this.marked(entry.key, column), value: this.marked(entry.value, column) }]),
    );
  }
}

/** The same text as a column's; what already comes from a row, or cannot be known, stays as it is. */
function rowText(text: TracedText, origin: RowOrigin): TracedText {
  if (text.length === 0) return text;
  return new TracedText(text.text, () => text.pieces.map((piece) => (piece.origin.kind === 'source' ? { ...piece, origin } : piece)));
}
