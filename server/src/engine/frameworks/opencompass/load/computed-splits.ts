import { nowhere, type FileId, type Span } from '../../../core/span.js';
import { DictValue, IntValue, StrValue, str, textOf, type Value } from '../../../core/value.js';
import { DatasetValue } from '../../../data/datasets/dataset-value.js';
import { PartialDataset } from '../../../data/datasets/partial-dataset.js';
import type { Table } from '../../../data/datasets/table.js';
import { typeName } from '../../../python/runtime/semantics.js';
import type { ComputedRows } from '../../../rows/dataset-rows.js';
import type { Dialect } from '../render/dialect.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { readerSplits, type RowCounts, type SplitRows } from '../retrieve/reader-splits.js';
import { say } from '../../../core/say.js';

/** What `load` gives: a single Dataset, or Datasets by split. */
export type LoadedData = LoadedDataset | ReadonlyMap<string, LoadedDataset>;

/** All rows, or the first ones. */
export type LoadedDataset = DatasetValue | PartialDataset;

/** The datasets in what `load` returns; a sentence where it is something else. */
export function loadedData(result: Value): LoadedData | string {
  if (isDataset(result)) return result;
  if (result.kind === 'unknown') return result.reason;
  if (result.kind !== 'dict') return say`Its load gives a ${typeName(result)}.`;
  const splits = new Map<string, LoadedDataset>();
  for (const { key, value } of result.entries.values()) {
    if (value.kind === 'unknown' && !(value instanceof PartialDataset)) return value.reason;
    if (!isDataset(value)) return say`Its load gives a dict with a ${typeName(value)} in it.`;
    splits.set(textOf(key) ?? '', value);
  }
  return splits;
}

function isDataset(value: Value): value is LoadedDataset {
  return value instanceof DatasetValue || value instanceof PartialDataset;
}

function tableOf(dataset: LoadedDataset): Table {
  return dataset instanceof DatasetValue ? dataset.table : dataset.head.table;
}

/**
 * The rows that are asked and those that examples come from: what `BaseDataset` and its reader make of what `load` gives (OpenCompass 0.5.3 and AISBench 3.1.0
 * `datasets/base.py`).
 * @throws PyError what they raise; UnknownPrompt
 */
export function readSplits(
  data: LoadedData,
  config: DictValue,
  { reading }: Dialect,
): { readonly train: ComputedRows; readonly test: ComputedRows } {
  const readerCfg = config.get('reader_cfg');
  const [k, n] = [config.get('k'), config.get('n')];
  const counts: RowCounts = isSingle(data)
    ? tableOf(data).count
    : new Map([...data].map(([name, dataset]) => [name, tableOf(dataset).count]));
  const partial = partialSplits(data, readerCfg?.kind === 'dict' ? readerCfg : undefined);
  const { train, test } = readerSplits(counts, { readerCfg: readerCfg?.kind === 'dict' ? readerCfg : undefined, k, n }, reading);
  const times = n?.kind === 'int' ? Number(n.value) : 1;
  const abbr = textOf(config.get('abbr')) ?? 'dataset';
  const rows = (name: 'train' | 'test', part: SplitRows): ComputedRows => {
    const made = reading.repeats === 'splits' ? numberedBefore(data, part, abbr) : numberedAfter(data, part, abbr, name, times);
    return partial.has(name) ? { ...made, more: true } : made;
  };
  return { train: rows('train', train), test: rows('test', test) };
}

/** OpenCompass numbers the rows of each split as they were loaded. */
function numberedBefore(data: LoadedData, { split, rows }: SplitRows, abbr: string): ComputedRows {
  const dataset = datasetOf(data, split);
  const subdivision = isSingle(data) ? abbr : `${abbr}_${split ?? ''}`;
  return { count: rows.length, at: (index) => numbered(dataset, rows[index]!, rows[index]!, subdivision) };
}

/** AISBench numbers the rows that its reader leaves, under the reader's name of the split. */
function numberedAfter(data: LoadedData, { split, rows }: SplitRows, abbr: string, name: string, times: number): ComputedRows {
  const dataset = datasetOf(data, split);
  return { count: rows.length, at: (index) => numbered(dataset, rows[index]!, Math.floor(index / times), `${abbr}_${name}`) };
}

function isSingle(data: LoadedData): data is LoadedDataset {
  return data instanceof DatasetValue || data instanceof PartialDataset;
}

function datasetOf(data: LoadedData, split: string | undefined): LoadedDataset | undefined {
  return isSingle(data) ? data : data.get(split ?? '');
}

/**
 * Which of `train` and `test` have more rows than are known: those of a split whose first rows alone are, unless a range asks for no others.
 * @throws UnknownPrompt for a range that depends on how many rows there are
 */
function partialSplits(data: LoadedData, readerCfg: DictValue | undefined): ReadonlySet<string> {
  const partial = new Set<string>(
    isSingle(data) ? [] : [...data].flatMap(([name, dataset]) => (dataset instanceof PartialDataset ? [name] : [])),
  );
  if (data instanceof PartialDataset) for (const name of ['train', 'test']) partial.add(name);
  const counts = (split: string): number => {
    const dataset = datasetOf(data, split);
    return dataset ? tableOf(dataset).count : 0;
  };
  for (const mapped of ['train', 'test']) {
    const source = textOf(readerCfg?.get(`${mapped}_split`)) ?? mapped;
    if (partial.has(source) && !isWithin(readerCfg?.get(`${mapped}_range`), counts(source))) partial.add(mapped);
    else partial.delete(mapped);
  }
  return partial;
}

/** Whether a range takes some of the first rows only. @throws UnknownPrompt where that depends on the others */
function isWithin(range: Value | undefined, count: number): boolean {
  if (isAbsentOrNone(range)) return false;
  const found = /^\[\s*(?:\d+\s*)?:\s*(?:(\d+)\s*)?\]$/.exec(textOf(range) ?? '');
  if (!found)
    throw new UnknownPrompt('Which rows the range takes depends on all lines of the file, of which only the first are read.', range.span);
  return found[1] !== undefined && Number(found[1]) <= count;
}

function numbered(dataset: LoadedDataset | undefined, row: number, idx: number, subdivision: string): DictValue {
  const result = new DictValue(nowhere);
  for (const { key, value } of dataset ? tableOf(dataset).row(row).entries.values() : [])
    if (key.kind === 'str') result.set(key.text, placed(value));
  result.set('subdivision', str(subdivision, nowhere));
  result.set('idx', new IntValue(BigInt(idx), nowhere));
  return result;
}

/** A text under the place of the data that it was read from, where there is one, rather than that of the code that read it. */
function placed(value: Value): Value {
  const place = value.kind === 'str' ? dataPlace(value) : undefined;
  return place && value.kind === 'str' ? new StrValue(value.traced, place) : value;
}

function dataPlace({ traced }: StrValue): Span | undefined {
  for (const { origin } of traced.pieces)
    if (origin.kind === 'source' && origin.span.file !== '' && !origin.span.file.endsWith('.py')) return origin.span;
  return undefined;
}

/** The file with data that the first row was read from; undefined where nothing in it tells. */
export function fileOfRows(rows: ComputedRows): FileId | undefined {
  if (rows.count === 0) return undefined;
  for (const { value } of rows.at(0).entries.values()) if (value.kind === 'str' && dataPlace(value)) return value.span.file;
  return undefined;
}
