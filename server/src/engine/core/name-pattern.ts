/** A part of a pattern: any text, or what one character must be. */
type Part = '*' | ((character: string) => boolean);

/**
 * A pattern of Python's `fnmatch` for whole names: `*`, `?`, `[abc]`, `[!abc]`, `[a-c]` (CPython 3.11 `Lib/fnmatch.py`). It takes at most the length of the name times that of the pattern,
 * whatever stands in them: a regular expression with several stars could take forever.
 * @returns whether a name fits
 */
export function namePattern(pattern: string, { ignoreCase = false } = {}): (name: string) => boolean {
  const cased = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const parts = partsOf([...cased(pattern)]);
  return (name) => fits(parts, [...cased(name)]);
}

function fits(parts: readonly Part[], name: readonly string[]): boolean {
  let [at, from] = [0, 0];
  // Where the last star stands, and up to where it reaches: what is behind it is tried again one character later.
  let [star, reached] = [-1, 0];
  while (from < name.length) {
    const part = parts[at];
    if (part === '*') [star, reached] = [at++, from];
    else if (part?.(name[from]!)) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [at, from] = [star + 1, ++reached];
    else return false;
  }
  while (parts[at] === '*') at++;
  return at === parts.length;
}

function partsOf(pattern: readonly string[]): Part[] {
  const parts: Part[] = [];
  // Behind the last bracket none is looked for: there may be an opening one at each character.
  const last = pattern.lastIndexOf(']');
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    const close = character === '[' && at < last ? endOfSet(pattern, at) : -1;
    if (character === '*') parts.push('*');
    else if (character === '?') parts.push(() => true);
    else if (close > 0) {
      parts.push(setOf(pattern.slice(at + 1, close)));
      at = close;
    } else parts.push((other) => other === character);
  }
  return parts;
}

/** The bracket that closes a set: one right behind the opening belongs to it. */
function endOfSet(pattern: readonly string[], open: number): number {
  return pattern.indexOf(']', open + (pattern[open + 1] === '!' ? 3 : 2));
}

/** A range that runs backwards holds nothing. */
function setOf(content: readonly string[]): Exclude<Part, '*'> {
  const isNegated = content[0] === '!';
  const listed = isNegated ? content.slice(1) : content;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < listed.length; at++) {
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([listed[at]!, listed[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}
