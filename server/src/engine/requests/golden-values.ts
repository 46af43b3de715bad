import { DictValue, FloatValue, IntValue, ListValue, RefValue, SetValue, type Value } from '../core/value.js';
import { keyOf } from '../python/runtime/semantics.js';

/**
 * Reads the marks of the answers' JSON back in a request's values: `{"$ref": "module.name"}`, `{"$function": "module.name"}`, `{"$dict": [[key, value], …]}`, `{"$set": […]}`,
 * `{"$int": "…"}`, `{"$float": "…"}`. Anything else is taken as it is.
 */
export function fromMarks(value: Value): Value {
  if (value.kind === 'list') return new ListValue(value.items.map(fromMarks), value.span);
  if (value.kind !== 'dict') return value;
  return marked(value) ?? plain(value);
}

function plain(dict: DictValue): DictValue {
  const result = new DictValue(dict.span);
  for (const [key, entry] of dict.entries) result.entries.set(key, { ...entry, value: fromMarks(entry.value) });
  return result;
}

function marked(dict: DictValue): Value | undefined {
  const [first] = dict.entries.values();
  if (first?.key.kind !== 'str' || !first.key.text.startsWith('$')) return undefined;
  const { value } = first;
  switch (first.key.text) {
    case '$ref':
      return value.kind === 'str' ? new RefValue(value.text, dict.span, kindOf(dict)) : undefined;
    case '$function':
      return value.kind === 'str' ? new RefValue(value.text, dict.span, 'function') : undefined;
    case '$int':
      return value.kind === 'str' && /^-?\d+$/.test(value.text) ? new IntValue(BigInt(value.text), dict.span) : undefined;
    case '$float':
      return value.kind === 'str' ? new FloatValue(floats.get(value.text) ?? Number(value.text), dict.span) : undefined;
    case '$set':
      return value.kind === 'list'
        ? new SetValue(new Map(value.items.map(fromMarks).map((item) => [keyOf(item), item])), dict.span)
        : undefined;
    case '$dict':
      return value.kind === 'list' ? fromPairs(value, dict) : undefined;
    default:
      return undefined;
  }
}

const floats: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
  ['nan', NaN],
]);

const kinds = ['class', 'function', 'builtin', 'module'] as const;

function kindOf(dict: DictValue): RefValue['refKind'] {
  const kind = dict.get('$kind');
  return kinds.find((known) => kind?.kind === 'str' && kind.text === known) ?? 'lazy';
}

function fromPairs(pairs: ListValue, dict: DictValue): DictValue {
  const result = new DictValue(dict.span);
  for (const pair of pairs.items) {
    if (pair.kind !== 'list' || pair.items.length !== 2) continue;
    const [key, value] = pair.items.map(fromMarks) as [Value, Value];
    result.entries.set(keyOf(key), { key, value, keySpan: key.span, valueSpan: value.span });
  }
  return result;
}
