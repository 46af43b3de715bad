// Rows with cells of any kind, made by a seed.

const words = ['frog', 'heron', 'pond', 'reed', 'newt', 'lily'];

/** Numbers below 1, the same ones for a seed: xorshift (Marsaglia 2003). */
function numbers(seed) {
  let state = seed * 2_654_435_769 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * Draws the same for a seed.
 * @param {number} seed
 */
export function draws(seed) {
  const next = numbers(seed);
  const below = (/** @type {number} */ end) => Math.floor(next() * end);
  /** @template T @param {readonly T[]} of @returns {T} */
  const one = (of) => of[below(of.length)];
  const cells = {
    text: () => one(words),
    whole: () => below(4),
    list: () => Array.from({ length: below(4) }, () => one(words)),
    digit: () => String(below(4)),
    part: () => below(100) / 8,
    flag: () => next() < 0.5,
    none: () => null,
    empty: () => '',
  };
  /** Lines of JSON with these kinds of columns, in a third of the files with holes. */
  const holes = (/** @type {string} */ of) => [
    'none',
    'none',
    'none',
    of === 'text' ? 'empty' : 'none',
    one(['whole', 'text', 'part', 'list', 'flag']),
  ];
  const linesOf = (/** @type {Record<string, string>} */ kinds, /** @type {number} */ count, /** @type {boolean} */ isMixed) => {
    const cell = (/** @type {string} */ of) => cells[isMixed && next() < 0.2 ? one(holes(of)) : of]();
    const row = () => Object.fromEntries(Object.entries(kinds).map(([column, of]) => [column, cell(of)]));
    return Array.from({ length: count }, () => `${JSON.stringify(row())}\n`).join('');
  };
  return { next, below, one, linesOf };
}
