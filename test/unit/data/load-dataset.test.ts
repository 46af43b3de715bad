import { describe, expect, it, test } from 'vitest';
import { pythonOf } from './run-program.js';

// What `datasets` 3.6 with pyarrow 19 and pandas 2.2 gives for each.
const rowsOf = (format: string, text: string, more = ''): string =>
  pythonOf(`list(load_dataset('${format}', data_files='f', split='train'${more}))`, { f: text });

describe('JSON, an object on each line', () => {
  it.each([
    ['{"a":1}\n{"a":2.5}\n', '[{"a": 1.0}, {"a": 2.5}]'],
    ['{"a":1}\n{"b":2}\n', '[{"a": 1, "b": null}, {"a": null, "b": 2}]'],
    ['{"a":1}\n{"a":"x"}\n', 'DatasetGenerationError'],
    ['{"a":{"b":1}}\n{"a":{"c":[]}}\n', '[{"a": {"b": 1, "c": null}}, {"a": {"b": null, "c": []}}]'],
    ['{"a":"2020-02-30"}\n', '[{"a": "2020-02-30"}]'],
    ['{"a":"2020-01-01"}\n{"a":"x"}\n', '[{"a": "2020-01-01"}, {"a": "x"}]'],
    ['{"a":9223372036854775808}\n', '[{"a": 9223372036854776000.0}]'],
    ['{\n "a": [1,\n 2]\n}\n', '[{"a": [1, 2]}]'],
    ['{"a":1}\n5\n', 'DatasetGenerationError'],
    ['{}\n{"a":1}\n', '[{"a": null}, {"a": 1}]'],
    ['{"a":1', 'DatasetGenerationError'],
    ['', 'DatasetGenerationError'],
    ['\n', 'ValueError'],
  ])('%j', (text, expected) => {
    expect(rowsOf('json', text)).toBe(expected);
  });

  it.each([
    ['2020-01-01', '2020-01-01 00:00:00'],
    ['2020-01-01T10:00:00+01:00', '2020-01-01 09:00:00'],
    ['2020-01-01 10:30Z', '2020-01-01 10:30:00'],
  ])('makes a moment of %s', (text, shown) => {
    expect(pythonOf("str(load_dataset('json', data_files='f')['train'][0]['a'])", { f: JSON.stringify({ a: text }) })).toBe(
      JSON.stringify(shown),
    );
  });
});

describe('JSON of more values than are held at once', () => {
  // Each line holds its object, its list and what is in that.
  const lines = (values: number): string => `{"a":[${'0,'.repeat(values - 3)}0]}\n`.repeat(15);
  const known = (f: string): string => pythonOf("len(load_dataset('json', data_files='f', split='train'))", { f });

  it.each([lines(100_010), `[${lines(100_010).trim().replaceAll('\n', ',')}]`])('is not followed', (text) => {
    expect(known(text)).toBe('unknown');
  });

  it('is told from a long text of few', () => {
    expect(known(`{"a":"${'[,'.repeat(1_550_000)}"}\n`)).toBe('1');
  });
});

test.each([
  ['[{"a":1},{"a":2.5}]', '[{"a": 1.0}, {"a": 2.5}]'],
  ['[{"a":1.0},{"a":2.0}]', '[{"a": 1}, {"a": 2}]'],
  ['[{"a":1},{"b":"x"}]', '[{"a": 1, "b": null}, {"a": null, "b": "x"}]'],
  ['[{"a":1},{"a":"x"}]', 'DatasetGenerationError'],
  ['[{"date":"hello"}]', '[{"date": "hello"}]'],
  ['[{"date":"1/2/2020"}]', 'unknown'],
  ['["x", "y"]', '[{"text": "x"}, {"text": "y"}]'],
  ['[]', 'ValueError'],
])('a list of JSON: %s', (text, expected) => {
  expect(rowsOf('json', text)).toBe(expected);
});

test('a list under a name in JSON', () => {
  expect(rowsOf('json', '{"data": [{"a": 1}]}', ", field='data'")).toBe('[{"a": 1}]');
  expect(rowsOf('json', '{"x": 1}', ", field='data'")).toBe('DatasetGenerationError');
});

