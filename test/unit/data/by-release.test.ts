import { expect, test } from 'vitest';
import {
  datasetsBefore4,
  takingTooManyOf,
  type ColumnForm,
  type InstalledDatasets,
} from '../../../server/src/engine/data/datasets/installed-datasets.js';
import type { JsonReading } from '../../../server/src/engine/data/datasets/json-reading.js';
import { numberReadingOf, type NumberReading } from '../../../server/src/engine/rows/typed-cells.js';
import { pythonOf } from './run-program.js';

const asked = "import json\nd = Dataset.from_list([{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}, {'a': 3, 'b': 'z'}])\n";

function withColumns(form: ColumnForm): InstalledDatasets {
  return { ...datasetsBefore4, order: 'met', columns: () => form };
}

// As `datasets` 3.6 and 5.2 answer; what differs is unknown where nothing tells which one there is.
test.each([
  ["list(d['a'])", '[1, 2, 3]', '[1, 2, 3]', '[1, 2, 3]'],
  ["[len(d['a']), sum(d['a']), d['a'][-1], d['b'][1:], 'y' in d['b'], d['b'].index('z')]", ...same('[3, 6, 3, ["y", "z"], true, 2]')],
  [
    "[d['a'] == [1, 2, 3], [1, 2] != d['a'], ', '.join(d['b']), sorted(d['b'], reverse=True)]",
    ...same('[true, true, "x, y, z", ["z", "y", "x"]]'),
  ],
  ["isinstance(d['a'], list)", 'true', 'false', 'unknown'],
  ["type(d['a']).__name__", '"list"', '"Column"', 'unknown'],
  ['f"{d[\'b\']}"', "\"['x', 'y', 'z']\"", "\"Column(['x', 'y', 'z'])\"", 'unknown'],
  ["d['a'] + [4]", '[1, 2, 3, 4]', 'TypeError', 'unknown'],
  ["d['a'].copy()", '[1, 2, 3]', 'AttributeError', 'unknown'],
  ["d['a'][[0, 2]]", 'TypeError', '[1, 3]', 'unknown'],
  ["d['a'].upper()", ...same('AttributeError')],
  ["json.dumps(d['a'])", '"[1, 2, 3]"', 'TypeError', 'unknown'],
  ["str(d.features['a'])", '"Value(dtype=\'int64\', id=None)"', 'unknown', 'unknown'],
  ["[d.features['a'].dtype, d.features['a'] == Value('int64')]", ...same('["int64", true]')],
  ["d['z']", 'KeyError', 'ValueError', 'unknown'],
  ["list(Dataset.from_dict({'c': d['a']}))[0]", ...same('{"c": 1}')],
  ["Dataset.from_list([{'m': {'k': 5}}])['m']['k'][0]", 'TypeError', '5', 'unknown'],
] as const)('%s', (code, list, column, either) => {
  const forms = ['list', 'column', 'either'] as const;
  expect(forms.map((form) => pythonOf(asked + code, {}, withColumns(form)))).toEqual([list, column, either]);
});

function same(answer: string): readonly [string, string, string] {
  return [answer, answer, answer];
}

// As `datasets` 5.1 and 5.2 answer.
test.each([
  ['len(d.take(9))', 'IndexError', '3', 'unknown'],
  ['len(d.take(3))', ...same('3')],
  ['len(d.take(-1))', ...same('0')],
  ['len(d.select([]).take(2))', ...same('0')],
] as const)('%s', (code, raises, all, either) => {
  const takings = ['raises', 'all', 'either'] as const;
  expect(takings.map((taking) => pythonOf(asked + code, {}, { ...datasetsBefore4, takes: () => taking }))).toEqual([raises, all, either]);
});

test.each([
  [undefined, 'either'],
  ['5.1.0', 'raises'],
  ['4.8.5', 'raises'],
  ['5.2.0', 'all'],
  ['6.0', 'all'],
] as const)('with release %s taking too many %s', (version, taking) => {
  expect(takingTooManyOf(version, 'either')).toBe(taking);
});

test('a column that may be a list is not known any more once a list would have been changed', () => {
  const change = `${asked}c = d['a']\nc.append(4)\n`;
  expect(pythonOf(`${change}len(c)`, {}, withColumns('list'))).toBe('4');
  expect(pythonOf(`${change}len(c)`, {}, withColumns('column'))).toBe('AttributeError');
  expect(pythonOf(`${change}len(c)`, {}, withColumns('either'))).toBe('unknown');
});

test('what is got out of a column is new each time', () => {
  const change = "c = Dataset.from_list([{'a': [1]}])['a']\nc[0].append(2)\n";
  expect(['list', 'column'].map((form) => pythonOf(`${change}c[0]`, {}, withColumns(form as ColumnForm)))).toEqual(['[1, 2]', '[1]']);
});

