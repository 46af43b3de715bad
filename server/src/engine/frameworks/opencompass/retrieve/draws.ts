import { charge } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { asInteger, iterateItems, keyOf, typeName } from '../../../python/runtime/semantics.js';
import { NumpyRandomState } from '../../../random/numpy-legacy.js';
import type { DictValue, Value } from '../../../core/value.js';
import { field, isAbsentOrNone, raisedKeyError } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { Bm25, highest } from './bm25.js';
import { sameInSentences, wordTokens } from './word-tokens.js';

/** The rows that a retriever draws from and for, once the reader has taken its ranges. */
export interface DrawnRows {
  readonly trainCount: number;
  readonly testCount: number;
  readonly inputColumns: readonly Value[];
  /** A row, or undefined where it is not at hand. */
  train(index: number): DictValue | undefined;
  test(index: number): DictValue | undefined;
}

/** The examples of the test row at `index`: positions in the train rows, as the retriever gives them: some are negative, or beyond the last. */
export type Draws = (index: number) => readonly number[];

type Drawing = (config: DictValue, rows: DrawnRows) => Draws;

/** The retrievers whose draws can be known without a model. OpenCompass 0.5.3 `openicl/icl_retriever/`, `datasets/xiezhi.py`; AISBench 3.1.0 has the first alone. */
const drawings: ReadonlyMap<string, Drawing> = new Map<string, Drawing>([
  ['RandomRetriever', randomDraws],
  ['SlidingWindowRetriever', slidingDraws],
  ['XiezhiRetriever', labelDraws],
  ['BM25Retriever', bm25Draws],
]);

/**
 * How a retriever of a class draws; undefined for one whose draws depend on a model, or are not known. The draws of a row raise what the framework raises (PyError), or
 * UnknownPrompt.
 */
export function drawsOf(className: string, config: DictValue, rows: DrawnRows): Draws | undefined {
  return drawings.get(className)?.(config, rows);
}

/** Most numbers that are drawn for the rows before one that is asked for: about a third of a second. */
const mostDrawn = 30_000_000;

/** `np.random.seed(seed)`, then for each test row a whole permutation of the train rows, of which the first are taken. */
function randomDraws(config: DictValue, { trainCount }: DrawnRows): Draws {
  const count = countOf(config);
  let state: NumpyRandomState | undefined;
  let next = 0;
  return (index) => {
    if (!state || index < next) {
      state = seeded(config.get('seed'));
      next = 0;
    }
    if (trainCount === 0 && count > 0) throw new PyError('ValueError', 'a must be greater than 0 unless no samples are taken', config.span);
    if (count > trainCount)
      throw new PyError('ValueError', "Cannot take a larger sample than population when 'replace=False'", config.span);
    if (count < 0) throw new PyError('ValueError', 'negative dimensions are not allowed', config.span);
    if ((index - next) * trainCount > mostDrawn)
      throw new UnknownPrompt(say`The draws of the ${String(index)} rows before this one are too many to follow.`, config.span);
    for (; next < index; next++) state.permutation(trainCount);
    next++;
    return state.choice(trainCount, count);
  };
}

function seeded(seed: Value | undefined): NumpyRandomState {
  if (seed === undefined) return NumpyRandomState.ofSeed(43);
  if (seed.kind === 'none') throw new UnknownPrompt(say`RandomRetriever draws anew in each run: its seed is None.`, seed.span);
  if (seed.kind === 'unknown') throw new UnknownPrompt(seed.reason, seed.span);
  const given = asInteger(seed);
  if (given === undefined)
    throw new PyError('TypeError', `Cannot cast scalar from ${typeName(seed)} according to the rule 'safe'`, seed.span);
  if (given < 0n || given > 0xffffffffn) throw new PyError('ValueError', 'Seed must be between 0 and 2**32 - 1', seed.span);
  return NumpyRandomState.ofSeed(Number(given));
}

