import { expect, it } from 'vitest';
import { rowsAnswer } from '../../../server/src/node/columnar-service.js';

const long = Array.from({ length: 10_000 }, (_, i) => i);

it.each([
  ['lists', Array.from({ length: 400 }, () => [long])],
  ['lists of lists', [[Array.from({ length: 400 }, () => long)]]],
  ['structs', [[{ fields: Array.from({ length: 400 }, (_, i) => [`f${String(i)}`, long] as const) }]]],
])('rows of files with columns are no answer where %s have millions of values', (_, rows) => {
  expect(() => rowsAnswer(rows)).toThrow('The file is damaged, or too large: its rows have too many values.');
});

it('rows of files with columns are an answer with all that they have', () => {
  const rows = [[long, 'text', null, new Uint8Array(5_000_000), { unknown: 'Dates are not read.' }, { fields: [['a', 1n] as const] }]];
  expect(rowsAnswer(rows)).toEqual({ kind: 'rows', rows });
});
