import type { Value } from '../../core/value.js';
import { asInteger } from '../../python/runtime/semantics.js';
import { NumpyGenerator } from '../../random/numpy-generator.js';

/**
 * `numpy.random.default_rng(seed).permutation(count)`.
 * @returns undefined for a seed of a kind that is not followed
 */
export function seededPermutation(seed: Value, count: number): readonly number[] | undefined {
  const n = asInteger(seed);
  return n === undefined || n < 0n ? undefined : NumpyGenerator.ofEntropy(n).permutation(count);
}