/** The answer of releases before 4.7, of those from then on, and the columns that are doubted where it is not known which one there is. */
function mapped(code: string): readonly [string, string, unknown] {
  const doubts: unknown[] = [];
  const library = (reading: JsonReading): InstalledDatasets => ({
    ...datasetsBefore4,
    order: 'met',
    reading: () => reading,
    doubt: (columns) => doubts.push(columns),
  });
  const either = pythonOf(asked + code, {}, library('either'));
  const [strict, mixed] = [pythonOf(asked + code, {}, library('strict')), pythonOf(asked + code, {}, library('mixed'))];
  expect(either).toBe(strict);
  return [strict, mixed, doubts.flat()];
}

// As `datasets` 3.6 and 5.2 answer.
test.each([
  ["list(d.map(lambda r: {'c': r['a'] + 1}))[0]", '{"a": 1, "b": "x", "c": 2}', '{"a": 1, "b": "x", "c": 2}', []],
  [
    "[r['c'] for r in d.map(lambda r: {'c': {r['b']: 1}})]",
    '[{"x": 1, "y": null, "z": null}, {"x": null, "y": 1, "z": null}, {"x": null, "y": null, "z": 1}]',
    '[{"x": 1}, {"y": 1}, {"z": 1}]',
    ['c'],
  ],
  ["[r['c'] for r in d.map(lambda r: {'c': r['a'] if r['a'] > 1 else r['b']})]", 'ArrowTypeError', '["x", 2, 3]', ['all']],
  ["[r['c'] for r in d.map(lambda r: {'c': [r['a'], r['b']]})]", 'ArrowInvalid', '[[1, "x"], [2, "y"], [3, "z"]]', ['all']],
  [
    "[r['c'] for r in d.map(lambda r: {'c': [{'k': 1}, {'k': 2, r['b']: 3}]})][0]",
    '[{"k": 1, "x": null, "y": null, "z": null}, {"k": 2, "x": 3, "y": null, "z": null}]',
    '[{"k": 1}, {"k": 2, "x": 3}]',
    ['c'],
  ],
  // A text that is JSON is read where values stand as they are.
  ["[r['c'] for r in d.map(lambda r: {'c': '7' if r['a'] > 1 else None if r['a'] > 2 else 0.5})]", 'ArrowInvalid', '[0.5, 7, 7]', ['all']],
  // A column that was there before keeps its type, or takes another one, and is never of several kinds.
  ["[r['a'] for r in d.map(lambda r: {'a': r['a'] if r['a'] > 1 else r['b']})]", 'ArrowTypeError', 'ArrowTypeError', []],
  ["[r['c'] for r in d.map(lambda b: {'c': [{x: 1} for x in b['b']]}, batched=True, batch_size=2)][2]", 'TypeError', '{"z": 1}', ['all']],
  [
    "[r['c'] for r in d.map(lambda r: {'c': {r['b']: 1}}).map(lambda r: {'c': {**r['c'], 'n': r['a']}})][1]",
    '{"x": null, "y": 1, "z": null, "n": 2}',
    '{"y": 1, "n": 2}',
    ['c'],
  ],
  ["Dataset.from_list([{'c': 1}, {'c': 'x'}])", 'ArrowInvalid', 'ArrowInvalid', []],
])('%s', (code, strict, mixed, doubts) => {
  expect(mapped(code)).toEqual([strict, mixed, doubts]);
});

test.each([
  [undefined, 'either'],
  ['2.3.3', '2'],
  ['3.0.3', '3.0'],
  ['3.1.0', '3.1'],
  ['4.0.0', '3.1'],
])('pandas %s reads numbers as %s', (release, reading) => {
  expect(numberReadingOf(release, 'either')).toBe(reading);
});

// 0.14285714285714285 of digits that are gathered one by one is the float below it.
test.each<[NumberReading, string, unknown[]]>([
  ['2', '[0.1428571428571428, 0.5]', []],
  ['3.1', '[0.14285714285714285, 0.5]', []],
  ['either', '[0.1428571428571428, 0.5]', [['x']]],
])('floats of separated values, %s', (numbers, expected, doubted) => {
  const doubts: unknown[] = [];
  const library = { ...datasetsBefore4, numbers: () => numbers, doubt: (columns: unknown) => void doubts.push(columns) };
  const files = { 'rows.csv': 'x,y\n0.14285714285714285,1\n0.5,2\n' };
  expect(pythonOf("load_dataset('csv', data_files='rows.csv', split='train')['x']", files, library)).toBe(expected);
  expect(doubts).toEqual(doubted);
  expect(pythonOf("import pandas\nlist(pandas.read_csv('rows.csv')['x'])", files, library)).toBe(expected);
});

