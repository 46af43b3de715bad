import { charge } from '../core/cost.js';

const words = 624;
const middle = 397;

/**
 * The generator MT19937 (M. Matsumoto and T. Nishimura, `mt19937ar.c`), which CPython (`Modules/_randommodule.c`) and numpy's legacy generator
 * (`numpy/random/src/mt19937/mt19937.c`) have in common. They differ in how they make its first state of a seed.
 */
export class MersenneTwister {
  private position = words;

  private constructor(private readonly state: Uint32Array) {}

  /** `init_genrand`: how numpy's `RandomState` seeds with one integer of 32 bits. */
  static ofSeed(seed: number): MersenneTwister {
    charge(words);
    const state = new Uint32Array(words);
    state[0] = seed;
    for (let i = 1; i < words; i++) state[i] = Math.imul(1812433253, scrambled(state[i - 1]!)) + i;
    return new MersenneTwister(state);
  }

  /** `init_by_array`: how CPython seeds with the 32-bit words of an integer, lowest first, and numpy with a list. `key` holds at least one word. */
  static ofKey(key: readonly number[]): MersenneTwister {
    charge(words + key.length);
    const { state } = MersenneTwister.ofSeed(19650218);
    let i = 1;
    const stepOn = (): void => {
      i++;
      if (i < words) return;
      state[0] = state[words - 1]!;
      i = 1;
    };
    for (let k = 0, j = 0; k < Math.max(words, key.length); k++) {
      state[i] = (state[i]! ^ Math.imul(scrambled(state[i - 1]!), 1664525)) + key[j]! + j;
      j = (j + 1) % key.length;
      stepOn();
    }
    for (let k = 1; k < words; k++) {
      state[i] = (state[i]! ^ Math.imul(scrambled(state[i - 1]!), 1566083941)) - i;
      stepOn();
    }
    state[0] = 0x80000000;
    return new MersenneTwister(state);
  }

  /** The next 32 bits, from 0 to 2³² − 1. */
  next32(): number {
    if (this.position === words) this.twist();
    let y = this.state[this.position++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A float of 53 bits in [0, 1): `random.random()` and numpy's `random_sample()`. */
  nextDouble(): number {
    const high = this.next32() >>> 5;
    return (high * 67108864 + (this.next32() >>> 6)) / 9007199254740992;
  }

  /** The word of the state that comes next, or the first where all are used: what `Dataset.shuffle()` without a seed takes for one. */
  peekState(): number {
    return this.state[this.position < words ? this.position : 0]!;
  }

  /** Another generator in the same state. */
  copy(): MersenneTwister {
    const copy = new MersenneTwister(this.state.slice());
    copy.position = this.position;
    return copy;
  }

  private twist(): void {
    charge(words >> 4);
    const { state } = this;
    for (let i = 0; i < words; i++) {
      const y = (state[i]! & 0x80000000) | (state[(i + 1) % words]! & 0x7fffffff);
      state[i] = state[(i + middle) % words]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.position = 0;
  }
}

function scrambled(word: number): number {
  return word ^ (word >>> 30);
}
