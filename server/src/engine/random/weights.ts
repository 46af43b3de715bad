/** `cdf = p.cumsum(); cdf /= cdf[-1]` of numpy, which sums up one number after the other. */
export function cumulated(p: readonly number[]): number[] {
  let sum = 0;
  const sums = p.map((weight) => (sum += weight));
  return sums.map((partial) => partial / sum);
}

/** `np.searchsorted(sums, value, side='right')`: the first position whose number is above `value`. */
export function searchSorted(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (sums[mid]! <= value) low = mid + 1;
    else high = mid;
  }
  return low;
}
