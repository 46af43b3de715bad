import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { UnknownValue, type Value } from '../../../core/value.js';
import { equals, truthy } from '../../../python/runtime/semantics.js';
import type { HarnessRelease } from '../releases/harness-release.js';
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
  /** The release that draws. */
  readonly release: HarnessRelease;
  /** With a chat template, whether the shots are part of the question's turn. */
  readonly inOneTurn: boolean;
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
  const { wanted, order, seed, pool, release } = drawing;
  if (wanted <= 0) return [];
  const last = documents.count - 1;
  const compares = drawing.excludesRow || release.dropsEqualShots;
  const doc = compares ? documents.at(last) : undefined;
  if (compares && !doc) return unread();
  if (order === 'first_n') return firstShots(drawing, doc);
  if (pool.count === 0 && release.assertsRows) throw new PyError('AssertionError', 'Error: no documents available for sampling.');
  if (seed === undefined) return new UnknownValue(say`The shots are drawn anew in each run: fewshot_seed is None.`, nowhere);
  const random = PythonRandom.ofInt(seed);
  const known = documents.whole && pool.whole;
  for (let i = 0; i < last; i++) {
    const drawn = draw(drawing, random, drawing.excludesRow && known ? documents.at(i) : undefined);
    if (drawn.excluded) chosen(drawing, drawn, random);
  }
  return chosen(drawing, draw(drawing, random, doc), random);
}

function unread(): UnknownValue {
  return new UnknownValue(say`The rows are being read.`, nowhere);
}

/** `FirstNSampler.sample`. */
function firstShots(drawing: Drawing, excluded: Value | undefined): readonly DrawnShot[] | UnknownValue {
  const { pool, wanted, excludesRow, release } = drawing;
  if (release.dropsEqualShots) {
    const count = wanted + (excludesRow ? 1 : 0);
    if (count > pool.count) throw tooFew(pool.count);
    return kept(
      pool,
      Array.from({ length: count }, (_, row) => row),
      excluded,
      wanted,
    );
  }
  const shots: DrawnShot[] = [];
  for (let row = 0; row < pool.count && shots.length < wanted; row++) {
    const shot = shotAt(pool, row, excluded);
    if (shot instanceof UnknownValue) return shot;
    if (shot) shots.push(shot);
  }
  if (shots.length === wanted) return shots;
  throw tooFew(shots.length);
}

function tooFew(available: number): PyError {
  return new PyError('AssertionError', `Error: number of fewshot samples requested exceeds the ${String(available)} that are available.`);
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
function draw(drawing: Drawing, random: PythonRandom, doc: Value | undefined): Drawn {
  const { pool, wanted, excludesRow, release } = drawing;
  if (release.dropsEqualShots) return { rows: oldDraw(drawing, random), excluded: doc };
  const excluded = excludesRow && doc && truthy(doc) !== false ? doc : undefined;
  const isEmpty = doc !== undefined && !excluded;
  const count = wanted + (excludesRow && !isEmpty ? 1 : 0);
  return { rows: sampled(random, pool.count, count), excluded };
}

/** Until 0.4.9.2 (`get_context`); in one turn of a chat the shots are drawn twice, of which the second draw counts (`get_chat_context`). */
function oldDraw({ pool, wanted, excludesRow, inOneTurn, release }: Drawing, random: PythonRandom): readonly number[] {
  const count = wanted + (excludesRow ? 1 : 0);
  if (inOneTurn && release.drawsTwiceInOneTurn) sampled(random, pool.count, count);
  return sampled(random, pool.count, count);
}

function sampled(random: PythonRandom, population: number, count: number): readonly number[] {
  if (count > population) throw new PyError('ValueError', 'Sample larger than population or is negative');
  return random.sample(population, count);
}

/** The shots of some rows but for those that are kept out, so many at most; unknown where a row is not in memory. */
function kept(pool: RowAccess, rows: readonly number[], excluded: Value | undefined, most: number): readonly DrawnShot[] | UnknownValue {
  const shots: DrawnShot[] = [];
  let missing: UnknownValue | undefined;
  for (const row of rows) {
    const shot = shotAt(pool, row, excluded);
    if (shot instanceof UnknownValue) missing = shot;
    else if (shot) shots.push(shot);
  }
  return missing ?? shots.slice(0, most);
}

function chosen(drawing: Drawing, { rows, excluded }: Drawn, random: PythonRandom): readonly DrawnShot[] | UnknownValue {
  const { pool, wanted, release } = drawing;
  const shots = kept(pool, rows, excluded, wanted);
  if ('kind' in shots || shots.length >= wanted || release.dropsEqualShots) return shots;
  if (release.drawsAgain) {
    const others = kept(
      pool,
      Array.from({ length: pool.count }, (_, row) => row),
      excluded,
      pool.count,
    );
    return 'kind' in others ? others : sampled(random, others.length, wanted).map((at) => others[at]!);
  }
  const text = `Error: number of fewshot samples returned (${String(shots.length)}) not equal to number requested (${String(wanted)}).`;
  throw new PyError('AssertionError', text);
}
