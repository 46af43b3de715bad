import { charge, checkSize } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { StrValue, type DictValue, type Value } from '../../../core/value.js';
import { Fault } from '../values/fault.js';
import { isAbsentOrNone, raisedKeyError } from '../values/python-value.js';
import { partOf, type BadRange } from './reader-ranges.js';

/** Rows of a split as it was loaded, in the order in which the reader has them. */
export interface SplitRows {
  /** The split's own name; undefined where the dataset has no splits. */
  readonly split: string | undefined;
  readonly rows: readonly number[];
}

/** How many rows the dataset has: in each of its splits by name, or without splits. */
export type RowCounts = ReadonlyMap<string, number> | number;

/** What sets the readers of the frameworks apart. */
export interface ReaderWays {
  readonly onBadRange: BadRange;
  /** With `n` above 1: the whole split again and again before its range is taken; or each row so many times behind it. */
  readonly repeats: 'splits' | 'rows';
}

/** The keys of a dataset's config that decide on its rows. */
export interface ReadingOrder {
  readonly readerCfg: DictValue | undefined;
  readonly k?: Value | undefined;
  readonly n?: Value | undefined;
}

/**
 * The rows that a dataset's `train` and `test` are in the end: `BaseDataset` and `DatasetReader` of OpenCompass 0.5.3 and AISBench 3.1.0 (`datasets/base.py`,
 * `openicl/icl_dataset_reader.py`). The train split is cut first, so that a `test_split` of "train" is a part of what was left.
 * @throws PyError KeyError for a split that is not there, what a range raises, and for a `k` above `n`; UnknownPrompt
 */
export function readerSplits(counts: RowCounts, order: ReadingOrder, ways: ReaderWays): { train: SplitRows; test: SplitRows } {
  const times = repeatsOf(order);
  const before = ways.repeats === 'splits' ? times : 1;
  const splits = new Map<string, SplitRows>();
  const load = (name: string, split: string | undefined, count: number): unknown =>
    splits.set(name, { split, rows: repeated(count, before) });
  if (typeof counts === 'number') for (const name of ['train', 'test']) load(name, undefined, counts);
  else for (const [name, count] of counts) load(name, name, count);
  for (const mapped of ['train', 'test'] as const) {
    const range = order.readerCfg?.get(`${mapped}_range`);
    const source = splitNamed(splits, order.readerCfg?.get(`${mapped}_split`), mapped);
    const part = partOf(source.rows.length, range, ways.onBadRange);
    splits.set(mapped, { split: source.split, rows: part.map((i) => source.rows[i]!) });
  }
  const [train, test] = ['train', 'test'].map((name) => splits.get(name)!);
  if (ways.repeats === 'splits' || times === 1) return { train: train!, test: test! };
  return { train: eachRepeated(train!, times), test: eachRepeated(test!, times) };
}

function splitNamed(splits: ReadonlyMap<string, SplitRows>, given: Value | undefined, mapped: string): SplitRows {
  const name = given === undefined ? mapped : given.kind === 'str' ? given.text : undefined;
  const found = name === undefined ? undefined : splits.get(name);
  if (found) return found;
  throw given instanceof StrValue || given !== undefined ? raisedKeyError(given) : new PyError('KeyError', `'${mapped}'`);
}

/** `n`, once `k` is no more than that. */
function repeatsOf({ k, n }: ReadingOrder): number {
  const times = wholeNumber(n);
  const samples = k?.kind === 'list' ? Math.max(...k.items.map(wholeNumber)) : wholeNumber(k);
  if (samples > times) throw new Fault('repeats', 'AssertionError', 'Maximum value of `k` must less than or equal to `n`', k?.span);
  return times;
}

function wholeNumber(value: Value | undefined): number {
  if (value?.kind === 'int') return Number(value.value);
  if (isAbsentOrNone(value)) return 1;
  return 1;
}

function repeated(count: number, times: number): number[] {
  checkSize(count * times);
  charge(count * times);
  return Array.from({ length: count * times }, (_, i) => i % count);
}

function eachRepeated({ split, rows }: SplitRows, times: number): SplitRows {
  checkSize(rows.length * times);
  charge(rows.length * times);
  return { split, rows: rows.flatMap((row) => Array<number>(times).fill(row)) };
}
