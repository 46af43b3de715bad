import { editDistance, longestName } from '../../core/edit-distance.js';

/**
 * The candidate that a misspelt name most likely means, or undefined where none is near: at most a third of the letters differ
 * (swapped neighbours count once), and case does not matter. On a tie the first candidate wins. Nothing is near what is too long for a name.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}
