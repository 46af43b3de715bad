/** What one character must be. */
export type CharacterTest = (character: string) => boolean;

/**
 * Whether parts fit items in their order, of which some parts stand for any number. Only the last of those is ever tried again, so the time is the product of the lengths: a regular expression
 * with several stars could take forever.
 */
export function fitsInOrder<P, I>(
  parts: readonly P[],
  items: readonly I[],
  isAny: (part: P) => boolean,
  fitsOne: (part: P, item: I) => boolean,
): boolean {
  let [part, item] = [0, 0];
  let retry: { part: number; item: number } | undefined;
  while (item < items.length) {
    if (part < parts.length && isAny(parts[part]!)) retry = { part: ++part, item };
    else if (part < parts.length && fitsOne(parts[part]!, items[item]!)) [part, item] = [part + 1, item + 1];
    else if (retry) [part, item] = [retry.part, ++retry.item];
    else return false;
  }
  return parts.slice(part).every(isAny);
}

/** A set such as `[abc]`, `[!abc]`, `[a-c]`, and where its bracket closes. */
export interface CharacterSet {
  readonly close: number;
  readonly has: CharacterTest;
}

/**
 * Finds the sets of a pattern by their opening brackets; undefined where that opens none. A bracket right behind the opening one is one of the characters. A range that runs backwards holds nothing.
 * @param negations the signs of which one in front turns a set around
 */
export function setsOf(pattern: readonly string[], negations: string): (open: number) => CharacterSet | undefined {
  // Behind the last bracket none is looked for: there may be an opening one at each character.
  const last = pattern.lastIndexOf(']');
  return (open) => {
    if (open >= last) return undefined;
    const first = open + (isIn(negations, pattern[open + 1]) ? 2 : 1);
    const close = pattern.indexOf(']', first + 1);
    return close < 0 ? undefined : { close, has: among(pattern.slice(first, close), first > open + 1) };
  };
}

function isIn(signs: string, character: string | undefined): boolean {
  return character !== undefined && signs.includes(character);
}

function among(listed: readonly string[], isNegated: boolean): CharacterTest {
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = 0; at < listed.length; at++) {
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([listed[at]!, listed[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}
