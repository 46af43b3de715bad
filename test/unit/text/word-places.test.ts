import { describe, expect, it } from 'vitest';
import { hasWord, ofName, wordPlaces } from '../../../server/src/engine/core/word-places.js';

describe('words in a text', () => {
  it.each([
    ['a b a', 'a', [0, 4]],
    ['ab ba a_ _a a1 1a', 'a', []],
    ['é aé éa a', 'a', [8]],
    ['𝒳a a𝒳 a', 'a', [8]],
    ['$a$ a.a', 'a', [1, 4, 6]],
    ['(a|b) (a|b)', '(a|b)', [0, 6]],
    ['a a a', 'a a', [0]],
    ['', 'a', []],
    ['a', '', []],
  ])('%s has %s at %j', (text, word, places) => {
    expect([...wordPlaces(text, word)]).toEqual(places);
    expect(hasWord(text, word)).toBe(places.length > 0);
  });

  it('may be told what a word must not have beside it', () => {
    expect([...wordPlaces('x.a a a.x', 'a', ofName)]).toEqual([4, 6]);
  });

  it('takes words of any length, each place of the text once', () => {
    const word = 'a'.repeat(300_000);
    expect([...wordPlaces(`${word} a${word} ${word}a ${word}`, word)]).toEqual([0, 900_005]);
    expect(hasWord('a'.repeat(600_000), word)).toBe(false);
  });
});