test.each([
  ['a,b\n1,x\n,NA\n', '[{"a": 1.0, "b": "x"}, {"a": null, "b": null}]'],
  ['a\n007\n8\n', '[{"a": 7}, {"a": 8}]'],
  ['a\nTrue\nfalse\n', '[{"a": true}, {"a": false}]'],
  ['a\n0.30000000000000004\n', '[{"a": 0.3}]'],
  ['a\n1e400\n', '[{"a": "1e400"}]'],
  ['a,b\n1\n', '[{"a": 1, "b": null}]'],
  ['a\n1\n1,2\n', 'DatasetGenerationError'],
  ['a\n1,2\n', 'unknown'],
])('CSV: %j', (text, expected) => {
  expect(rowsOf('csv', text)).toBe(expected);
});

test.each([
  ['paragraph', 'a\nb\n\nc\n\n\n\nd\n', '[{"text": "a\\nb"}, {"text": "c"}, {"text": "d\\n"}]'],
  ['paragraph', 'a\n\n\nb\n\n', '[{"text": "a"}, {"text": "\\nb"}]'],
  ['document', 'a\n\nb\n', '[{"text": "a\\n\\nb\\n"}]'],
  ['line', 'a\n\nb\n', '[{"text": "a"}, {"text": ""}, {"text": "b"}]'],
  ['paragraph', 'a\r\n\r\nb', 'unknown'],
  ['word', 'a b', 'unknown'],
])('a text by %s: %j', (by, text, expected) => {
  expect(rowsOf('text', text, `, sample_by='${by}'`)).toBe(expected);
});

test('a path that is None', () => {
  expect(pythonOf('load_dataset(None)')).toBe('TypeError');
  expect(pythonOf("load_dataset(path=None, name='x')")).toBe('TypeError');
});

test('CSV with another delimiter, and lines of text', () => {
  expect(rowsOf('csv', 'a;b\n1;2\n', ", sep=';'")).toBe('[{"a": 1, "b": 2}]');
  expect(rowsOf('csv', 'a]b\n1]2\n', ", sep=']'")).toBe('[{"a": 1, "b": 2}]');
  expect(rowsOf('text', 'x\r\n\ny')).toBe('[{"text": "x"}, {"text": ""}, {"text": "y"}]');
});

describe('the split', () => {
  const f = [1, 2, 3, 4, 5].map((a) => JSON.stringify({ a })).join('\n');
  it.each([
    ['train[:2]', '[1, 2]'],
    ['train[-2:]', '[4, 5]'],
    ['train[:50%]', '[1, 2]'],
    ['train[10%:30%]', '[1, 2]'],
    ['train[:1]+train[-1:]', '[1, 5]'],
    ['train[2:2]', 'ValueError'],
    ['test', 'ValueError'],
    ['train[x]', 'ValueError'],
  ])('%s', (split, expected) => {
    expect(pythonOf(`load_dataset('json', data_files='f', split='${split}')['a']`, { f })).toBe(expected);
  });
});

