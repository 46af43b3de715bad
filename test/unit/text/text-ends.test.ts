import { expect, test } from 'vitest';
import { endWithout } from '../../../server/src/engine/core/text-ends.js';

test.each([
  ['', ' ', 0],
  ['   ', ' ', 0],
  ['a b', ' ', 3],
  ['a b \t ', ' \t', 3],
  ['a//b//', '/', 4],
])('%j ends without %j at %i', (text, left, end) => {
  expect(endWithout(text, left)).toBe(end);
});
