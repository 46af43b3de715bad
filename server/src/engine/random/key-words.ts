/** The 32-bit words of an integer from 0, lowest first; 0 has one word. Both Python's `Random` and numpy's `SeedSequence` make their seed of these. */
export function keyWordsOf(value: bigint): number[] {
  const digits = value.toString(16);
  const words: number[] = [];
  for (let end = digits.length; end > 0; end -= 8) words.push(Number.parseInt(digits.slice(Math.max(0, end - 8), end), 16));
  return words;
}
