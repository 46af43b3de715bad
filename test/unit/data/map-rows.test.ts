import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const rows = "d = Dataset.from_list([{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}])\n";

test.each([
  ["list(d.map(lambda r: {'c': r['a'] + 1}))", '[{"a": 1, "b": "x", "c": 2}, {"a": 2, "b": "y", "c": 3}]'],
  ["list(d.map(lambda r: {'c': 0, 'a': r['b']}, remove_columns=['b']))", '[{"a": "x", "c": 0}, {"a": "y", "c": 0}]'],
  // A type is kept where all new values can be of it.
  ["list(d.map(lambda r: {'a': 5.0, 'b': 6}))", '[{"a": 5, "b": 6}, {"a": 5, "b": 6}]'],
  ["list(d.map(lambda r: {'a': 5.5}))", '[{"a": 5.5, "b": "x"}, {"a": 5.5, "b": "y"}]'],
  ["list(d.map(lambda r: {'a': '7'}))", '[{"a": 7, "b": "x"}, {"a": 7, "b": "y"}]'],
  ["d.map(lambda r: {'c': 1} if r['a'] == 1 else {})", 'KeyError'],
  ['list(d.map(lambda r: None))', '[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]'],
  ['d.map(lambda r: 5)', 'TypeError'],
  ["list(d.map(lambda r, i, n: {'a': i + n}, with_indices=True, fn_kwargs={'n': 10}))[1]", '{"a": 11, "b": "y"}'],
  [
    "list(d.map(lambda r: {'a': [x for x in r['a'] for _ in range(2)]}, batched=True, remove_columns=['b']))",
    '[{"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}]',
  ],
  ["d.map(lambda r: {'c': [1]}, batched=True)", 'ArrowInvalid'],
  ["d.map(lambda r: {'c': [1 if r['a'][0] == 1 else 2.5]}, batched=True, batch_size=1)", 'ArrowInvalid'],
  ["d.map(lambda r: {'c': 1}, remove_columns=['z'])", 'ValueError'],
  ['[len(d.shard(2, 1)), len(d.select([0]).shard(2, 0))]', '[1, 1]'],
  ['d.select([0]).shard(2, 1)', 'IndexError'],
  ["list(d.filter(lambda r: r['a'] > 1))", '[{"a": 2, "b": "y"}]'],
  ["d.map(lambda r: {'c': 1}, num_proc=2)['c']", '[1, 1]'],
])('%s', (code, expected) => {
  expect(pythonOf(rows + code)).toBe(expected);
});

test('what a function does to the row itself stays, in `map` and not in `filter`', () => {
  const change = "def change(r):\n    r['z'] = r.pop('a')\n    return r\n";
  expect(pythonOf(`${rows}${change}list(d.map(change))`)).toBe('[{"b": "x", "z": 1}, {"b": "y", "z": 2}]');
  expect(pythonOf(`${rows}${change}d.filter(change).column_names`)).toBe('["a", "b"]');
  expect(pythonOf("d = Dataset.from_list([{'a': [1]}])\ndef g(r):\n    r['a'].append(2)\n    return {}\nd.map(g)[0]")).toBe(
    '{"a": [1, 2]}',
  );
  expect(pythonOf("d = Dataset.from_list([{'a': [1]}])\nd[0]['a'].append(2)\nd[0]")).toBe('{"a": [1]}');
});

test('a value that is not known makes its cell unknown, and a row that is not known all of them', () => {
  expect(pythonOf(`import secrets\n${rows}d.map(lambda r: {'c': secrets.token_hex()})['b']`)).toBe('["x", "y"]');
  expect(pythonOf(`import secrets\n${rows}d.filter(lambda r: secrets.token_hex() == r['b'])['b']`)).toBe('unknown');
});
