// Median and 95th percentile of repeated measurements.

/** @param samples numbers in one unit @returns rounded to two decimals */
export function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: round(at(sorted, 0.5)), p95: round(at(sorted, 0.95)), runs: sorted.length };
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

export function round(value) {
  return Math.round(value * 100) / 100;
}
