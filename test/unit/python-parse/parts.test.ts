import { describe, expect, it } from 'vitest';
import { partAround, tellingProblems } from '../../../server/src/engine/python/syntax/parts.js';
import { parse } from './support.js';

describe('the part of a text that an offset lies in', () => {
  it.each([
    ['a¦ = 1\nb = 2\n', 'a = 1\n'],
    ['a = 1\nb = [\n  ¦1\nc = 2\n', 'b = [\n  1\n'],
    ['¦\n    a = 1\nb = 2\n', '\n    a = 1\n'],
    ['\n  ¦  a = 1\nb = 2\n', '\n    a = 1\n'],
    ['\n¦    a = 1\n', '\n    a = 1\n'],
    ['\n\n\n ¦', '\n\n\n '],
    ['¦', ''],
  ])('%j', (marked, part) => {
    const offset = marked.indexOf('¦');
    const text = marked.replace('¦', '');
    const { start, end } = partAround(text, offset);
    expect(text.slice(start, end)).toBe(part);
  });

  it('is found in a text of blank lines behind which the first statement stands in', () => {
    const text = '\n    from .base import a\nwith b:\n    c = 1\n';
    expect(tellingProblems(text, parse(text).errors)).toMatchObject([{ message: 'unexpected indent' }]);
  });
});
