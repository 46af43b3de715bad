// Random choices that a seed repeats.

/** @param seed a whole number @returns functions that draw from one stream of numbers */
export function createRandom(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  const pick = (list) => list[below(list.length)];
  const chance = (share) => next() < share;
  /** A list of `min` to `max` things. */
  const some = (min, max, make) => Array.from({ length: min + below(max - min + 1) }, (_, i) => make(i));
  return { below, pick, chance, some };
}
