/** Longer than any name that is typed: two texts are compared letter by letter, which takes the product of their lengths. */
export const longestName = 250;

/** Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`; `limit` where there are as many or more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : limit;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    // Neither of two rows is ever left by a way that costs less than what is least in them.
    if (i > 1 && leastOf(row) >= limit && leastOf(last) >= limit) return limit;
    [before, last] = [last, row];
  }
  return Math.min(limit, last[b.length]!);
}

function leastOf(row: readonly number[]): number {
  let least = Infinity;
  for (const cost of row) if (cost < least) least = cost;
  return least;
}