/** `ice_num`, which is 1 by default. */
function countOf(config: DictValue): number {
  const given = config.get('ice_num');
  if (given === undefined) return 1;
  if (given.kind === 'unknown') throw new UnknownPrompt(given.reason, given.span);
  const count = asInteger(given);
  if (count !== undefined) return Number(count);
  if (isAbsentOrNone(given)) throw new UnknownPrompt(say`What the retriever does without ice_num is not known.`, given.span);
  throw new PyError('TypeError', `'${typeName(given)}' object cannot be interpreted as an integer`, given.span);
}

/** The `k` rows before the same place in the train rows; at the start the last ones stand in. Nothing keeps the ids within the train rows. */
function slidingDraws(config: DictValue, { trainCount }: DrawnRows): Draws {
  const given = config.get('k');
  return (index) => {
    if (given?.kind === 'unknown') throw new UnknownPrompt(given.reason, given.span);
    const k = given && asInteger(given);
    if (k === undefined)
      throw new PyError('TypeError', `'${given ? typeName(given) : 'NoneType'}' object cannot be interpreted as an integer`, given?.span);
    const width = Number(k);
    if (index >= width) return rangeOf(index - width, index);
    return [...rangeOf(trainCount - (width - index), trainCount), ...rangeOf(0, index)];
  };
}

function rangeOf(start: number, end: number): number[] {
  const length = Math.max(0, end - start);
  charge(length);
  return Array.from({ length }, (_, i) => start + i);
}

/** For each label of the test row in turn all train rows that have it, until there are enough. */
function labelDraws(config: DictValue, rows: DrawnRows): Draws {
  const count = countOf(config);
  let byLabel: Map<string, number[]> | undefined;
  return (index) => {
    byLabel ??= rowsByLabel(rows);
    const drawn: number[] = [];
    for (const label of labelsIn(rowAt(rows, 'test', index))) {
      if (drawn.length >= count) break;
      const found = byLabel.get(keyOf(label));
      if (!found) throw raisedKeyError(label);
      drawn.push(...found);
    }
    return drawn.slice(0, count);
  };
}

function rowsByLabel(rows: DrawnRows): Map<string, number[]> {
  const byLabel = new Map<string, number[]>();
  for (let i = 0; i < rows.trainCount; i++)
    for (const label of labelsIn(rowAt(rows, 'train', i))) {
      charge(1);
      const key = keyOf(label);
      const found = byLabel.get(key);
      if (found) found.push(i);
      else byLabel.set(key, [i]);
    }
  return byLabel;
}

function labelsIn(row: DictValue): Iterable<Value> {
  const labels = field(row, 'labels');
  if (labels.kind === 'unknown') throw new UnknownPrompt(labels.reason, labels.span);
  const items = iterateItems(labels);
  if (!items) throw new PyError('TypeError', `'${typeName(labels)}' object is not iterable`, labels.span);
  return items;
}

function rowAt(rows: DrawnRows, split: 'train' | 'test', index: number): DictValue {
  const row = rows[split](index);
  if (!row) throw new UnknownPrompt(say`The retriever compares all rows, and not all of them are at hand.`);
  return row;
}

/** The train rows whose input columns are most like those of the test row. */
function bm25Draws(config: DictValue, rows: DrawnRows): Draws {
  const count = countOf(config);
  let ranking: Bm25 | undefined;
  return (index) => {
    ranking ??= new Bm25(Array.from({ length: rows.trainCount }, (_, i) => wordsOf(rows, 'train', i)));
    const scores = ranking.scores(wordsOf(rows, 'test', index));
    return highest(scores, count < 0 ? Math.max(0, scores.length + count) : count);
  };
}

/** The words of a row's input columns, which are joined by blanks. */
function wordsOf(rows: DrawnRows, split: 'train' | 'test', index: number): string[] {
  const row = rowAt(rows, split, index);
  const texts = rows.inputColumns.map((column, i) => {
    const value = field(row, column.kind === 'str' ? column.text : '');
    if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
    if (value.kind !== 'str')
      throw new PyError('TypeError', `sequence item ${String(i)}: expected str instance, ${typeName(value)} found`, value.span);
    return value.text;
  });
  const text = texts.join(' ');
  if (!sameInSentences(text))
    throw new UnknownPrompt(
      say`Which words BM25Retriever compares depends on how nltk splits the text into sentences, which is not known here.`,
    );
  return wordTokens(text);
}
