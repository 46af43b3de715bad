import { describe, expect, it } from 'vitest';
import { LineIndex } from '../../../server/src/engine/core/line-index.js';

describe('LineIndex', () => {
  const text = 'a\r\nbc\rd\n\u{1F600}e';
  const lines = new LineIndex(text);

  it('ends lines at \\n, \\r\\n and a lone \\r', () => {
    expect(lines.lineCount).toBe(4);
    expect([0, 1, 2, 3].map((line) => text.slice(lines.lineStart(line), lines.lineEnd(line)))).toEqual(['a', 'bc', 'd', '\u{1F600}e']);
  });

  it('turns every offset into a position and back, except within a line break', () => {
    for (let offset = 0; offset <= text.length; offset++) {
      if (offset === 2) continue;
      expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
    }
  });

  it('counts UTF-16 units', () => {
    expect(lines.positionAt(text.indexOf('e'))).toEqual({ line: 3, character: 2 });
  });

  it('moves what lies outside to the nearest place inside', () => {
    expect(lines.offsetAt({ line: 0, character: 99 })).toBe(1);
    expect(lines.offsetAt({ line: 99, character: 0 })).toBe(text.length);
    expect(lines.offsetAt({ line: -1, character: 0 })).toBe(0);
    expect(lines.positionAt(-5)).toEqual({ line: 0, character: 0 });
  });
});
