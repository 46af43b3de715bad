import type { UnknownValue, Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import { call, typeError, unknown } from '../call-arguments.js';
import { findUnknown } from '../find-unknown.js';
import { ordering } from './ordering.js';
import type { Arguments, Runtime } from '../runtime.js';
import { truthy } from '../semantics.js';

export interface SortArguments {
  readonly key: Value | undefined;
  readonly reverse: boolean | UnknownValue;
}

/** The `key` and `reverse` of `sort`, `sorted`. @param positional how many positional arguments the function takes beside them */
export function sortArguments(name: string, args: Arguments, positional: number): SortArguments {
  if (args.positional.length > positional)
    throw typeError(`${name} expected ${String(positional)} argument${positional === 1 ? '' : 's'}, got ${String(args.positional.length)}`);
  for (const keyword of args.keywords.keys())
    if (keyword !== 'key' && keyword !== 'reverse') throw typeError(`'${keyword}' is an invalid keyword argument for ${name}()`);
  const key = args.keywords.get('key');
  const reverse = args.keywords.get('reverse');
  return { key: key?.kind === 'none' ? undefined : key, reverse: reverse ? truthy(reverse) : false };
}

/**
 * The values in order, equal ones as they stood; an unknown value where the order depends on one.
 * @throws PyError TypeError where two values have no order
 */
export function sortValues(
  runtime: Runtime,
  items: readonly Value[],
  key: Value | undefined,
  reverse: boolean | UnknownValue,
): Value[] | UnknownValue {
  if (typeof reverse !== 'boolean') return reverse;
  if (key?.kind === 'unknown') return key;
  runtime.step(items.length);
  const entries: Entry[] = items.map((value) => ({ value, key: key ? call(runtime, key, value) : value }));
  if (entries.length < 2) return [...items];
  const hole = entries.map((e) => findUnknown(e.key)).find((u) => u !== undefined);
  if (hole) return hole;
  if (entries.length >= longRun && entries.some((e) => e.key.kind === 'float' && Number.isNaN(e.key.value)))
    return unknown(runtime, say`in which order Python leaves many values with nan among them is not modelled`);
  if (reverse) entries.reverse();
  const sorted = entries.length < longRun ? insertionSort(runtime, entries) : mergeSort(runtime, entries);
  if (reverse) sorted.reverse();
  return sorted.map((e) => e.value);
}

interface Entry {
  readonly value: Value;
  readonly key: Value;
}

/** Up to how many values Python sorts in one run (CPython 3.11 `Objects/listobject.c`, `merge_compute_minrun`). */
const longRun = 64;

/** As Python sorts a short list: which values it compares decides what it raises, and what comes of values without an order, as nan. */
function insertionSort(runtime: Runtime, entries: readonly Entry[]): Entry[] {
  const less = (a: Entry, b: Entry): boolean => {
    runtime.step(2);
    return ordering('<', a.key, b.key) === true;
  };
  const sorted = firstRun(entries, less);
  for (const entry of entries.slice(sorted.length)) {
    let from = 0;
    let to = sorted.length;
    while (from < to) {
      const middle = from + ((to - from) >> 1);
      if (less(entry, sorted[middle]!)) to = middle;
      else from = middle + 1;
    }
    sorted.splice(from, 0, entry);
  }
  return sorted;
}

/** The values at the begin that are in order already, or in strictly falling order, which is turned. */
function firstRun(entries: readonly Entry[], less: (a: Entry, b: Entry) => boolean): Entry[] {
  const falls = less(entries[1]!, entries[0]!);
  let count = 2;
  while (count < entries.length && less(entries[count]!, entries[count - 1]!) === falls) count++;
  const run = entries.slice(0, count);
  return falls ? run.reverse() : run;
}

/** Stable, and asks only whether one value is less than another, as Python's own sort does. */
function mergeSort(runtime: Runtime, entries: Entry[]): Entry[] {
  if (entries.length < 2) return entries;
  const middle = entries.length >> 1;
  const left = mergeSort(runtime, entries.slice(0, middle));
  const right = mergeSort(runtime, entries.slice(middle));
  const result: Entry[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    runtime.step(2);
    result.push(ordering('<', right[j]!.key, left[i]!.key) === true ? right[j++]! : left[i++]!);
  }
  return [...result, ...left.slice(i), ...right.slice(j)];
}
