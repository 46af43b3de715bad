import { DictValue, ListValue, UnknownValue, type Value } from '../core/value.js';

/** The value with each text that has an unknown part as an unknown value: a text with a hole is not what the model would get. */
export function withoutUnknowns(value: Value): Value {
  switch (value.kind) {
    case 'str':
      for (const { origin } of value.traced.pieces) if (origin.kind === 'unknown') return new UnknownValue(origin.reason, value.span);
      return value;
    case 'list':
      return new ListValue(value.items.map(withoutUnknowns), value.span);
    case 'dict': {
      const dict = new DictValue(value.span, value.className);
      for (const [id, entry] of value.entries) dict.entries.set(id, { ...entry, value: withoutUnknowns(entry.value) });
      return dict;
    }
    default:
      return value;
  }
}
