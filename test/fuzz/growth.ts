/** Megabytes in use after so many cases. */
export interface Sample {
  readonly cases: number;
  readonly megabytes: number;
}

/** Until so much of a run is over, caches fill, which are bounded. */
const warmUp = 0.4;

/**
 * By how many MB memory in use grows in 10,000 cases, once the caches are full: the median of the slopes between any two samples of the later
 * part of the run, so that single samples that are high or low do not matter.
 * @returns undefined of fewer than three samples
 */
export function growth(samples: readonly Sample[]): number | undefined {
  const total = samples.at(-1)?.cases ?? 0;
  const late = samples.filter(({ cases }) => cases >= warmUp * total);
  const slopes = late.flatMap((a, i) => late.slice(i + 1).map((b) => (10_000 * (b.megabytes - a.megabytes)) / (b.cases - a.cases)));
  slopes.sort((a, b) => a - b);
  return late.length < 3 ? undefined : slopes[Math.floor(slopes.length / 2)];
}
