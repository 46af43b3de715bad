import { describe, expect, it, test } from 'vitest';
import { safeJson, shownLine, shownText } from '../../../server/src/engine/core/shown.js';
import { hostileNames } from '../../support/hostile-names.js';

// Spelled out apart from the implementation: Unicode's own classes.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

describe('what would not be seen is shown', () => {
  test.each([
    ['\u001b[31m', '␛[31m'],
    ['\u0000\u0007\u0008\r\u007f', '␀␇␈␍␡'],
    ['\u0085\u009b', 'U+0085U+009B'],
    ['a\u202eb\u2066', 'aU+202EbU+2066'],
    ['\u200e\u200f\u061c', 'U+200EU+200FU+061C'],
    ['\u2028\u2029', 'U+2028U+2029'],
    ['\ud800a\udc00', 'U+D800aU+DC00'],
  ])('%j', (text, shown) => {
    expect(shownLine(text)).toBe(shown);
    expect(shownText(text)).toBe(shown);
  });

  it('line breaks and tabs only where there is one line', () => {
    expect(shownLine('a\n\tb')).toBe('a␊␉b');
    expect(shownText('a\n\tb')).toBe('a\n\tb');
  });

  it.each(hostileNames)('nothing of the kind is left of %j', (name) => {
    expect(shownLine(name)).not.toMatch(unseen);
    expect(shownText(name).replace(/[\n\t]/g, '')).not.toMatch(unseen);
    expect(safeJson(JSON.stringify({ [name]: name }))).not.toMatch(unseen);
    expect(JSON.parse(safeJson(JSON.stringify([name])))).toEqual([name]);
  });
});

test.each(['你好，世界', 'שלום עולם', 'مرحبا بالعالم', 'नमस्ते', 'e\u0301', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', 'می\u200cخواهم', '</E>', '\u00ad\u200b\ufeff'])(
  'ordinary text is as it is: %s',
  (text) => {
    expect(shownLine(text)).toBe(text);
    expect(shownText(text)).toBe(text);
  },
);

describe('what is too long', () => {
  it('keeps its beginning and its end', () => {
    const shown = shownLine(`Loading raises ValueError: ${'x'.repeat(10_000)}. Perhaps a comma is missing.`);
    expect(shown).toMatch(/^Loading raises ValueError: x+… \(8,0\d\d more characters\) …x+\. Perhaps a comma is missing\.$/);
  });

  it.each([1999, 2000, 2001, 100_000])('%d characters are bounded', (length) =>
    expect(shownLine('x'.repeat(length)).length).toBeLessThanOrEqual(2040),
  );

  it('is parted at no surrogate pair', () => {
    for (let i = 0; i < 4; i++) expect(shownLine('a'.repeat(i) + '😀'.repeat(3000))).not.toMatch(unseen);
  });

  it('is bounded by what is shown of it', () => expect(shownLine('\u202e'.repeat(2000)).length).toBeLessThanOrEqual(2040));
});

test('JSON for people to read keeps its lines', () => {
  const json = JSON.stringify({ a: '\u202e', b: ['\n'] }, null, 2);
  expect(safeJson(json)).toBe('{\n  "a": "\\u202e",\n  "b": [\n    "\\n"\n  ]\n}');
});
