import { charge } from '../core/cost.js';
import { generatedState } from './seed-sequence.js';

const multiplier = (2549297995355413924n << 64n) | 4865540595714422341n;
const mask128 = (1n << 128n) - 1n;

/** The bit generator PCG64 (XSL-RR of a 128-bit state) of `numpy.random.default_rng` (`numpy/random/src/pcg64/pcg64.c`). */
export class Pcg64 {
  private constructor(
    private state: bigint,
    private readonly increment: bigint,
    /** The upper half of a draw whose lower half was asked for. */
    private spare?: number,
  ) {}

  /** `PCG64(seed)` for one integer from 0 or several. */
  static ofEntropy(entropy: readonly bigint[]): Pcg64 {
    const words = generatedState(entropy, 8).map(BigInt);
    const wide = (at: number): bigint => (((words[at + 1]! << 32n) | words[at]!) << 64n) | (words[at + 3]! << 32n) | words[at + 2]!;
    const bits = new Pcg64(0n, ((wide(4) << 1n) | 1n) & mask128);
    bits.step();
    bits.state = (bits.state + wide(0)) & mask128;
    bits.step();
    return bits;
  }

  next64(): bigint {
    charge(4);
    this.step();
    const word = (this.state >> 64n) ^ (this.state & 0xffffffffffffffffn);
    const turn = this.state >> 122n;
    return BigInt.asUintN(64, (word >> turn) | (word << (64n - turn)));
  }

  /** The next 32 bits: the lower half of a draw first, then its upper half. */
  next32(): number {
    if (this.spare !== undefined) {
      const { spare } = this;
      this.spare = undefined;
      return spare;
    }
    const drawn = this.next64();
    this.spare = Number(drawn >> 32n);
    return Number(drawn & 0xffffffffn);
  }

  /** A float of 53 bits in [0, 1). */
  nextDouble(): number {
    return Number(this.next64() >> 11n) / 9007199254740992;
  }

  copy(): Pcg64 {
    return new Pcg64(this.state, this.increment, this.spare);
  }

  private step(): void {
    this.state = (this.state * multiplier + this.increment) & mask128;
  }
}
