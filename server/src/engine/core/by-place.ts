import { firstIndex } from './binary-search.js';

/** Things that stand in a text, found by their place without a look at all of them. */
export class ByPlace<T> {
  private readonly sorted: readonly { readonly at: number; readonly order: number; readonly item: T }[];

  /** @param placeOf the offset at which an item stands */
  constructor(items: readonly T[], placeOf: (item: T) => number) {
    this.sorted = items.map((item, order) => ({ at: placeOf(item), order, item })).sort((a, b) => a.at - b.at);
  }

  /** What stands from `start` up to `end`, that itself left out, in the order in which it was given. */
  within(start: number, end: number): T[] {
    const here = [];
    const first = firstIndex(this.sorted.length, (i) => this.sorted[i]!.at >= start);
    for (let i = first; i < this.sorted.length && this.sorted[i]!.at < end; i++) here.push(this.sorted[i]!);
    return here.sort((a, b) => a.order - b.order).map(({ item }) => item);
  }
}
