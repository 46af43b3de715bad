import { editDistance, longestName } from '../core/edit-distance.js';

/** The names that were probably meant with `name`, at most three: those most like it, else those of the same kind (`…_datasets`, `…_summary_groups`). */
export function meantNames(name: string, candidates: readonly string[]): string[] {
  const [kind] = /_[a-z]+$/.exec(name) ?? [];
  const alike = kind === undefined ? [] : candidates.filter((candidate) => candidate.endsWith(kind));
  const near = nearestNames(name, alike.length > 0 ? alike : candidates);
  return near.length > 0 ? near : alike.slice(0, 3);
}

/** The names most like `name`, the nearest first, at most three; none that is quite different, and none for what is too long for a name. */
function nearestNames(name: string, candidates: Iterable<string>): string[] {
  if (name.length > longestName) return [];
  const most = Math.max(2, Math.floor(name.length / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), most + 1);
    if (distance <= most) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance);
  return found.slice(0, 3).map(({ candidate }) => candidate);
}
