import { expect, test } from 'vitest';
import { withoutBackticks, splitAtCode } from '../../../client/webview/split-code.js';

test('code stands between backticks', () => {
  expect(splitAtCode('`begin` must be str, not in `round`')).toEqual([
    { text: 'begin', code: true },
    { text: ' must be str, not in ', code: false },
    { text: 'round', code: true },
  ]);
  expect(splitAtCode('No code.')).toEqual([{ text: 'No code.', code: false }]);
  expect(splitAtCode('')).toEqual([]);
});

test('a backtick without a partner on its line stays', () => {
  expect(splitAtCode("it's a ` here")).toEqual([{ text: "it's a ` here", code: false }]);
  expect(splitAtCode('one ` and\nanother `')).toEqual([{ text: 'one ` and\nanother `', code: false }]);
  expect(splitAtCode('an empty pair: ``')).toEqual([{ text: 'an empty pair: ``', code: false }]);
});

test('a text full of backticks becomes few pieces, and nothing of it is lost', () => {
  const pieces = splitAtCode('`a` '.repeat(10_000));
  expect(pieces.length).toBeLessThan(300);
  expect(pieces.at(-1)?.text.endsWith('`a` ')).toBe(true);
  const shown = pieces.map(({ text, code }) => (code ? `\`${text}\`` : text)).join('');
  expect(shown).toBe('`a` '.repeat(10_000));
});

test('what is read aloud has no backticks', () => expect(withoutBackticks('Write `until`.')).toBe('Write until.'));
