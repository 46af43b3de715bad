import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

// What numpy 2 gives for each.
test.each([
  ['a = np.arange(3)\na[0] = 7\na[-1] = 9\na.tolist()', '[7, 1, 9]'],
  ['a = np.arange(3)\na[3] = 1\na[0]', 'IndexError'],
  ['a = np.arange(3)\na[1:] = 4\na.tolist()', 'unknown'],
  ['a = np.arange(3)\na.fill(4)\na.tolist()', 'unknown'],
  ['a = np.arange(3)\na.sort()\nlist(a)[0]', 'unknown'],
  ['np.random.seed(1)\nint(np.random.randint(10))', '5'],
  ['np.random.seed(1)\nnp.random.normal()\nint(np.random.randint(10))', 'unknown'],
  ['np.random.seed(1)\nnp.random.normal()\nnp.random.seed(1)\nint(np.random.randint(10))', '5'],
  ['r = np.random.RandomState(1)\nr.normal()\nint(r.randint(10))', 'unknown'],
  ['r = np.random.default_rng(1)\nr.standard_normal()\nint(r.integers(10))', 'unknown'],
])('%s', (code, expected) => {
  expect(pythonOf(`import numpy as np\n${code}`, {})).toBe(expected);
});
