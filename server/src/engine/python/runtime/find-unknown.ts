import type { TracedText } from '../../core/traced-text.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { NumpyIntValue } from './objects.js';

/** The unknown value that a value is, or that it holds somewhere inside: its text cannot be known then. */
export function findUnknown(value: Value): UnknownValue | undefined {
  return search(value, new Set());
}

function search(value: Value, seen: Set<Value>): UnknownValue | undefined {
  if (value.kind === 'unknown') return value;
  if (value.kind !== 'list' && value.kind !== 'tuple' && value.kind !== 'dict' && value.kind !== 'set') return undefined;
  if (seen.has(value)) return undefined;
  seen.add(value);
  for (const item of within(value)) {
    const unknown = search(item, seen);
    if (unknown) return unknown;
  }
  return undefined;
}

function* within(value: Extract<Value, { kind: 'list' | 'tuple' | 'dict' | 'set' }>): Iterable<Value> {
  if (value.kind === 'set') yield* value.members.values();
  else if (value.kind !== 'dict') yield* value.items;
  else
    for (const entry of value.entries.values()) {
      yield entry.key;
      yield entry.value;
    }
}

/**
 * What cannot be known in the text of a value: the value is unknown, holds an unknown one, or its text holds an address in memory.
 * @param text what `str`, `repr` or `format` made of the value
 */
export function unknownInText(value: Value, text: TracedText): UnknownValue | undefined {
  if (
    value.kind === 'str' ||
    (value.kind === 'int' && !(value instanceof NumpyIntValue)) ||
    value.kind === 'float' ||
    value.kind === 'bool' ||
    value.kind === 'none'
  )
    return undefined;
  for (const { origin } of text.pieces) if (origin.kind === 'unknown') return new UnknownValue(origin.reason, origin.span ?? value.span);
  return undefined;
}
