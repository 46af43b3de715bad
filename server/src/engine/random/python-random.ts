import { charge, checkSize } from '../core/cost.js';
import { keyWordsOf } from './key-words.js';
import { MersenneTwister } from './mersenne-twister.js';

/**
 * Python's `random.Random` (CPython 3.11, `Lib/random.py` and `Modules/_randommodule.c`; the same since 3.2), on numbers alone: positions in a sequence
 * in place of its elements. Whoever asks checks what Python raises for. `gauss` and what else ends in the C library's sines is left out: its last bit
 * is not the same on all machines.
 */
export class PythonRandom {
  private constructor(private readonly bits: MersenneTwister) {}

  /** `Random(seed)` for an int: its sign does not count. */
  static ofInt(seed: bigint): PythonRandom {
    return new PythonRandom(MersenneTwister.ofKey(keyWordsOf(seed < 0n ? -seed : seed)));
  }

  /** `Random(seed)` for a str (as UTF-8) or bytes, whose SHA-512 counts as well: `digest` has its 64 bytes. */
  static ofBytes(seed: Uint8Array, digest: Uint8Array): PythonRandom {
    charge(seed.length);
    checkSize(seed.length);
    const all = [...seed, ...digest];
    return PythonRandom.ofInt(BigInt(`0x${all.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`));
  }

  /** `Random(seed)` for a float: by its `hash`. */
  static ofHash(hash: bigint): PythonRandom {
    return PythonRandom.ofInt(BigInt.asUintN(64, hash));
  }

  /** `random()`: a float in [0, 1). */
  random(): number {
    return this.bits.nextDouble();
  }

  /** `getrandbits(count)`, `count` at least 0. */
  getRandBits(count: number): bigint {
    checkSize(count / 8);
    charge(count >> 5);
    // Written down, since each step of adding up would copy all that is there.
    const words: string[] = [];
    for (let at = 0; at < count; at += 32) {
      const word = this.bits.next32();
      words.push((count - at >= 32 ? word : word >>> (32 - (count - at))).toString(16).padStart(8, '0'));
    }
    return words.length === 0 ? 0n : BigInt(`0x${words.reverse().join('')}`);
  }

  /** `_randbelow(bound)`: an int from 0 to `bound` − 1; `bound` is a safe integer from 1. */
  below(bound: number): number {
    if (bound > 0xffffffff) return Number(this.belowBig(BigInt(bound)));
    const shift = Math.clz32(bound);
    let drawn = this.bits.next32() >>> shift;
    while (drawn >= bound) drawn = this.bits.next32() >>> shift;
    return drawn;
  }

  /** `_randbelow(bound)` for any `bound` from 1. */
  belowBig(bound: bigint): bigint {
    const count = bound.toString(2).length;
    let drawn = this.getRandBits(count);
    while (drawn >= bound) drawn = this.getRandBits(count);
    return drawn;
  }

  /** `randint(low, high)` and `randrange(low, high + 1)`; `high` is at least `low`. */
  between(low: bigint, high: bigint): bigint {
    return low + this.belowBig(high - low + 1n);
  }

  /** `uniform(low, high)`. */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  /** `sample(population, count)`: which positions of a population of `size`, in drawn order. `count` is at most `size`. */
  sample(size: number, count: number): number[] {
    charge(count);
    checkSize(count);
    return this.samplesFromPool(size, count) ? this.sampleOfPool(size, count) : this.sampleOfSet(size, count);
  }

  /** `shuffle(sequence)`: which positions of the sequence of `size` it has afterwards. */
  shuffled(size: number): number[] {
    checkSize(size);
    charge(size);
    const order = Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }

  /** `choices(population, k=count)` without weights: positions in a population of `size`, which is not empty. */
  choices(size: number, count: number): number[] {
    checkSize(count);
    charge(count);
    return Array.from({ length: count }, () => Math.floor(this.random() * size));
  }

  /** `choices(population, cum_weights=…, k=count)`: positions in a population that is as long as `cumulative`, whose last number is above 0. */
  weightedChoices(cumulative: readonly number[], count: number): number[] {
    checkSize(count);
    charge(count);
    const total = cumulative.at(-1)! + 0;
    const last = cumulative.length - 1;
    return Array.from({ length: count }, () => bisectRight(cumulative, this.random() * total, last));
  }

  /** Another generator in the same state. */
  copy(): PythonRandom {
    return new PythonRandom(this.bits.copy());
  }

  /** `Random.sample` moves elements of a list where that is smaller than a set of `count` elements would be. */
  private samplesFromPool(size: number, count: number): boolean {
    const setSize = count > 5 ? 21 + 4 ** Math.ceil(logarithmToBase4(count * 3)) : 21;
    return size <= setSize;
  }

  private sampleOfPool(size: number, count: number): number[] {
    charge(size);
    const pool = Array.from({ length: size }, (_, i) => i);
    return Array.from({ length: count }, (_, i) => {
      const j = this.below(size - i);
      const drawn = pool[j]!;
      pool[j] = pool[size - i - 1]!;
      return drawn;
    });
  }

  private sampleOfSet(size: number, count: number): number[] {
    const selected = new Set<number>();
    while (selected.size < count) selected.add(this.below(size));
    return [...selected];
  }
}

/** `log(value, 4)`, as Python computes it. */
function logarithmToBase4(value: number): number {
  return Math.log(value) / Math.log(4);
}

/** `bisect.bisect(numbers, value, 0, high)`. */
function bisectRight(numbers: readonly number[], value: number, high: number): number {
  let low = 0;
  let end = high;
  while (low < end) {
    const mid = (low + end) >> 1;
    if (value < numbers[mid]!) end = mid;
    else low = mid + 1;
  }
  return low;
}
