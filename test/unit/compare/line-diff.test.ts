import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../server/src/engine/compare/line-diff.js';

function shown(before: string, after: string): string[] {
  const marks = { same: ' ', before: '-', after: '+' };
  return lineDiff(before, after).map(({ kind, text }) => marks[kind] + text);
}

describe('the lines of two texts', () => {
  it('stand once where they are the same', () => {
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a↵', '-b↵', '+x↵', ' c']);
    expect(shown('a\nb\nc\nd', 'b\nd')).toEqual(['-a↵', ' b↵', '-c↵', ' d']);
    expect(shown('', 'a')).toEqual(['+a']);
    expect(shown('same', 'same')).toEqual([' same']);
  });

  it('tell a line break at the end', () => {
    expect(shown('a\n', 'a')).toEqual(['-a↵', '+a']);
  });

  it('are not aligned where there are very many', () => {
    const many = (mark: string): string => Array.from({ length: 3000 }, (_, i) => `${mark}${i}`).join('\n');
    expect(shown(many('a'), many('b'))).toHaveLength(6000);
  });
});
