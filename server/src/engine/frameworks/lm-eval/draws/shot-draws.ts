import { PyError } from '../../../core/errors.js';
import { nowhere } from '../../../core/span.js';
import { UnknownValue, type Value } from '../../../core/value.js';
import { equals, truthy } from '../../../python/runtime/semantics.js';
import { PythonRandom } from '../../../random/python-random.js';

/** A shot that a run has drawn. */
export interface DrawnShot {
  readonly doc: Value;
  /** Index in the pool. */
  readonly row: number;
}

/** Rows by their place; undefined for one that is not in memory. */
export interface RowAccess {
  readonly count: number;
  /** Whether all are in memory. */
  readonly whole: boolean;
  at(index: number): Value | undefined;
}

/** How a task draws its shots. */
export interface Drawing {
  readonly order: 'first_n' | 'random';
  readonly pool: RowAccess;
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
 * @param documents that are visited, up to the one that is asked for; there is at least one. Of those before that are not in memory it is not known whether
 *   their draws fail
 * @throws PyError AssertionError, ValueError with the first document whose draw fails
 */
export function shotsOf(drawing: Drawing, documents: RowAccess): readonly DrawnShot[] | UnknownValue {
  const { wanted, order, seed, pool } = drawing;
  if (wanted <= 0) return [];
  const last = documents.count - 1;
  const doc = drawing.excludesRow ? documents.at(last) : undefined;
  if (drawing.excludesRow && !doc) return unread();
  if (order === 'first_n') return firstShots(drawing, doc);
  if (pool.count === 0) throw new PyError('AssertionError', 'Error: no documents available for sampling.');
  if (seed === undefined) return new UnknownValue('The shots are drawn anew in each run: fewshot_seed is None.', nowhere);
  const random = PythonRandom.ofInt(seed);
  const known = documents.whole && pool.whole;
  for (let i = 0; i < last; i++) {
    const drawn = draw(drawing, random, drawing.excludesRow && known ? documents.at(i) : undefined);
    if (drawn.excluded) chosen(drawing, drawn);
  }
  return chosen(drawing, draw(drawing, random, doc));
}

function unread(): UnknownValue {
  return new UnknownValue('The rows are being read.', nowhere);
}

/** `FirstNSampler.sample`. */
function firstShots({ pool, wanted }: Drawing, excluded: Value | undefined): readonly DrawnShot[] | UnknownValue {
  const shots: DrawnShot[] = [];
  for (let row = 0; row < pool.count && shots.length < wanted; row++) {
    const shot = shotAt(pool, row, excluded);
    if (shot instanceof UnknownValue) return shot;
    if (shot) shots.push(shot);
  }
  if (shots.length === wanted) return shots;
  throw new PyError('AssertionError', `Error: number of fewshot samples requested exceeds the ${String(shots.length)} that are available.`);
}

/** The shot of a row of the pool; undefined for a row that is the one to keep out: whole rows are compared, so that all that are alike go. */
function shotAt(pool: RowAccess, row: number, excluded: Value | undefined): DrawnShot | UnknownValue | undefined {
  const doc = pool.at(row);
  if (!doc) return unread();
  const same = excluded ? equals(doc, excluded) : false;
  if (typeof same !== 'boolean') return same;
  return same ? undefined : { doc, row };
}

/** What the generator gives for one document. */
interface Drawn {
  readonly rows: readonly number[];
  readonly excluded: Value | undefined;
}

/** `ContextSampler.sample`: where documents are kept out one more is drawn, whether or not the document is among them. */
function draw({ pool, wanted, excludesRow }: Drawing, random: PythonRandom, doc: Value | undefined): Drawn {
  const excluded = excludesRow && doc && truthy(doc) !== false ? doc : undefined;
  const isEmpty = doc !== undefined && !excluded;
  const count = wanted + (excludesRow && !isEmpty ? 1 : 0);
  if (count > pool.count) throw new PyError('ValueError', 'Sample larger than population or is negative');
  return { rows: random.sample(pool.count, count), excluded };
}

function chosen({ pool, wanted }: Drawing, { rows, excluded }: Drawn): readonly DrawnShot[] | UnknownValue {
  const shots: DrawnShot[] = [];
  let missing: UnknownValue | undefined;
  for (const row of rows) {
    const shot = shotAt(pool, row, excluded);
    if (shot instanceof UnknownValue) missing = shot;
    else if (shot) shots.push(shot);
  }
  if (missing) return missing;
  if (shots.length >= wanted) return shots.slice(0, wanted);
  const text = `Error: number of fewshot samples returned (${String(shots.length)}) not equal to number requested (${String(wanted)}).`;
  throw new PyError('AssertionError', text);
}
