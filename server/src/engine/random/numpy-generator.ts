import { charge, checkSize } from '../core/cost.js';
import { Pcg64 } from './pcg64.js';
import { cumulated, searchSorted } from './weights.js';

/**
 * numpy's `Generator`, as `np.random.default_rng(seed)` makes it (numpy 1.26 and 2, `numpy/random/_generator.pyx`), on numbers alone. Whoever asks checks
 * what numpy raises for.
 */
export class NumpyGenerator {
  private constructor(private readonly bits: Pcg64) {}

  /** `default_rng(seed)` for an integer from 0, or a list of such. */
  static ofEntropy(...entropy: readonly bigint[]): NumpyGenerator {
    return new NumpyGenerator(Pcg64.ofEntropy(entropy));
  }

  /** `random()`: a float in [0, 1). */
  random(): number {
    return this.bits.nextDouble();
  }

  /** `uniform(low, high)`. */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** `integers(low, high)`: an int from `low` to `high` − 1, both safe integers. */
  integers(low: number, high: number): number {
    return low + this.upTo(high - low - 1);
  }

  /** `permutation(size)`, and which positions of a sequence of `size` `shuffle` leaves. */
  permutation(size: number): number[] {
    checkSize(size);
    const order = Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i--) {
      const j = this.interval(i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }

  /** `choice(size, count, replace=False)`, with its own shuffle unless `shuffle` is false. `count` is at most `size`. */
  choice(size: number, count: number, shuffle = true): number[] {
    checkSize(count);
    if (size > 10_000 && count > Math.floor(size / (shuffle ? 50 : 20))) return this.tailOfShuffled(size, count);
    const drawn = new Set<number>();
    for (let last = size - count; last < size; last++) {
      const value = this.upTo(last);
      drawn.add(drawn.has(value) ? last : value);
    }
    const order = [...drawn];
    if (shuffle) this.shuffleFrom(order, 1);
    return order;
  }

  /** `choice(size, count)`, with replacement. `size` is at least 1. */
  choiceReplaced(size: number, count: number): number[] {
    checkSize(count);
    charge(count);
    return Array.from({ length: count }, () => this.upTo(size - 1));
  }

  /** `choice(len(p), count, p=p)`, with replacement. */
  weightedChoiceReplaced(p: readonly number[], count: number): number[] {
    checkSize(count);
    charge(p.length + count);
    const sums = cumulated(p);
    return Array.from({ length: count }, () => searchSorted(sums, this.random()));
  }

  private tailOfShuffled(size: number, count: number): number[] {
    checkSize(size);
    charge(size);
    const order = Array.from({ length: size }, (_, i) => i);
    this.shuffleFrom(order, Math.max(size - count, 1));
    return order.slice(size - count);
  }

  /** Draws for the positions from the last down to `first`. */
  private shuffleFrom(order: number[], first: number): void {
    for (let i = order.length - 1; i >= first; i--) {
      const j = this.upTo(i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
  }

  /** `random_interval`, which shuffles alone ask: an int from 0 to `max`; bits beyond those of `max` are masked off, and what is above is drawn again. */
  private interval(max: number): number {
    const mask = 0xffffffff >>> Math.clz32(max);
    let drawn = (this.bits.next32() & mask) >>> 0;
    while (drawn > max) drawn = (this.bits.next32() & mask) >>> 0;
    return drawn;
  }

  /** `random_bounded_uint64`: an int from 0 to `max`, by D. Lemire's multiplication. */
  private upTo(max: number): number {
    if (max === 0) return 0;
    if (max > 0xffffffff) return Number(this.wideUpTo(BigInt(max) + 1n));
    if (max === 0xffffffff) return this.bits.next32();
    const bound = max + 1;
    let [high, low] = product(this.bits.next32(), bound);
    if (low < bound) {
      const threshold = (4294967296 - bound) % bound;
      while (low < threshold) [high, low] = product(this.bits.next32(), bound);
    }
    return high;
  }

  private wideUpTo(bound: bigint): bigint {
    const threshold = ((1n << 64n) - bound) % bound;
    let all = this.bits.next64() * bound;
    while (BigInt.asUintN(64, all) < threshold) all = this.bits.next64() * bound;
    return all >> 64n;
  }
}

/** The upper and the lower 32 bits of the product of two numbers of 32 bits. */
function product(a: number, b: number): [number, number] {
  const low = (a & 0xffff) * b;
  const high = (a >>> 16) * b;
  const lower = low + (high % 65536) * 65536;
  return [Math.floor(high / 65536) + Math.floor(lower / 4294967296), lower % 4294967296];
}
