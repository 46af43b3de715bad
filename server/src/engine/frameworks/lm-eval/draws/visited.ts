import { PyError } from '../../../core/errors.js';

/** Which documents a run asks: the harness's options, in camel case. */
export interface Visit {
  /** So many documents, or below 1 such a part of them. */
  readonly limit?: number | undefined;
  /** `--samples`: the documents alone that have these numbers, from 0. */
  readonly samples?: readonly number[] | undefined;
  readonly rank?: number | undefined;
  readonly worldSize?: number | undefined;
}

/**
 * The documents that a process of a run visits, in order, by their numbers in the split, each under the number that the run knows it by: with `samples` they are
 * counted anew (lm-evaluation-harness 0.4.13 `api/task.py` `doc_iterator`, `utils.py` `create_iterator`, `evaluator_utils.py` `get_sample_size`), unless the release keeps
 * their numbers.
 */
export function visitedDocuments(
  count: number,
  { limit, samples, rank = 0, worldSize = 1 }: Visit,
  keepsNumbers = false,
): readonly { row: number; id: number }[] {
  const asked = samples && samples.length > 0 ? new Set(samples) : undefined;
  const all = Array.from({ length: count }, (_, row) => row).filter((row) => !asked || asked.has(row));
  const most = asked || limit === undefined ? Infinity : sampleSize(count, limit);
  return all
    .map((row, at) => ({ row, at }))
    .filter(({ at }) => at < (most === 0 ? Infinity : most) && at >= rank && (at - rank) % worldSize === 0)
    .map(({ row, at }) => ({ row, id: keepsNumbers ? row : at }));
}

/** `get_sample_size` (`evaluator_utils.py`). */
function sampleSize(count: number, limit: number): number {
  return limit < 1 ? Math.ceil(count * limit) : Math.trunc(limit);
}

/**
 * That `--samples` names no document beyond the last one, and that `--limit` leaves any (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_iterator` and `build_all_requests`).
 * @throws PyError AssertionError, ValueError
 */
export function checkVisit(count: number, { samples = [], limit }: Visit): void {
  if (!samples.every((number) => number < count))
    throw new PyError(
      'AssertionError',
      `Elements of --samples should be in the interval [0,k-1] where k is the number of total examples. In this case, k=${String(count)}.`,
    );
  if (samples.length > 0 || limit === undefined) return;
  const most = sampleSize(count, limit);
  if (most < 0) throw new PyError('ValueError', 'Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.');
  // All of them are made, and then none is taken.
  if (most === 0) throw new PyError('ValueError', 'task.build_requests() did not find any docs!');
}
