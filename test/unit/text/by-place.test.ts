import { expect, it } from 'vitest';
import { ByPlace } from '../../../server/src/engine/core/by-place.js';

it('finds what stands within a range, in the order in which it was given', () => {
  const words = new ByPlace(['7 b', '3 a', '7 a', '0 z', '9 e'], (word) => Number(word[0]));
  expect(words.within(3, 9)).toEqual(['7 b', '3 a', '7 a']);
  expect(words.within(0, 1)).toEqual(['0 z']);
  expect(words.within(4, 7)).toEqual([]);
  expect(words.within(0, 100)).toHaveLength(5);
  expect(new ByPlace<string>([], () => 0).within(0, 9)).toEqual([]);
});
