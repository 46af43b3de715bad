import { firstIndex } from './binary-search.js';
import type { Span } from './span.js';

/** A stretch of a text: UTF-16 offsets, the end left out. */
type Stretch = Pick<Span, 'start' | 'end'>;

/**
 * Which of some stretches of one text enclose another one, found without a look at all of them: in a tree over those that are sorted by their start, each
 * branch knows how far its stretches reach.
 */
export class Enclosing<T extends Stretch> {
  private readonly sorted: readonly T[];
  /** The leaves of the tree: a power of two. Branch `i` has the branches `2i` and `2i + 1`. */
  private readonly leaves: number;
  /** How far the stretches of a branch reach. */
  private readonly reach: Float64Array;

  constructor(stretches: readonly T[]) {
    this.sorted = stretches.toSorted((a, b) => a.start - b.start);
    this.leaves = 2 ** Math.ceil(Math.log2(Math.max(1, stretches.length)));
    this.reach = new Float64Array(2 * this.leaves).fill(-1);
    this.sorted.forEach(({ end }, i) => (this.reach[this.leaves + i] = end));
    for (let i = this.leaves - 1; i > 0; i--) this.reach[i] = Math.max(this.reach[2 * i]!, this.reach[2 * i + 1]!);
  }

  /** Those that enclose `inner`, itself included, by their start. */
  of({ start, end }: Stretch): T[] {
    const behind = firstIndex(this.sorted.length, (i) => this.sorted[i]!.start > start);
    const found: T[] = [];
    const look = (branch: number, first: number, count: number): void => {
      if (first >= behind || this.reach[branch]! < end) return;
      if (count === 1) {
        found.push(this.sorted[first]!);
        return;
      }
      look(2 * branch, first, count / 2);
      look(2 * branch + 1, first + count / 2, count / 2);
    };
    look(1, 0, this.leaves);
    return found;
  }
}

/** Whether one of some stretches of a text lies within another one, told without a look at all of them. */
export class LyingWithin {
  private readonly sorted: readonly Stretch[];
  /** The nearest end of this stretch and of all that start behind it. */
  private readonly nearestEnd: Float64Array;

  constructor(stretches: readonly Stretch[]) {
    this.sorted = stretches.toSorted((a, b) => a.start - b.start);
    this.nearestEnd = new Float64Array(stretches.length);
    let nearest = Infinity;
    for (let i = stretches.length - 1; i >= 0; i--) this.nearestEnd[i] = nearest = Math.min(nearest, this.sorted[i]!.end);
  }

  /** Whether `outer` encloses one of them. */
  some({ start, end }: Stretch): boolean {
    const first = firstIndex(this.sorted.length, (i) => this.sorted[i]!.start >= start);
    return first < this.sorted.length && this.nearestEnd[first]! <= end;
  }
}
