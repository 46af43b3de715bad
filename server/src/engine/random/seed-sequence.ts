import { charge } from '../core/cost.js';
import { keyWordsOf } from './key-words.js';

const poolSize = 4;
const shift = 16;

/**
 * The words that numpy's `SeedSequence(entropy).generate_state(count)` makes, 32 bits each (`numpy/random/bit_generator.pyx`, after M. O'Neill's
 * `randutils`). `entropy` is one integer from 0 or several.
 */
export function generatedState(entropy: readonly bigint[], count: number): number[] {
  const pool = mixedPool(entropy.flatMap((value) => keyWordsOf(value)));
  let constant = 0x8b51f9dd;
  return Array.from({ length: count }, (_, i) => {
    let word = pool[i % poolSize]! ^ constant;
    constant = Math.imul(constant, 0x58f38ded);
    word = Math.imul(word, constant);
    return (word ^ (word >>> shift)) >>> 0;
  });
}

function mixedPool(words: readonly number[]): Uint32Array {
  charge(words.length);
  const hash = hasher();
  const pool = Uint32Array.from({ length: poolSize }, (_, i) => hash(words[i] ?? 0));
  for (let from = 0; from < poolSize; from++)
    for (let to = 0; to < poolSize; to++) if (from !== to) pool[to] = mix(pool[to]!, hash(pool[from]!));
  for (const word of words.slice(poolSize)) for (let to = 0; to < poolSize; to++) pool[to] = mix(pool[to]!, hash(word));
  return pool;
}

function hasher(): (value: number) => number {
  let constant = 0x43b0d7e5;
  return (value) => {
    let word = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    word = Math.imul(word, constant);
    return word ^ (word >>> shift);
  };
}

function mix(x: number, y: number): number {
  const word = Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y);
  return word ^ (word >>> shift);
}
