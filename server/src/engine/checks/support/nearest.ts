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

/**
 * Whether a name is a slip of another: the same letters but for case and underscores, or two strokes of the keyboard away (one in a short name).
 * Narrower than `nearest`: for places where another name may be meant as it is.
 */
export function isKeySlip(name: string, meant: string): boolean {
  if (name.length > longestName) return false;
  const bare = (text: string): string => text.toLowerCase().replaceAll('_', '');
  return bare(name) === bare(meant) || editDistance(name.toLowerCase(), meant.toLowerCase(), 3) <= (name.length > 5 ? 2 : 1);
}
