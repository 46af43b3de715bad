/** A part of a pattern: one character; any number of them, or of those of a name; nothing or folders, which are what is `inside` them, up to a `/`. */
type Part = 'any' | 'within' | 'folders' | 'inside' | ((character: string) => boolean);

/** A pattern that was read. */
export interface PathPattern {
  fits(path: string): boolean;
  /** As many steps as that takes at most. */
  work(path: string): number;
}

/**
 * A pattern for whole paths, as the library `datasets` has them: `*` and `?` stay within a name, `**` goes over all of them, and followed by a `/` it is any number of folders. All other signs
 * are themselves. It takes at most the length of the path times that of the pattern, whatever stands in them: a regular expression with several stars could take forever.
 */
export function pathPattern(pattern: string): PathPattern {
  const parts = partsOf(pattern.replace(/^\.\//, ''));
  const least = parts.filter((part) => typeof part === 'function').length;
  // A character may be two units.
  const isTooShort = (path: string): boolean => path.length < least;
  return {
    fits: (path) => !isTooShort(path) && fits(parts, path),
    work: (path) => (isTooShort(path) ? 1 : (path.length + 1) * (parts.length + 1)),
  };
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (const [sign] of pattern.matchAll(/\*\*\/|\*\*|[^]/gu)) {
    const [last] = parts.slice(-1);
    if (sign === '**/') {
      // Any number twice is what it is once.
      if (last !== 'inside') parts.push('folders', 'inside');
    } else if (sign === '**' || sign === '*') {
      const part = sign === '*' ? 'within' : 'any';
      if (last !== part) parts.push(part);
    } else parts.push(sign === '?' ? (character) => character !== '/' : (character) => character === sign);
  }
  return parts;
}

/** All places of the pattern that a path can have come to are followed at once, so that nothing is tried twice. */
function fits(parts: readonly Part[], path: string): boolean {
  let places = withNothing(parts, new Set([0]));
  for (const character of path) {
    const next = new Set<number>();
    for (const at of places) goOn(parts[at], at, character, next);
    if (next.size === 0) return false;
    places = withNothing(parts, next);
  }
  return places.has(parts.length);
}

/** Adds where a character leads to from a place. */
function goOn(part: Part | undefined, at: number, character: string, next: Set<number>): void {
  if (part === 'any' || part === 'inside' || (part === 'within' && character !== '/')) next.add(at);
  if (part === 'inside' && character === '/') next.add(at + 1);
  if (typeof part === 'function' && part(character)) next.add(at + 1);
}

/** The places, and those behind parts that may stand for nothing: what is added is looked at, too. */
function withNothing(parts: readonly Part[], places: Set<number>): Set<number> {
  for (const at of places) {
    const part = parts[at];
    if (part === 'any' || part === 'within' || part === 'folders') places.add(at + 1);
    if (part === 'folders') places.add(at + 2);
  }
  return places;
}
