import { describe, expect, test } from 'vitest';
import { DictValue, FloatValue, IntValue, ListValue, NoneValue, str, type Value } from '../../../server/src/engine/core/value.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { drawsOf, type DrawnRows } from '../../../server/src/engine/frameworks/opencompass/retrieve/draws.js';
import { readerSplits, type ReaderWays, type RowCounts } from '../../../server/src/engine/frameworks/opencompass/retrieve/reader-splits.js';
import { sameInSentences, wordTokens } from '../../../server/src/engine/frameworks/opencompass/retrieve/word-tokens.js';
import { UnknownPrompt } from '../../../server/src/engine/frameworks/opencompass/values/unknown-prompt.js';

type Plain = string | number | bigint | null | Plain[] | { [key: string]: Plain };

/** A bigint is an int, a number a float. */
function valueOf(plain: Plain): Value {
  if (plain === null) return new NoneValue(nowhere);
  if (typeof plain === 'string') return str(plain, nowhere);
  if (typeof plain === 'bigint') return new IntValue(plain, nowhere);
  if (typeof plain === 'number') return new FloatValue(plain, nowhere);
  return Array.isArray(plain) ? new ListValue(plain.map(valueOf), nowhere) : dict(plain);
}

function dict(plain: { [key: string]: Plain }): DictValue {
  const value = new DictValue(nowhere);
  for (const [key, item] of Object.entries(plain)) value.set(key, valueOf(item));
  return value;
}

const ways: Record<string, ReaderWays> = {
  opencompass: { onBadRange: 'raises', repeats: 'splits' },
  aisbench: { onBadRange: 'all', repeats: 'rows' },
};

function left(counts: RowCounts, reader: { [key: string]: Plain }, framework = 'opencompass', n = 1n): Record<string, readonly number[]> {
  const { train, test } = readerSplits(counts, { readerCfg: dict(reader), n: valueOf(n) }, ways[framework]!);
  return { train: train.rows, test: test.rows };
}

const splits = new Map([
  ['train', 4],
  ['test', 10],
]);

