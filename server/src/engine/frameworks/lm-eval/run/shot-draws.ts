import { PyError } from '../../../core/errors.js';
import { UnknownValue, type Value } from '../../../core/value.js';
import { equals, truthy } from '../../../python/runtime/semantics.js';
import { PythonRandom } from '../../../random/python-random.js';

/** A shot that a run has drawn. */
export interface DrawnShot {
  readonly doc: Value;
  /** Index in the pool. */
  readonly row: number;
}

/** How a task draws its shots. */
export interface Drawing {
  readonly order: 'first_n' | 'random';
  readonly pool: readonly Value[];
  /** How many shots each document has. */
  readonly wanted: number;
  /** Whether the document itself may not be one of its shots. */
  readonly excludesRow: boolean;
  /** `--seed`'s last number; undefined where the generator is not seeded. */
  readonly seed: bigint | undefined;
}

/**
 * The shots of the last of some documents, which are asked one after the other: every one of them draws once (lm-evaluation-harness 0.4.13 `api/samplers.py`,
 * `api/task.py` `fewshot_context`). Each task has a generator of its own.
 * @param documents that are visited, up to the one that is asked for; there is at least one
 * @throws PyError AssertionError, ValueError with the first document whose draw fails
 */
export function shotsOf(drawing: Drawing, documents: readonly Value[]): readonly DrawnShot[] | UnknownValue {
  const { wanted, order, seed, pool } = drawing;
  if (wanted <= 0) return [];
  if (order === 'first_n') return lastOf(documents, (doc) => firstShots(drawing, doc));
  if (pool.length === 0) throw new PyError('AssertionError', 'Error: no documents available for sampling.');
  if (seed === undefined) return new UnknownValue('The shots are drawn anew in each run: fewshot_seed is None.', documents[0]!.span);
  const random = PythonRandom.ofInt(seed);
  return lastOf(documents, (doc) => randomShots(drawing, random, doc));
}

function lastOf(
  documents: readonly Value[],
  draw: (doc: Value) => readonly DrawnShot[] | UnknownValue,
): readonly DrawnShot[] | UnknownValue {
  let shots: readonly DrawnShot[] | UnknownValue = [];
  for (const doc of documents) {
    shots = draw(doc);
    if ('kind' in shots) return shots;
  }
  return shots;
}

/** `FirstNSampler.sample`. */
function firstShots({ pool, wanted, excludesRow }: Drawing, doc: Value): readonly DrawnShot[] | UnknownValue {
  const others = without(excludesRow ? doc : undefined, allOf(pool));
  if ('kind' in others) return others;
  if (wanted <= others.length) return others.slice(0, wanted);
  throw new PyError(
    'AssertionError',
    `Error: number of fewshot samples requested exceeds the ${String(others.length)} that are available.`,
  );
}

/** `ContextSampler.sample`: with a document to keep out one more is drawn, whether or not it is among them. */
function randomShots({ pool, wanted, excludesRow }: Drawing, random: PythonRandom, doc: Value): readonly DrawnShot[] | UnknownValue {
  const excluded = excludesRow && truthy(doc) !== false ? doc : undefined;
  const count = wanted + (excluded ? 1 : 0);
  if (count > pool.length) throw new PyError('ValueError', 'Sample larger than population or is negative');
  const drawn = random.sample(pool.length, count).map((row) => ({ doc: pool[row]!, row }));
  const others = without(excluded, drawn);
  if ('kind' in others) return others;
  const shots = others.slice(0, wanted);
  if (shots.length === wanted) return shots;
  const text = `Error: number of fewshot samples returned (${String(shots.length)}) not equal to number requested (${String(wanted)}).`;
  throw new PyError('AssertionError', text);
}

function allOf(pool: readonly Value[]): readonly DrawnShot[] {
  return pool.map((doc, row) => ({ doc, row }));
}

/** Whole rows are compared, so that all that are alike go. */
function without(excluded: Value | undefined, shots: readonly DrawnShot[]): readonly DrawnShot[] | UnknownValue {
  if (!excluded) return shots;
  const left: DrawnShot[] = [];
  for (const shot of shots) {
    const same = equals(shot.doc, excluded);
    if (typeof same !== 'boolean') return same;
    if (!same) left.push(shot);
  }
  return left;
}
