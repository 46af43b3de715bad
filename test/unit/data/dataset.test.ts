import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const rows = "d = Dataset.from_list([{'a': i, 'b': str(i)} for i in range(5)])\n";

test.each([
  ['len(d), d.num_rows, d.column_names, d.shape', '[5, 5, ["a", "b"], [5, 2]]'],
  ['d[-1]', '{"a": 4, "b": "4"}'],
  ['d[5]', 'IndexError'],
  ["d['a']", '[0, 1, 2, 3, 4]'],
  ["d['c']", 'KeyError'],
  ['d[1:3]', '{"a": [1, 2], "b": ["1", "2"]}'],
  ['d[[0, 2]]', '{"a": [0, 2], "b": ["0", "2"]}'],
  ['d[True]', 'TypeError'],
  ["d.select([3, 0])['a']", '[3, 0]'],
  ['d.select([9])', 'IndexError'],
  ["d.shuffle(seed=42)['a']", '[4, 2, 3, 1, 0]'],
  ["d.shuffle()['a']", 'unknown'],
  ["d.train_test_split(test_size=0.4, seed=1)['test']['a']", '[4, 0]'],
  ["d.train_test_split(test_size=2, shuffle=False)['train']['a']", '[0, 1, 2]'],
  ["d.sort('a', reverse=True)['b']", '["4", "3", "2", "1", "0"]'],
  ["d.sort('a', reverse=True).unique('a')", '[0, 1, 2, 3, 4]'],
  ['d.skip(5)', 'IndexError'],
  ['len(d.skip(9)), len(d.take(0))', '[0, 0]'],
  ["Dataset.from_list([{'a': [1]}]).sort('a')", 'ArrowTypeError'],
  ["d.rename_column('a', 'z').column_names", '["z", "b"]'],
  ["d.rename_column('a', 'b')", 'ValueError'],
  ["d.remove_columns(['a']).column_names", '["b"]'],
  ["d.remove_columns('q')", 'ValueError'],
  ["d.add_column('c', [1, 2, 3, 4, 5])[4]", '{"a": 4, "b": "4", "c": 5}'],
  ["d.add_column('c', [1])", 'ValueError'],
  ["d.add_item({'a': 9})[5]", '{"a": 9, "b": null}'],
  ["d.cast_column('a', Value('string'))[1]", '{"a": "1", "b": "1"}'],
  ["concatenate_datasets([d, d.select([0])])['a']", '[0, 1, 2, 3, 4, 0]'],
  ["concatenate_datasets([d, Dataset.from_list([{'a': 0.5}])])", 'ValueError'],
  ["concatenate_datasets([d, Dataset.from_list([{'a': None, 'c': 1}])])[5]", '{"a": null, "b": null, "c": 1}'],
  ['concatenate_datasets([])', 'ValueError'],
  ['isinstance(d, Dataset), isinstance(d, dict), isinstance(DatasetDict(), dict)', '[true, false, true]'],
  ['type(d) is Dataset, type(d) == Dataset, str(type(d))', '[true, true, "<class \'datasets.arrow_dataset.Dataset\'>"]'],
  ["type(d).from_list([{'c': 1}])[0], d.__class__.from_dict({'c': [1]})[0]", '[{"c": 1}, {"c": 1}]'],
  ['type(d).from_spark', 'unknown'],
  ['type(DatasetDict()) is DatasetDict, type(d.features).__name__', '[true, "Features"]'],
  ['repr(d)', "\"Dataset({\\n    features: ['a', 'b'],\\n    num_rows: 5\\n})\""],
  ['repr(d.features)', "\"{'a': Value(dtype='int64', id=None), 'b': Value(dtype='string', id=None)}\""],
  ['d.foo', 'AttributeError'],
  ["DatasetDict({'train': d}).map(lambda r: {'c': 1})['train'][0]", '{"a": 0, "b": "0", "c": 1}'],
  ['DatasetDict(train=d).num_rows', '{"train": 5}'],
  ["DatasetDict(train=d)['test']", 'KeyError'],
  ['DatasetDict(train=d).select([0])', 'AttributeError'],
  ['DatasetDict(train=5).map(len)', 'TypeError'],
  ['[k for k in DatasetDict(train=d)], list(DatasetDict(train=d).values())[0][0]', '[["train"], {"a": 0, "b": "0"}]'],
])('%s', (code, expected) => {
  expect(pythonOf(rows + code)).toBe(expected);
});

test('more rows than are followed stop the program', () => {
  expect(() => pythonOf("Dataset.from_dict({'a': range(10**9)})")).toThrow(/more work than is followed/);
  expect(() => pythonOf("Dataset.from_dict({'a': [1]}).repeat(10**9)")).toThrow(/at most/);
});

test('unique of structs is not known, also where all of them are None', () => {
  expect(pythonOf("Dataset.from_list([{'a': {'x': 1}}, {'a': None}]).select([1]).unique('a')")).toBe('unknown');
});

// A column of structs behind one of nothing but None stops every release since 2.18.
test.each([
  [["{'a': None}", "{'a': {'x': 1}}"], 'AttributeError'],
  [["{'a': {'x': 1}}", "{'a': None}"], '[{"a": {"x": 1}}, {"a": null}]'],
  [["{'a': {'x': None}}", "{'a': {'x': {'y': 1}}}"], 'AttributeError'],
  [["{'a': None, 'b': 1}", "{'a': {'x': 1}, 'b': 't'}"], 'ValueError'],
  [["{'b': 1}", "{'a': {'x': 1}}"], '[{"b": 1, "a": null}, {"b": null, "a": {"x": 1}}]'],
  [["{'a': {'x': 1}}", "{'a': None}", "{'a': {'y': 1}}"], '[{"a": {"x": 1, "y": null}}, {"a": null}, {"a": {"x": null, "y": 1}}]'],
] as const)('%s together give %s', (asked, expected) => {
  const tables = asked.map((row) => `Dataset.from_list([${row}])`).join(', ');
  expect(pythonOf(`list(concatenate_datasets([${tables}]))`)).toBe(expected);
});