test.each<[NumberReading, string, string, unknown[]]>([
  ['2', '["18446744073709551616", "7"]', '["18446744073709551616", "7"]', []],
  ['3.0', 'DatasetGenerationError', 'unknown', []],
  ['3.1', 'DatasetGenerationError', 'unknown', []],
  ['either', '["18446744073709551616", "7"]', '["18446744073709551616", "7"]', ['all', 'all']],
])('whole numbers of more than 64 bits, %s', (numbers, loaded, read, doubted) => {
  const doubts: unknown[] = [];
  const library = { ...datasetsBefore4, numbers: () => numbers, doubt: (columns: unknown) => void doubts.push(columns) };
  const files = { 'rows.csv': 'x,y\n18446744073709551616,1\n7,2\n' };
  expect(pythonOf("load_dataset('csv', data_files='rows.csv', split='train')['x']", files, library)).toBe(loaded);
  expect(pythonOf("import pandas\nlist(pandas.read_csv('rows.csv')['x'])", files, library)).toBe(read);
  expect(doubts).toEqual(doubted);
});

function reading(how: JsonReading): InstalledDatasets {
  return { ...datasetsBefore4, order: 'met', reading: () => how };
}

// As `datasets` 3.6 and 5.2 answer, or unknown.
test.each([
  [
    "load_dataset('json', data_files=['a.jsonl', 'b.jsonl'])",
    { 'a.jsonl': '{"a": 1}\n', 'b.jsonl': '{"b": 1}\n' },
    ['DatasetGenerationCastError', 'DatasetGenerationError'],
  ],
  [
    "load_dataset('json', data_files=['a.json', 'b.jsonl'])",
    { 'a.json': '[{"a": 1}, {"a": 2}]', 'b.jsonl': '{"b": 1}\n{"b": 2}\n' },
    ['DatasetGenerationCastError', 'DatasetGenerationCastError'],
  ],
  [
    "load_dataset('json', data_files={'train': 'a.jsonl', 'test': 'b.jsonl'})",
    { 'a.jsonl': '{"a": 1}\n', 'b.jsonl': '{"b": 1}\n' },
    ['DatasetGenerationCastError', 'DatasetGenerationError'],
  ],
  // Where the first row lacks what has values of several kinds, it is written behind the others.
  [
    "list(load_dataset('json', data_files='a.jsonl', split='train')[0])",
    { 'a.jsonl': '{"b": 1}\n{"c": 1, "a": {"x": 1}}\n{"a": {"y": 1}}\n' },
    ['["b", "c", "a"]', '["b", "a", "c"]'],
  ],
  // Several such columns are written in the order of a set, which is another one in each run.
  [
    "list(load_dataset('json', data_files='a.jsonl', split='train')[0])",
    { 'a.jsonl': '{"b": 1}\n{"c": {"x": 1}, "a": {"x": 1}}\n{"a": {"y": 1}, "c": {"y": 1}}\n' },
    ['["b", "c", "a"]', 'unknown'],
  ],
  [
    "load_dataset('json', data_files='a.jsonl', split='train')[0]",
    { 'a.jsonl': '{"b": {"z": 1}}\n{"b": {"c": {"x": 1}, "a": {"x": 1}}}\n{"b": {"a": {"y": 1}, "c": {"y": 1}}}\n' },
    ['{"b": {"z": 1, "c": null, "a": null}}', '{"b": {"z": 1}}'],
  ],
  ["load_dataset('json', data_files='a.jsonl', split='train')[0]", { 'a.jsonl': '{"a": [null, 1]}\n' }, ['{"a": [null, 1]}', 'unknown']],
  [
    "load_dataset('json', data_files='a.jsonl', split='train')[0]",
    { 'a.jsonl': '{"a": [null, 1, "x"]}\n' },
    ['DatasetGenerationError', 'unknown'],
  ],
  [
    "load_dataset('json', data_files='a.jsonl', split='train')[0]",
    { 'a.jsonl': '{"a": [1, null]}\n' },
    ['{"a": [1, null]}', '{"a": [1, null]}'],
  ],
  ["concatenate_datasets([Dataset.from_list([{'a': []}]), Dataset.from_list([{'a': 'x'}])])", {}, ['ValueError', 'unknown']],
])('%s', (code, files, expected) => {
  expect((['strict', 'mixed'] as const).map((how) => pythonOf(code, files, reading(how)))).toEqual(expected);
});

test('rows of a generator that go together in no way are refused by the builder', () => {
  const rows = "def rows():\n    yield {'a': 1}\n    yield {'a': 'x'}\nlist(Dataset.from_generator(rows))";
  expect((['strict', 'mixed'] as const).map((how) => pythonOf(rows, {}, reading(how)))).toEqual([
    'DatasetGenerationError',
    '[{"a": 1}, {"a": "x"}]',
  ]);
});
