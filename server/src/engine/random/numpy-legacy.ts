import { charge, checkSize } from '../core/cost.js';
import { MersenneTwister } from './mersenne-twister.js';
import { cumulated, searchSorted } from './weights.js';

/**
 * numpy's `RandomState`, which `np.random.seed`, `np.random.choice` and their like ask (numpy 1.26, `numpy/random/mtrand.pyx`; frozen, so the same in
 * all releases), on numbers alone. Whoever asks checks what numpy raises for. `normal` is left out: its last bit is not the same on all machines.
 */
export class NumpyRandomState {
  private constructor(private readonly bits: MersenneTwister) {}

  /** `RandomState(seed)` for an int from 0 to 2³² − 1. */
  static ofSeed(seed: number): NumpyRandomState {
    return new NumpyRandomState(MersenneTwister.ofSeed(seed));
  }

  /** `RandomState(seeds)` for a list of such ints, which is not empty. */
  static ofSeeds(seeds: readonly number[]): NumpyRandomState {
    return new NumpyRandomState(MersenneTwister.ofKey(seeds));
  }

  /** `random_sample()`, `rand()`: a float in [0, 1). */
  random(): number {
    return this.bits.nextDouble();
  }

  /** `uniform(low, high)`. */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** `randint(low, high)`: an int from `low` to `high` − 1, both safe integers. */
  randint(low: number, high: number): number {
    return low + this.interval(high - low - 1);
  }

  /** `permutation(size)`, and which positions of a sequence of `size` `shuffle` leaves. */
  permutation(size: number): number[] {
    checkSize(size);
    charge(size);
    const order = Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i--) {
      const j = this.interval(i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }

  /** `choice(size, count, replace=False)`: draws a whole permutation, however few are asked for. `count` is at most `size`. */
  choice(size: number, count: number): number[] {
    return this.permutation(size).slice(0, count);
  }

  /** `choice(size, count)`, with replacement. `size` is at least 1. */
  choiceReplaced(size: number, count: number): number[] {
    checkSize(count);
    charge(count);
    return Array.from({ length: count }, () => this.interval(size - 1));
  }

  /** `choice(len(p), count, p=p)`, with replacement. */
  weightedChoiceReplaced(p: readonly number[], count: number): number[] {
    checkSize(count);
    charge(p.length + count);
    const sums = cumulated(p);
    return Array.from({ length: count }, () => searchSorted(sums, this.random()));
  }

  /** `choice(len(p), count, replace=False, p=p)`; at least `count` numbers of `p` are above 0. */
  weightedChoice(p: readonly number[], count: number): number[] {
    checkSize(count);
    const left = [...p];
    const found = new Set<number>();
    while (found.size < count) {
      charge(p.length + count);
      for (const i of found) left[i] = 0;
      const draws = Array.from({ length: count - found.size }, () => this.random());
      const sums = cumulated(left);
      for (const draw of draws) found.add(searchSorted(sums, draw));
    }
    return [...found];
  }

  /** The number that `Dataset.shuffle()` without a seed takes for one (datasets 3.6 `arrow_dataset.py`): it then draws one float. */
  seedOfDatasets(): number {
    const seed = this.bits.peekState();
    this.bits.nextDouble();
    return seed;
  }

  /** `random_interval(max)`: an int from 0 to `max`, a safe integer; bits beyond those of `max` are masked off, and what is above is drawn again. */
  private interval(max: number): number {
    if (max === 0) return 0;
    if (max > 0xffffffff) return this.wideInterval(max);
    const mask = 0xffffffff >>> Math.clz32(max);
    let drawn = (this.bits.next32() & mask) >>> 0;
    while (drawn > max) drawn = (this.bits.next32() & mask) >>> 0;
    return drawn;
  }

  private wideInterval(max: number): number {
    const mask = 0xffffffff >>> Math.clz32(Math.floor(max / 4294967296));
    const draw = (): number => {
      const high = (this.bits.next32() & mask) >>> 0;
      return high * 4294967296 + this.bits.next32();
    };
    let drawn = draw();
    while (drawn > max) drawn = draw();
    return drawn;
  }
}
