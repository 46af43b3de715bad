import { expect, it } from 'vitest';
import { plainText } from '../../../client/src/plain-text.js';

it('leaves no link in a text for notifications, and other text as it is', () => {
  // VS Code's own pattern for such links.
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
  for (const hostile of ['[a](command:b)', '[[a](command:b)](https://c.invalid)', 'x](y [a]( [a](file:///b)']) expect(plainText(hostile)).not.toMatch(link);
  expect('[a](command:b)').toMatch(link);
  expect(plainText('base [1] (2).py:3 cannot be opened: f(x)[0]')).toBe('base [1] (2).py:3 cannot be opened: f(x)[0]');
});
