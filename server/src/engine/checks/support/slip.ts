import { editDistance, longestName } from '../../core/edit-distance.js';
import { areOpposite } from './nearest.js';

/**
 * Whether a name is a slip of another: the same letters but for case and underscores, or two strokes of the keyboard away (one in a short name). No limit is a slip
 * of the opposite one.
 * Narrower than `nearest`: for keys, roles and classes, where the names that there are are known, and another one may be meant as it is. What is named freely goes by `isNameSlip`.
 */
export function isKeySlip(name: string, meant: string): boolean {
  if (name.length > longestName) return false;
  const [a, b] = [name.toLowerCase(), meant.toLowerCase()];
  const most = name.length > 5 ? 2 : 1;
  return areSameBare(a, b) || (editDistance(a, b, most + 1) <= most && !areOpposite(a, b));
}

/** Whether two texts are the same but for underscores. */
function areSameBare(a: string, b: string): boolean {
  for (let i = 0, j = 0; ; i++, j++) {
    while (a[i] === '_') i++;
    while (b[j] === '_') j++;
    if (a[i] !== b[j]) return false;
    if (i >= a.length) return true;
  }
}

/** What else speaks for a name being meant: nothing; that it is one of few that are possible; that something lacks just this one. */
type Evidence = 'none' | 'some' | 'strong';

/**
 * Whether `name` is `meant` with a slip of the pen: of what people name freely (columns, metrics, methods), so that more has to speak for it than for a key (`isKeySlip`). Names that only differ in a digit, or in a letter that stands for itself (`option_A` and `option_B`), are two names.
 * With no other evidence it must be one of the fingers: a letter left out, doubled or put in, two neighbours swapped, or one letter of a long name replaced, within a word;
 * a plural or another last word makes another name. With some, another case or any letter too much, too few or wrong will do. With strong evidence names of two or three
 * letters may be slips, too, and long ones of two letters.
 */
export function isNameSlip(name: string, meant: string, evidence: Evidence): boolean {
  if (name === meant || name.length > longestName) return false;
  return evidence === 'none' ? isTypingSlip(name, meant) : isOneLetterOff(name.toLowerCase(), meant.toLowerCase(), evidence === 'strong');
}

function isOneLetterOff(a: string, b: string, surer: boolean): boolean {
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

function isTypingSlip(name: string, meant: string): boolean {
  if (Math.max(name.length, meant.length) < 4 || Math.abs(name.length - meant.length) > 1) return false;
  const at = firstDifference(name, meant);
  const behind = (text: string, from: number): string => text.slice(from);
  if (name.length === meant.length) {
    const swapped = name[at] === meant[at + 1] && name[at + 1] === meant[at] && behind(name, at + 2) === behind(meant, at + 2);
    if (swapped) return !/\d/.test(name[at]! + name[at + 1]!);
    const replaced = behind(name, at + 1) === behind(meant, at + 1);
    return replaced && name.length >= 7 && at > 0 && at < name.length - 1 && isWithinWord(name, meant, at);
  }
  const [long, short] = name.length > meant.length ? [name, meant] : [meant, name];
  if (behind(long, at + 1) !== behind(short, at)) return false;
  const added = long[at]!;
  // At its ends only a doubled letter is a slip: what else stands there makes another name (`qtext`, `texts`).
  if (at === 0 && long === name) return false;
  if (at === long.length - 1) return added !== 's' && /[a-z]/i.test(added) && (long[at - 1] === added || long === meant);
  return /[a-z_]/i.test(added) && isWithinWord(long, short, at);
}

/** Whether a difference lies within a word of more than two letters, and is no number. */
function isWithinWord(a: string, b: string, at: number): boolean {
  if (/\d/.test(a[at]!) || (a.length === b.length && /\d/.test(b[at]!))) return false;
  return wordAt(a, at) > 3;
}

/** How long the word is that stands around a place. */
function wordAt(text: string, at: number): number {
  let [start, end] = [at, at];
  while (start > 0 && /[a-zA-Z]/.test(text[start - 1]!)) start--;
  while (end < text.length && /[a-zA-Z]/.test(text[end]!)) end++;
  return end - start;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
