import { diffArrays } from 'diff';

/** A run of neighbours that both sequences have, or only the one before or the one after. */
export interface Run {
  readonly kind: 'same' | 'before' | 'after';
  readonly items: readonly string[];
}

/** The search goes over as many pairs of places at most as this, some tenths of a second of them; a bound by the clock would answer differently each time. */
const mostSteps = 4_000_000;
/** Beyond so many insertions and removals two sequences have hardly anything to do with each other. */
const mostEdits = 3_000;

/**
 * The shortest way from one sequence to the other, in their order; a removal stands before the insertion in its place.
 * @returns undefined where that would take too long: they differ in too much
 */
export function diffSequences(before: readonly string[], after: readonly string[]): readonly Run[] | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const middle = between(before.slice(start, before.length - end), after.slice(start, after.length - end));
  if (!middle) return undefined;
  return [run('same', before.slice(0, start)), ...middle, run('same', before.slice(before.length - end))].filter(
    ({ items }) => items.length > 0,
  );
}

function between(before: readonly string[], after: readonly string[]): readonly Run[] | undefined {
  if (before.length === 0 || after.length === 0) return [run('before', before), run('after', after)];
  const maxEditLength = Math.min(mostEdits, Math.ceil(mostSteps / (before.length + after.length)) + 100);
  const changes = diffArrays([...before], [...after], { maxEditLength });
  return changes?.map(({ value, added, removed }) => run(removed ? 'before' : added ? 'after' : 'same', value));
}

function run(kind: Run['kind'], items: readonly string[]): Run {
  return { kind, items };
}
