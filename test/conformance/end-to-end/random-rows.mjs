// Rows with cells of any kind, made by a seed.

const words = ['frog', 'heron', 'pond', 'reed', 'newt', 'lily'];

/** Numbers below 1, the same ones for a seed (a linear congruential generator, of the constants of C's `rand`). */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
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
  const linesOf = (/** @type {Record<string, string>} */ kinds, /** @type {number} */ count, /** @type {boolean} */ isMixed) => {
    const cell = (/** @type {string} */ of) => cells[isMixed && next() < 0.2 ? one(['none', of === 'text' ? 'empty' : 'none']) : of]();
    const row = () => Object.fromEntries(Object.entries(kinds).map(([column, of]) => [column, cell(of)]));
    return Array.from({ length: count }, () => `${JSON.stringify(row())}\n`).join('');
  };
  return { next, below, one, linesOf };
}
