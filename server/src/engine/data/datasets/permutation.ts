import type { Value } from '../../core/value.js';

/**
 * `numpy.random.default_rng(seed).permutation(count)`.
 * @returns undefined where the seed is none, or of a kind that is not followed
 */
export function seededPermutation(_seed: Value | undefined, _count: number): readonly number[] | undefined {
  return undefined;
}
