import type { UnknownValue, Value } from '../../../core/value.js';
import { call, typeError } from '../call-arguments.js';
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
  const unknown = entries.map((e) => findUnknown(e.key)).find((u) => u !== undefined);
  if (unknown) return unknown;
  if (reverse) entries.reverse();
  const sorted = mergeSort(runtime, entries);
  if (reverse) sorted.reverse();
  return sorted.map((e) => e.value);
}

interface Entry {
  readonly value: Value;
  readonly key: Value;
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
