import { PyError } from '../../../core/errors.js';
import { nowhere } from '../../../core/span.js';
import { DictValue, ListValue, RefValue, str, textOf, type Value } from '../../../core/value.js';
import { classNameOf } from '../../../config/class-name.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { Operation } from '../../face/operation.js';
import type { Dialect } from '../render/dialect.js';
import { buildReader, type DatasetReader } from '../retrieve/dataset-reader.js';
import type { DrawnRows } from '../retrieve/draws.js';
import { readerSplits, type RowCounts, type SplitRows } from '../retrieve/reader-splits.js';
import { retrieverDraws, type RetrieverClasses } from '../retrieve/retriever.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { withEntry } from '../values/python-value.js';

/** The op `draws` of a framework: which rows the reader of a dataset leaves, and which of them a retriever takes as examples for each test row. */
export function drawsOperation(dialect: Dialect): Operation {
  return (_configs, request) => {
    try {
      return answered(dialect, request);
    } catch (thrown) {
      if (thrown instanceof UnknownPrompt) return `"unknown": ${JSON.stringify(thrown.reason)}`;
      if (!(thrown instanceof PyError)) throw thrown;
      const { type, text } = dialect.raised(thrown);
      return `"error": ${JSON.stringify(`${type}: ${text}`)}`;
    }
  };
}

function answered(dialect: Dialect, request: Request): string {
  const given = request.has('reader_cfg') ? fromMarks(request.dict('reader_cfg')) : new DictValue(nowhere);
  const readerCfg = withColumns(given as DictValue);
  const splits = givenSplits(request);
  const reader = buildReader(readerCfg);
  const { train, test } = readerSplits(countsIn(splits), { readerCfg, k: request.value('k'), n: request.value('n') }, dialect.reading);
  const drawn = request.has('retriever')
    ? `"ids": ${JSON.stringify(idsFor(request, { splits, reader, train, test }, dialect.retrievers))}, `
    : '';
  return `${drawn}${rowsJson('train', train, splits)}, ${rowsJson('test', test, splits)}`;
}

/** Requests may leave out the columns, which a reader must have. */
function withColumns(readerCfg: DictValue): DictValue {
  let config = readerCfg;
  if (!config.get('input_columns')) config = withEntry(config, 'input_columns', new ListValue([str('text', nowhere)], nowhere));
  return config.get('output_column') ? config : withEntry(config, 'output_column', str('answer', nowhere));
}

function rowsJson(name: string, { split, rows }: SplitRows, splits: GivenSplits): string {
  const from = splits instanceof Map ? `, "${name}_split": ${JSON.stringify(split ?? null)}` : '';
  return `"${name}_pos": ${JSON.stringify(rows)}${from}`;
}

/** The rows of a split, of which a request may only give the number. */
type GivenRows = number | readonly DictValue[];
type GivenSplits = ReadonlyMap<string, GivenRows> | GivenRows;

function givenSplits(request: Request): GivenSplits {
  const rows = request.value('rows');
  if (rows?.kind === 'dict') return new Map([...rows.entries.values()].map(({ key, value }) => [textOf(key) ?? '', givenRows(value)]));
  if (rows) return givenRows(rows);
  return new Map(['train', 'test'].filter((name) => request.has(name)).map((name) => [name, givenRows(request.value(name)!)]));
}

function countsIn(splits: GivenSplits): RowCounts {
  const countOf = (rows: GivenRows): number => (typeof rows === 'number' ? rows : rows.length);
  return splits instanceof Map
    ? new Map([...(splits as ReadonlyMap<string, GivenRows>)].map(([name, rows]) => [name, countOf(rows)]))
    : countOf(splits as GivenRows);
}

/** A number of rows, the rows, the text of each, or its labels. */
function givenRows(value: Value): GivenRows {
  if (value.kind === 'int' && value.value >= 0n && value.value <= 10_000_000n) return Number(value.value);
  if (value.kind !== 'list') throw new BadRequest('"train" and "test" must be numbers of rows, or lists of rows.');
  return value.items.map((item) => {
    if (item.kind === 'dict') return fromMarks(item) as DictValue;
    const row = new DictValue(item.span);
    row.set(item.kind === 'list' ? 'labels' : 'text', item);
    return row;
  });
}

interface Drawn {
  readonly splits: GivenSplits;
  readonly reader: DatasetReader;
  readonly train: SplitRows;
  readonly test: SplitRows;
}

function idsFor(request: Request, { splits, reader, train, test }: Drawn, classes: RetrieverClasses): number[][] {
  const row = ({ split, rows }: SplitRows, index: number): DictValue | undefined => {
    const given = splits instanceof Map ? (splits as ReadonlyMap<string, GivenRows>).get(split ?? '') : (splits as GivenRows);
    return typeof given === 'number' || given === undefined ? undefined : given[rows[index]!];
  };
  const drawnRows: DrawnRows = {
    trainCount: train.rows.length,
    testCount: test.rows.length,
    inputColumns: reader.inputColumns,
    train: (index) => row(train, index),
    test: (index) => row(test, index),
  };
  const ids = retrieverDraws(retrieverIn(request), drawnRows, classes);
  return test.rows.map((_, index) => [...ids(index)]);
}

/** The retriever's config, or its name and arguments. A name stands for the class itself, which some of them cannot be registered under. */
function retrieverIn(request: Request): DictValue {
  const given = fromMarks(request.value('retriever')!);
  const config = given.kind === 'dict' ? given : withEntry(new DictValue(nowhere), 'type', given);
  const name = classNameOf(config.get('type'));
  if (name === undefined) throw new BadRequest('"retriever" must be the config or the name of a retriever.');
  const type = new RefValue(`icl_retriever.${name}`, nowhere, 'class');
  const all = new DictValue(nowhere);
  for (const { key, value } of config.entries.values()) if (key.kind === 'str' && key.text !== 'type') all.set(key.text, value);
  if (request.has('arguments'))
    for (const { key, value } of request.dict('arguments').entries.values()) if (key.kind === 'str') all.set(key.text, fromMarks(value));
  return withEntry(all, 'type', type);
}
