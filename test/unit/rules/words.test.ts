import { describe, expect, it } from 'vitest';
import { withoutEnd } from '../../../server/src/engine/checks/support/words.js';

describe('withoutEnd', () => {
  it.each([
    ['KeyError: ', '.:', 'KeyError'],
    ['AssertionError', '.:', 'AssertionError'],
    ['a. b.\n .', '.', 'a. b'],
    ['a:', '.', 'a:'],
    ['. .', '.', ''],
  ])('takes white space and marks off the end of %j', (text, marks, left) => {
    expect(withoutEnd(text, marks)).toBe(left);
  });
});
