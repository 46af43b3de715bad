/** A pattern of Python's `fnmatch` for whole names, without regard to case: `*`, `?`, `[abc]`, `[!abc]`. */
export function filePattern(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    const close = character === '[' ? endOfSet(pattern, at) : -1;
    if (character === '*') source += '.*';
    else if (character === '?') source += '.';
    else if (close > 0) {
      source += setOf(pattern.slice(at + 1, close));
      at = close;
    } else source += escaped(character);
  }
  return new RegExp(`^${source}$`, 'is');
}

/** The bracket that closes a set: one right behind the opening belongs to it. */
function endOfSet(pattern: string, open: number): number {
  return pattern.indexOf(']', open + (pattern[open + 1] === '!' ? 3 : 2));
}

function setOf(content: string): string {
  const isNegated = content.startsWith('!');
  const characters = (isNegated ? content.slice(1) : content).replace(/[\\\][^]/g, '\\$&');
  // A range that runs backwards holds nothing.
  const forwards = characters.replace(/(.)-(.)/gs, (range, from: string, to: string) => (from > to ? '' : range));
  if (forwards === '') return isNegated ? '.' : '(?!)';
  return `[${isNegated ? '^' : ''}${forwards}]`;
}

function escaped(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
