import type { Value } from '../../core/value.js';
import { clamp, typeError, valueError } from './call-arguments.js';
import type { SliceValue } from './objects.js';
import { asInteger } from './semantics.js';

/** A slice applied to a sequence: `count` indices from `start`, each `step` on. `stop` as `slice.indices` gives it. */
export interface Indices {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly count: number;
}

/** `slice.indices(length)`. @throws PyError ValueError for a step of 0, TypeError for bounds that are no ints */
export function sliceIndices(slice: SliceValue, length: number): Indices {
  const step = bound(slice.step) ?? 1;
  if (step === 0) throw valueError('slice step cannot be zero');
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const place = (v: Value, absent: number): number => {
    const at = bound(v);
    if (at === undefined) return absent;
    return Math.max(low, Math.min(high, at < 0 ? at + length : at));
  };
  const start = place(slice.start, step > 0 ? low : high);
  const stop = place(slice.stop, step > 0 ? high : low);
  const count = Math.max(0, step > 0 ? Math.ceil((stop - start) / step) : Math.ceil((start - stop) / -step));
  return { start, stop, step, count };
}

function bound(v: Value): number | undefined {
  if (v.kind === 'none') return undefined;
  const n = asInteger(v);
  if (n === undefined) throw typeError('slice indices must be integers or None or have an __index__ method');
  return clamp(n);
}

/** The items at the indices of a slice. */
export function pick<T>(items: readonly T[], { start, step, count }: Indices): T[] {
  if (step === 1) return items.slice(start, start + count);
  const picked: T[] = [];
  for (let i = 0, at = start; i < count; i++, at += step) picked.push(items[at]!);
  return picked;
}
