import { charge } from '../../core/cost.js';
import { say } from '../../core/say.js';
import type { Value } from '../../core/value.js';
import { ordering } from '../../python/runtime/operators/ordering.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { isMissing, unfollowed, type Cells } from './cells.js';

/** Whether a cell stands before another. @throws PyError TypeError where they have no order; UnknownSignal */
export function isBefore(a: Value, b: Value): boolean {
  const answer = ordering('<', a, b);
  if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
  return answer;
}

/** As `Array.sort` asks for it. @throws as `isBefore` */
export function compareCells(a: Value, b: Value): number {
  return isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0;
}

/** `nargsort` (pandas 2.2 `core/sorting.py`): the places in order, those of missing cells last. @param stable with `kind='stable'` or `'mergesort'` */
export function sortedPlaces(column: Cells, ascending: boolean, stable: boolean): number[] {
  const { cells } = column;
  charge(cells.length * 8);
  const places = cells.map((_cell, at) => at);
  const present = places.filter((at) => !isMissing(cells[at]!));
  const missing = places.filter((at) => isMissing(cells[at]!));
  if (!ascending) present.reverse();
  const sorted = stable ? stably(cells, present) : quickly(column, present);
  if (!ascending) sorted.reverse();
  return [...sorted, ...missing];
}

function stably(cells: readonly Value[], places: readonly number[]): number[] {
  return [...places].sort((a, b) => compareCells(cells[a]!, cells[b]!));
}

/**
 * numpy sorts objects with a quicksort of its own (`npysort/quicksort.cpp`, `npy_aquicksort`), which is the same everywhere; how it puts equal numbers in order depends on the processor.
 */
function quickly({ dtype, cells }: Cells, places: readonly number[]): number[] {
  if (dtype === 'int64' || dtype === 'float64') {
    const sorted = stably(cells, places);
    const twice = sorted.some((at, i) => i > 0 && !isBefore(cells[sorted[i - 1]!]!, cells[at]!));
    return twice ? unfollowed(say`in which order equal numbers come depends on the processor`) : sorted;
  }
  const sorted = quicksort(places, (a, b) => isBefore(cells[a]!, cells[b]!));
  // pandas 3 keeps equal texts in order.
  const inOrder = dtype === 'object' ? stably(cells, places) : sorted;
  return sorted.every((at, i) => at === inOrder[i])
    ? sorted
    : unfollowed(say`in which order equal texts come depends on the release of pandas`);
}

const small = 15;

/** numpy's indirect quicksort: median of three, the larger part later, short parts by insertion. It falls back to a heap where it gets too deep, which is not followed. */
function quicksort(places: readonly number[], before: (a: number, b: number) => boolean): number[] {
  const v = [...places];
  const swap = (a: number, b: number): void => {
    [v[a], v[b]] = [v[b]!, v[a]!];
  };
  const stack: [number, number, number][] = [];
  let left = 0;
  let right = v.length - 1;
  let depth = Math.floor(Math.log2(Math.max(1, v.length))) * 2;
  for (;;) {
    if (depth < 0) return unfollowed(say`this order of a DataFrame is not followed`);
    while (right - left > small) {
      const middle = left + ((right - left) >> 1);
      if (before(v[middle]!, v[left]!)) swap(middle, left);
      if (before(v[right]!, v[middle]!)) swap(right, middle);
      if (before(v[middle]!, v[left]!)) swap(middle, left);
      const pivot = v[middle]!;
      let i = left;
      let j = right - 1;
      swap(middle, j);
      for (;;) {
        do i++;
        while (before(v[i]!, pivot));
        do j--;
        while (before(pivot, v[j]!));
        if (i >= j) break;
        swap(i, j);
      }
      swap(i, right - 1);
      depth--;
      if (i - left < right - i) {
        stack.push([i + 1, right, depth]);
        right = i - 1;
      } else {
        stack.push([left, i - 1, depth]);
        left = i + 1;
      }
    }
    insertion(v, left, right, before);
    const next = stack.pop();
    if (!next) return v;
    [left, right, depth] = next;
  }
}

function insertion(v: number[], left: number, right: number, before: (a: number, b: number) => boolean): void {
  for (let i = left + 1; i <= right; i++) {
    const one = v[i]!;
    let j = i;
    while (j > left && before(one, v[j - 1]!)) {
      v[j] = v[j - 1]!;
      j--;
    }
    v[j] = one;
  }
}

/** Places by several columns, the first one first: equal rows stay in order (`lexsort_indexer`). */
export function sortedByAll(columns: readonly Cells[], ascending: readonly boolean[]): number[] {
  const count = columns[0]?.cells.length ?? 0;
  return Array.from({ length: count }, (_, at) => at).sort((a, b) => {
    for (const [i, { cells }] of columns.entries()) {
      const order = compared(cells[a]!, cells[b]!, ascending[i]!);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

function compared(a: Value, b: Value, ascending: boolean): number {
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
  if (isBefore(a, b)) return ascending ? -1 : 1;
  return isBefore(b, a) ? (ascending ? 1 : -1) : 0;
}
