import { fitsInOrder, setsOf, type CharacterTest } from './star-pattern.js';

/** A part of a pattern: any text, or what one character must be. */
type Part = '*' | CharacterTest;

/**
 * A pattern of Python's `fnmatch` for whole names: `*`, `?`, `[abc]`, `[!abc]`, `[a-c]` (CPython 3.11 `Lib/fnmatch.py`). It takes at most the length of the name times that of the pattern,
 * whatever stands in them.
 * @returns whether a name fits
 */
export function namePattern(pattern: string, { ignoreCase = false } = {}): (name: string) => boolean {
  const cased = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const parts = partsOf([...cased(pattern)]);
  return (name) => fitsInOrder(parts, [...cased(name)], (part) => part === '*', (part, character) => part === '*' || part(character)); // oxfmt-ignore
}

function partsOf(pattern: readonly string[]): Part[] {
  const parts: Part[] = [];
  const setAt = setsOf(pattern, '!');
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    const set = character === '[' ? setAt(at) : undefined;
    if (character === '*') parts.push('*');
    else if (character === '?') parts.push(() => true);
    else parts.push(set ? set.has : (other) => other === character);
    at = set?.close ?? at;
  }
  return parts;
}
