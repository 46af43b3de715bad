import { expect, it } from 'vitest';
import { precompiled } from '../../../server/src/engine/tokens/precompiled.js';
import { TokensRefused } from '../../../server/src/engine/tokens/refusal.js';

/** A table for letters of ASCII: their units stand at 256 and on, their leaves at 512 and on. */
function tableOf(replacements: Readonly<Record<string, string>>): string {
  const units = new Uint32Array(768);
  units[0] = 256 << 10;
  let texts = '';
  for (const [letter, text] of Object.entries(replacements)) {
    const code = letter.charCodeAt(0);
    units[256 + code] = (768 << 10) | (1 << 8) | code;
    units[512 + code] = texts.length;
    texts += `${text}\0`;
  }
  const size = Uint32Array.of(units.byteLength);
  return Buffer.concat([Buffer.from(size.buffer), Buffer.from(units.buffer), Buffer.from(texts)]).toString('base64');
}

const normalizer = (table: string) => precompiled(new Map([['precompiled_charsmap', table]]));

// The results are those of Python's tokenizers 0.23.1 with the same table.
it.each([
  ['aba', 'xybxy'],
  ['c\r\nc', 'c c'],
  ['a\u0301d', 'xyd'],
  ['a\u0301\u0301\u0301', 'xy\u0301\u0301\u0301'],
  ['\0a日本', '\0xy日本'],
  ['z', ''],
])('replaces what a grapheme begins with: %j', (text, expected) => {
  expect(normalizer(tableOf({ a: 'xy', '\r': ' ', z: '' }))(text)).toBe(expected);
});

it.each(['', 'AAAA', '!', Buffer.from([8, 0, 0, 0, 1, 0, 0]).toString('base64')])('refuses a table that is none: %j', (table) => {
  expect(() => normalizer(table)).toThrow(TokensRefused);
});

it('refuses a table whose trie leads out of itself', () => {
  const table = Buffer.alloc(8);
  table.writeUInt32LE(4, 0);
  table.writeUInt32LE(1 << 20, 4);
  expect(() => normalizer(table.toString('base64'))('a')).toThrow(TokensRefused);
});
