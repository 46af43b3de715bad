import type { FileId, Span } from '../core/span.js';
import { touches } from '../core/span.js';
import type { Value } from '../core/value.js';

/** Most values are small; a generated one of millions of items is only looked at so far. */
const enough = 50_000;

/** The spans of values and of all that they hold: values, keys, and the expressions that gave the values. Shared parts come once. */
export function* spansWithin(...values: readonly Value[]): IterableIterator<Span> {
  const seen = new Set<Value>();
  const waiting: Value[] = [...values];
  while (waiting.length > 0 && seen.size < enough) {
    const next = waiting.pop()!;
    if (seen.has(next)) continue;
    seen.add(next);
    yield next.span;
    if (next.kind === 'dict') {
      for (const entry of next.entries.values()) {
        yield entry.keySpan;
        yield entry.valueSpan;
        waiting.push(entry.value);
      }
    } else if (next.kind === 'list' || next.kind === 'tuple') for (const item of next.items) waiting.push(item);
    if (next.kind === 'str') for (const { origin } of next.traced.pieces) if (origin.kind === 'source') yield origin.span;
  }
}

/** Whether a place in a document belongs to the value or to anything that it holds. */
export function holdsPlace(value: Value, file: FileId, offset: number): boolean {
  for (const span of spansWithin(value)) if (span.file === file && touches(span, offset)) return true;
  return false;
}