describe('the rows that a reader leaves', () => {
  test.each([
    ['a slice', '[2:5]', [2, 3, 4]],
    ['any expression', '[:1] + index_list[-1:]', [0, 9]],
    ['a slice of a slice, as the partitioner appends it', '[2:8][1:3]', [3, 4]],
    ['a comprehension', ' and [i for i in index_list if i % 4 == 0]', [0, 4, 8]],
    ['negative ids', ' and [-1, 0]', [9, 0]],
    ['a number of rows at random', 4n, [8, 2, 0, 7]],
    ['more rows than there are', 11n, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['no rows', 0n, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['none of so few', 0.05, []],
  ] as [string, Plain, number[]][])('%s', (_, range, rows) => {
    expect(left(splits, { test_range: range })).toEqual({ train: [0, 1, 2, 3], test: rows });
  });

  test('a part of them at random', () => {
    expect(left(20, { test_range: 0.1 }).test).toEqual([7, 6]);
  });

  test.each([
    ['[9', 'SyntaxError'],
    ['9', 'NameError'],
    ['[0]', 'TypeError'],
    [' and [10]', 'IndexError'],
  ])('%s raises in OpenCompass, and is passed over by AISBench', (range, type) => {
    expect(() => left(splits, { test_range: range })).toThrow(expect.objectContaining({ type }));
    expect(left(splits, { test_range: range }, 'aisbench').test).toHaveLength(10);
  });

  test('the train split is cut first, and a test split of that name is a part of what is left', () => {
    expect(left(splits, { train_range: '[1:]', test_split: 'train', test_range: '[1:]' })).toEqual({ train: [1, 2, 3], test: [2, 3] });
  });

  test('repeated rows: OpenCompass repeats the split, AISBench what is left of it', () => {
    expect(left(3, { test_range: '[1:4]' }, 'opencompass', 2n).test).toEqual([1, 2, 0]);
    expect(left(3, { test_range: '[1:4]' }, 'aisbench', 2n).test).toEqual([1, 1, 2, 2]);
  });

  test('a split that is not there', () => {
    expect(() => left(new Map([['train', 1]]), {})).toThrow(expect.objectContaining({ type: 'KeyError' }));
    expect(() => left(splits, { test_split: 'dev' })).toThrow(expect.objectContaining({ type: 'KeyError' }));
  });
});

const texts = ['red green blue', 'green green tree', 'the blue sky is blue', 'a red car'];

function rows(train: Plain[], test: Plain[] = []): DrawnRows {
  const row = (items: Plain[]) => (index: number) => dict(items[index] as { [key: string]: Plain });
  return { trainCount: train.length, testCount: test.length, inputColumns: [valueOf('text')], train: row(train), test: row(test) };
}

const nine = rows(Array<Plain>(9).fill({}));
const asked = (question: string): DrawnRows => rows(texts.map((text) => ({ text })), [{ text: question }]); // oxfmt-ignore

describe('what retrievers draw', () => {
  test('RandomRetriever goes on with one generator from row to row', () => {
    const draws = drawsOf('RandomRetriever', dict({ ice_num: 3n, seed: 7n }), nine)!;
    expect([0, 1, 2, 3].map(draws)).toEqual([[2, 7, 0], [6, 3, 4], [1, 5, 2], [2, 8, 1]]); // oxfmt-ignore
    expect([3, 1].map(draws)).toEqual([[2, 8, 1], [6, 3, 4]]); // oxfmt-ignore
  });

  test.each([
    [{ ice_num: 10n }, 'ValueError'],
    [{ seed: -1n }, 'ValueError'],
    [{ seed: 0.5 }, 'TypeError'],
  ] as [{ [key: string]: Plain }, string][])('RandomRetriever raises with %o', (config, type) => {
    expect(() => drawsOf('RandomRetriever', dict(config), nine)!(0)).toThrow(expect.objectContaining({ type }));
  });

  test('RandomRetriever without a seed draws anew each time', () => {
    expect(() => drawsOf('RandomRetriever', dict({ seed: null }), nine)!(0)).toThrow(UnknownPrompt);
  });

  test('SlidingWindowRetriever takes the rows before, at the start the last', () => {
    expect([0, 1, 2, 3].map(drawsOf('SlidingWindowRetriever', dict({ k: 2n }), nine)!)).toEqual([[7, 8], [8, 0], [0, 1], [1, 2]]); // oxfmt-ignore
  });

  test('XiezhiRetriever takes the rows of each label in turn', () => {
    const labelled = rows([{ labels: ['a', 'b'] }, { labels: ['b'] }], [{ labels: ['b', 'a'] }, { labels: ['c'] }]);
    const draws = drawsOf('XiezhiRetriever', dict({ ice_num: 3n }), labelled)!;
    expect(draws(0)).toEqual([0, 1, 0]);
    expect(() => draws(1)).toThrow(expect.objectContaining({ type: 'KeyError' }));
  });

  test.each([
    ['blue', [3, 2, 1]],
    ['green car', [3, 2, 1]],
    ['the red sky', [2, 3, 1]],
  ])('BM25Retriever ranks the train rows for "%s", the later of equal ones first', (question, ids) => {
    expect(drawsOf('BM25Retriever', dict({ ice_num: 3n }), asked(question))!(0)).toEqual(ids);
  });

  test('BM25Retriever is not known where the machine decides, nor where sentences do', () => {
    const many = rows(Array<Plain>(17).fill({ text: 'same' }), [{ text: 'same' }]);
    expect(() => drawsOf('BM25Retriever', dict({}), many)!(0)).toThrow(UnknownPrompt);
    expect(() => drawsOf('BM25Retriever', dict({}), asked('Ask Dr. Who. Now'))!(0)).toThrow(UnknownPrompt);
  });
});

// What nltk 3.10 answers.
test.each([
  ["It's John's book, isn't it?", ['It', "'s", 'John', "'s", 'book', ',', 'is', "n't", 'it', '?']],
  ['He said: "wait (please)!"', ['He', 'said', ':', '``', 'wait', '(', 'please', ')', '!', "''"]],
  ['Prices rose 3.5% to $4,200... or so.', ['Prices', 'rose', '3.5', '%', 'to', '$', '4,200', '...', 'or', 'so', '.']],
  ["I cannot; we gonna win, 'twas d'ye", ['I', 'can', 'not', ';', 'we', 'gon', 'na', 'win', ',', "'", 'twas', 'd', "'ye"]],
  ["the '90s and ‘quoted’ “text” «là»", ['the', "'", '90s', 'and', '‘', 'quoted', '’', '“', 'text', '”', '«', 'là', '»']],
  ['End of it.) ', ['End', 'of', 'it', '.', ')']],
  ["He'LL they're won't DON'T", ['He', "'LL", 'they', "'re", 'wo', "n't", 'DO', "N'T"]],
  ['U.S.A.', ['U.S.A', '.']],
  ['中文。测试,好', ['中文。测试', ',', '好']],
])('the words of %j', (sentence, words) => {
  expect(wordTokens(sentence)).toEqual(words);
});

test.each([
  ['One sentence.', true],
  ['One sentence.) ', true],
  ['Why? Because! 3.5 of them...', true],
  ['And so on... more', true],
  ['One. Two', false],
  ['One.(Two)', false],
  ['"Why?"he said', false],
])('whether sentences matter to %j', (text, same) => {
  expect(sameInSentences(text)).toBe(same);
});
