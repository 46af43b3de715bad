import type { Span } from './span.js';
import type { TracedText } from './traced-text.js';
import {
  BoolValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  RefValue,
  StrValue,
  TupleValue,
  UnknownValue,
  type Value,
} from './value.js';

/** Where things come to stand whose text is a part of another one. */
export interface Move {
  span(span: Span): Span;
  text(text: TracedText): TracedText;
}

/** A copy of a value read from YAML or JSON with all its places moved. Values that are shared in it stay shared. */
export function movedValue(value: Value, move: Move): Value {
  return new Mover(move).value(value);
}

class Mover {
  /** Aliases share their values. */
  private readonly done = new Map<Value, Value>();

  constructor(private readonly move: Move) {}

  value(value: Value): Value {
    let moved = this.done.get(value);
    if (!moved) this.done.set(value, (moved = this.moved(value)));
    return moved;
  }

  private moved(value: Value): Value {
    const span = this.move.span(value.span);
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
        return new StrValue(this.move.text(value.traced), span);
      case 'list':
        return new ListValue(
          value.items.map((item) => this.value(item)),
          span,
        );
      case 'tuple':
        return new TupleValue(
          value.items.map((item) => this.value(item)),
          span,
        );
      case 'dict':
        return this.dict(value, span);
      case 'ref':
        return new RefValue(value.path, span, value.refKind);
      case 'unknown':
        return new UnknownValue(value.reason, span);
      default:
        return value;
    }
  }

  private dict(dict: DictValue, span: Span): DictValue {
    const moved = new DictValue(span, dict.className);
    for (const [id, { key, value, keySpan, valueSpan }] of dict.entries)
      moved.entries.set(id, {
        key: this.value(key),
        value: this.value(value),
        keySpan: this.move.span(keySpan),
        valueSpan: this.move.span(valueSpan),
      });
    return moved;
  }
}
