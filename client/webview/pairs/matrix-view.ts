import type { Choice, PairState } from '../../../server/src/protocol/preview.js';

/** How many pairs are in each state, and how many are not looked at yet. */
export type Counts = Readonly<Record<PairState['state'] | 'unknown', number>>;

type StateOf = (dataset: string, model: string) => PairState | undefined;

/** @returns the counts over all pairs */
export function countPairs(datasets: readonly Choice[], models: readonly Choice[], stateOf: StateOf): Counts {
  const counts = { fine: 0, warning: 0, error: 0, unknown: 0 };
  for (const dataset of datasets) for (const model of models) counts[stateOf(dataset.id, model.id)?.state ?? 'unknown']++;
  return counts;
}

/** What is the same with a model whichever dataset it is asked: not fine, for one reason. Nothing of a single dataset, and nothing before all are known. */
export function modelReasons(datasets: readonly Choice[], models: readonly Choice[], stateOf: StateOf): ReadonlyMap<string, PairState> {
  const first = datasets[0];
  const found = new Map<string, PairState>();
  if (!first || datasets.length === 1) return found;
  for (const { id } of models) {
    const state = stateOf(first.id, id);
    if (!state || state.reason === '') continue;
    const same = datasets.every((dataset) => {
      const other = stateOf(dataset.id, id);
      return other?.state === state.state && other.reason === state.reason;
    });
    if (same) found.set(id, state);
  }
  return found;
}

/** @returns the datasets that have a pair in such a state; all of them where no state is wanted */
export function rowsWith(
  datasets: readonly Choice[],
  models: readonly Choice[],
  stateOf: StateOf,
  wanted: PairState['state'] | undefined,
): readonly Choice[] {
  if (wanted === undefined) return datasets;
  return datasets.filter(({ id }) => models.some((model) => stateOf(id, model.id)?.state === wanted));
}

/** Where a key leads to from a cell; undefined where it leads nowhere. */
export function nextCell(
  key: string,
  { row, column }: { readonly row: number; readonly column: number },
  rows: number,
  columns: number,
  page: number,
): { readonly row: number; readonly column: number } | undefined {
  const bounded = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  switch (key) {
    case 'ArrowDown':
      return { row: bounded(row + 1, rows), column };
    case 'ArrowUp':
      return { row: bounded(row - 1, rows), column };
    case 'ArrowRight':
      return { row, column: bounded(column + 1, columns) };
    case 'ArrowLeft':
      return { row, column: bounded(column - 1, columns) };
    case 'PageDown':
      return { row: bounded(row + page, rows), column };
    case 'PageUp':
      return { row: bounded(row - page, rows), column };
    case 'Home':
      return { row: 0, column };
    case 'End':
      return { row: rows - 1, column };
    default:
      return undefined;
  }
}

/** An upright name has room for so many letters; of a longer one so many of the start stay, and the end. */
const uprightRoom = { most: 24, start: 6 } as const;

/** The name of a model where it stands upright. Models without an abbr are named by class and path: they begin alike, and what tells them apart is at the end. */
export function uprightName(label: string): string {
  const letters = [...label];
  if (letters.length <= uprightRoom.most) return label;
  return `${letters.slice(0, uprightRoom.start).join('')}…${letters.slice(uprightRoom.start + 1 - uprightRoom.most).join('')}`;
}
