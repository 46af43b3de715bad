import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

// What `datasets` 3.6 with pyarrow 19 gives for each.
test.each([
  ["list(Dataset.from_list([{'a': 1}, {'a': 2.5}, {}]))", '[{"a": 1.0}, {"a": 2.5}, {"a": null}]'],
  ["list(Dataset.from_list([{'a': 1}, {'b': 2}]))", '[{"a": 1}, {"a": null}]'],
  ["list(Dataset.from_list([{'a': (1, 2)}, {'a': [3]}]))", '[{"a": [1, 2]}, {"a": [3]}]'],
  [
    "list(Dataset.from_list([{'a': {'b': 1, 'a': 2}}, {'a': {'c': 3}}]))",
    '[{"a": {"a": 2, "b": 1, "c": null}}, {"a": {"a": null, "b": null, "c": 3}}]',
  ],
  ["Dataset.from_list([{'a': 1}, {'a': 'x'}])", 'ArrowInvalid'],
  ["Dataset.from_list([{'a': 'x'}, {'a': 1}])", 'ArrowTypeError'],
  ["Dataset.from_list([{'a': [1, 'x']}])", 'ArrowInvalid'],
  ["Dataset.from_list([{'a': [1]}, {'a': 1}])", 'ArrowInvalid'],
  ["Dataset.from_list([{'a': True}, {'a': 1}])", 'ArrowInvalid'],
  ["Dataset.from_list([{'a': 1}, {'a': True}])", 'ArrowTypeError'],
  ["list(Dataset.from_list([{'a': 1.5}, {'a': True}]))", '[{"a": 1.5}, {"a": 1.0}]'],
  ["Dataset.from_list([{'a': 2**63}])", 'OverflowError'],
  ["Dataset.from_list([{'a': {1: 2}}])", 'ArrowTypeError'],
  ["Dataset.from_list([{'a': range(3)}])", 'ArrowInvalid'],
  ["Dataset.from_list([{'a': 1}, 5])", 'AttributeError'],
  ['list(Dataset.from_list([]))', '[]'],
  ["Dataset.from_dict({'a': [1, 2], 'b': [1]})", 'ArrowInvalid'],
  ["list(Dataset.from_dict({'a': range(2), 'b': 'xy'}))", '[{"a": 0, "b": "x"}, {"a": 1, "b": "y"}]'],
])('%s', (code, expected) => {
  expect(pythonOf(code)).toBe(expected);
});

test('a type that depends on what is not known makes ints unknown, and leaves strings', () => {
  const code = (value: string) => `import secrets\nDataset.from_list([{'a': ${value}}, {'a': secrets.token_hex()}])[0]`;
  expect(pythonOf(code('1'))).toBe('unknown');
  expect(pythonOf(code("'x'"))).toBe('{"a": "x"}');
});
