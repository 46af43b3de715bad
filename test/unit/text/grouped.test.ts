import { expect, it } from 'vitest';
import { grouped } from '../../../server/src/engine/core/grouped.js';

it.each([0, 7, 999, 1000, 12_345, 1_234_567, 4_999_950])('%d is written as Intl writes it', (count) => {
  expect(grouped(count)).toBe(count.toLocaleString('en'));
});
