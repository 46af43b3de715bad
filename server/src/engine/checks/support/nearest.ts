import { editDistance, longestName } from '../../core/edit-distance.js';

/**
 * The candidate that a misspelt name most likely means, or undefined where none is near: at most a third of the letters differ
 * (swapped neighbours count once), and case does not matter. On a tie the first candidate wins. Nothing is near what is too long for a name, and no limit
 * is near the opposite one (`max_out_len`, `min_out_len`).
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const distance = editDistance(lower, other, least);
    if (distance < least && !areOpposite(lower, other)) [best, least] = [candidate, distance];
  }
  return best;
}

/** Whether two names only differ in that one is the least and the other the most: `max_out_len`, `min_out_len`. Both in lower case. */
export function areOpposite(a: string, b: string): boolean {
  return a !== b && a.replace('max', 'min') === b.replace('max', 'min');
}
