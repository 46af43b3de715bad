/** Longer than any name that is typed: two texts are compared letter by letter, which takes the product of their lengths. */
export const longestName = 250;

/** Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`; `limit` where there are as many or more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  // Three rows, of which the oldest is written anew each time.
  let before: number[] = [];
  let last: number[] = [];
  let row: number[] = [];
  for (let j = 0; j <= b.length && j <= limit; j++) last.push(j);
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    // What is further from the diagonal costs as much as the limit.
    const from = Math.max(1, i - limit + 1);
    const to = Math.min(b.length, i + limit - 1);
    let least = from === 1 ? i : limit;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : limit;
      const cost = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    row[to + 1] = limit;
    // Neither of two rows is ever left by a way that costs less than what is least in them.
    if (i > 1 && least >= limit && leastOfLast >= limit) return limit;
    leastOfLast = least;
    [before, last, row] = [last, row, before];
  }
  return Math.min(limit, last[b.length]!);
}
