import { describe, expect, it } from 'vitest';
import { say, translatedBy } from '../../../server/src/engine/core/say.js';
import { textKey } from '../../../server/src/engine/core/text-key.js';

const parts = (strings: TemplateStringsArray, ..._values: readonly unknown[]): TemplateStringsArray => strings;

const keyed = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([text, translation]) => [textKey(text), translation]));

describe('say', () => {
  it('gives the text as it is written, where it is built for English', () => {
    expect(say`plain`).toBe('plain');
    expect(say`${2} of ${'many'} rows`).toBe('2 of many rows');
    expect(say`${''}${0}`).toBe('0');
  });

  it('looks a text up by its numbered values, which a translation may move, repeat or leave out', () => {
    const catalogue = keyed({ '{0} of {1} rows': '共 {1} 行中的第 {0} 行', plain: '普通', 'a {0}': '{0}{0}', '{0} item{1}': '{0} 项' });
    expect(translatedBy(catalogue, parts`${2} of ${'many'} rows`, [2, 'many'])).toBe('共 many 行中的第 2 行');
    expect(translatedBy(catalogue, parts`plain`, [])).toBe('普通');
    expect(translatedBy(catalogue, parts`a ${'x'}`, ['x'])).toBe('xx');
    expect(translatedBy(catalogue, parts`${2} item${'s'}`, [2, 's'])).toBe('2 项');
  });

  it('puts values in as they are', () => {
    expect(translatedBy(keyed({ 'a {0} {1}': '甲 {0} {1}' }), parts`a ${'{1}'} ${'$&'}`, ['{1}', '$&'])).toBe('甲 {1} $&');
  });

  it('keeps the text as it is written where there is no translation', () => {
    expect(translatedBy({}, parts`the ${'role'} constructor`, ['role'])).toBe('the role constructor');
    expect(translatedBy({}, parts`constructor`, [])).toBe('constructor');
  });
});
