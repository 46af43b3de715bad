import { editDistance } from '../../core/edit-distance.js';

/** Longer than any name that is typed: two texts are compared letter by letter, which takes the product of their lengths. */
const longestName = 250;

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
 * Whether `name` is `meant` with a slip of the pen: another case, a letter too much, too few or wrong, two that are swapped. Names that only differ in a digit, or in
 * a letter that stands for itself (`option_A` and `option_B`), are two names.
 * @param surer something else tells that this one is meant: then names of two or three letters may be slips, too, and long ones of two letters
 */
export function isSlip(name: string, meant: string, surer: boolean): boolean {
  if (name === meant || name.length > longestName) return false;
  const [a, b] = [name.toLowerCase(), meant.toLowerCase()];
  if (a === b) return true;
  const longer = Math.max(a.length, b.length);
  const distance = editDistance(a, b, 3);
  if (distance > 2 || longer < 2 || areSiblings(a, b)) return false;
  if (distance === 2) return surer && longer >= 8;
  return longer >= 4 || (surer && (longer >= 3 || a.length === b.length));
}

function areSiblings(a: string, b: string): boolean {
  const [shapeA, shapeB] = [a, b].map((name) => name.replace(/\d+/g, '#').replace(/(?<=_|#|^)[a-z](?=_|#|$)/g, '?'));
  return shapeA === shapeB || shapeA!.replace(/#|_\?$/g, '') === shapeB!.replace(/#|_\?$/g, '');
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
