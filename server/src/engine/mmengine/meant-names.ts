/** The names that were probably meant with `name`, at most three: those most like it, else those of the same kind (`…_datasets`, `…_summary_groups`). */
export function meantNames(name: string, candidates: readonly string[]): string[] {
  const [kind] = /_[a-z]+$/.exec(name) ?? [];
  const alike = kind === undefined ? [] : candidates.filter((candidate) => candidate.endsWith(kind));
  const near = nearestNames(name, alike.length > 0 ? alike : candidates);
  return near.length > 0 ? near : alike.slice(0, 3);
}

/** The names most like `name`, the nearest first, at most three; none that is quite different. */
function nearestNames(name: string, candidates: Iterable<string>): string[] {
  const most = Math.max(2, Math.floor(name.length / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= most) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance);
  return found.slice(0, 3).map(({ candidate }) => candidate);
}

/** How many letters have to be put in, left out or changed. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, change));
    }
    row = next;
  }
  return row[b.length]!;
}