describe('files', () => {
  const one = (n: number): string => JSON.stringify({ n });
  it('are those of data_files, by split, the first of which settles the types', () => {
    const files = { 'a.jsonl': one(1), 'b.jsonl': '{"n": 2.0}', 'c.jsonl': '{"n": 2.5}', 'd.jsonl': '{"m": 1}' };
    const load = (given: string): string => pythonOf(`{k: list(v) for k, v in load_dataset('json', data_files=${given}).items()}`, files);
    expect(load("{'x': 'a.jsonl', 'y': ['a.jsonl', 'b.jsonl']}")).toBe('{"x": [{"n": 1}], "y": [{"n": 1}, {"n": 2}]}');
    expect(load("['a.jsonl', 'c.jsonl']")).toBe('DatasetGenerationError');
    expect(load("['a.jsonl', 'd.jsonl']")).toBe('DatasetGenerationCastError');
    expect(load("'*b.jsonl'")).toBe('{"train": [{"n": 2.0}]}');
    expect(load("'nowhere.jsonl'")).toBe('FileNotFoundError');
  });

  const folder = (files: Readonly<Record<string, string>>, more = ''): string =>
    pythonOf(
      `{k: v['n'] for k, v in load_dataset('ds'${more}).items()}`,
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`ds/${name}`, text])),
    );

  it.each([
    [['test.jsonl', 'train.jsonl'], '{"train": [1], "test": [0]}'],
    [['a.jsonl', 'b.jsonl'], '{"train": [0, 1]}'],
    [['data/extra-00000-of-00001.jsonl', 'data/train-00000-of-00001.jsonl'], '{"train": [1], "extra": [0]}'],
    [['train/test.jsonl'], '{"train": [0]}'],
    // Its name says so twice.
    [['test-eval.jsonl'], '{"test": [0, 0]}'],
    [['latest.jsonl'], '{"train": [0]}'],
    [['notes.md'], 'DataFilesNotFoundError'],
    [['dev.jsonl', 'test.csv'], 'ValueError'],
  ])('of a folder are of the splits that their names tell: %j', (names, expected) => {
    expect(folder(Object.fromEntries(names.map((name, i) => [name, one(i)])))).toBe(expected);
  });

  it('of a folder are those of the configuration that its README names', () => {
    const head = `---\nconfigs:\n- config_name: a\n  data_files:\n  - split: dev\n    path: "a/*.jsonl"\n- config_name: b\n  data_files: b.jsonl\n---\n`;
    const files = { 'README.md': head, 'a/x.jsonl': one(1), 'b.jsonl': one(2) };
    expect(folder(files, ", 'a'")).toBe('{"dev": [1]}');
    expect(folder(files, ", name='b'")).toBe('{"train": [2]}');
    expect(folder(files)).toBe('ValueError');
    expect(folder(files, ", 'c'")).toBe('ValueError');
  });

  it('that are not there, scripts and the Hub are unknown', () => {
    expect(folder({ 'ds.py': '', 'train.jsonl': one(1) })).toBe('unknown');
    expect(pythonOf("load_dataset('org/name', split='test')")).toBe('unknown');
    expect(pythonOf("load_dataset('json', data_files='https://host/f.json')")).toBe('unknown');
  });
});

test.each([
  ["open('f/inner.txt')", 'NotADirectoryError'],
  ["open('g/inner.txt')", 'FileNotFoundError'],
  ["os.listdir('f/inner')", 'NotADirectoryError'],
  ["os.path.exists('f/inner')", 'false'],
  ["read('f/inner.csv')", 'NotADirectoryError'],
  ["read('g/inner.csv')", 'FileNotFoundError'],
])('what is looked for in a file, as if it were a folder: %s', (code, outcome) => {
  expect(pythonOf(`import os, pandas\nread = pandas.read_csv\n${code}`, { f: 'x' })).toBe(outcome);
});

test('a folder without files has no configurations that could be asked for', () => {
  expect(pythonOf("load_dataset('d', name='abc')", { 'd/README.md': 'x' })).toBe('EmptyDatasetError');
  expect(pythonOf("load_dataset('d', name='abc')", { 'd/notes.md': 'x' })).toBe('DataFilesNotFoundError');
  expect(pythonOf("load_dataset('d', name='abc')", { 'd/train.jsonl': '{"a": 1}' })).toBe('ValueError');
});

test.each([
  ['{"q": "W", "a": 1}\n{"q": "t", "a": 2.5, "b": [1]}\n', '{"q": "t", "a": 1}', '[{"q": "t", "a": 1.0, "b": null}]'],
  ['{"q": "t", "a": 1}', '{"q": "t", "a": 1.0}', '[{"q": "t", "a": 1}]'],
  ['{"q": null, "a": 1}', '{"q": "t", "a": 1}', 'DatasetGenerationError'],
  ['{"q": "t"}', '{"q": "t", "b": 1}', 'DatasetGenerationCastError'],
])('the first split settles the types of all: %j and %j', (train, later, rows) => {
  const files = { train, later, 'd/train.jsonl': train, 'd/test.jsonl': later };
  const named = "data_files={'train': 'train', 'test': 'later'}";
  expect(pythonOf(`list(load_dataset('json', ${named})['test'])`, files)).toBe(rows);
  expect(pythonOf(`list(load_dataset('json', ${named}, split='test'))`, files)).toBe(rows);
  expect(pythonOf("list(load_dataset('d', split='test'))", files)).toBe(rows);
});
