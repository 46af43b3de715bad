import { describe, expect, it } from 'vitest';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import type { StrValue, DictValue, ListValue } from '../../../server/src/engine/core/value.js';

const read = (text: string) => jsonToValue(text, '/data.json');

describe('jsonToValue', () => {
  it('tells ints from floats and keeps big ints', () => {
    const list = read('[1, 1.0, 1e3, -0, 12345678901234567890123, NaN, -Infinity]') as ListValue;
    expect(list.items.map((item) => item.kind)).toEqual(['int', 'float', 'float', 'int', 'int', 'float', 'float']);
    expect(list.items[4]).toMatchObject({ value: 12345678901234567890123n });
    expect(list.items[6]).toMatchObject({ value: -Infinity, span: { start: 48, end: 57 } });
  });

  it('keeps the order of keys, and of equal keys the last value at the first place', () => {
    const dict = read('{"b": 1, "a": 2, "b": 3}') as DictValue;
    expect([...dict.entries.keys()]).toEqual(['b', 'a']);
    expect(dict.get('b')).toMatchObject({ value: 3n });
    expect(dict.entry('b')!.keySpan).toMatchObject({ start: 17, end: 20 });
  });

  it('gives every value its span', () => {
    const text = '{"a": [1, {"b": null}], "c": {}}';
    const dict = read(text) as DictValue;
    expect(text.slice(dict.span.start, dict.span.end)).toBe(text);
    const inner = dict.get('a')!;
    expect(text.slice(inner.span.start, inner.span.end)).toBe('[1, {"b": null}]');
  });

  it('traces strings piece by piece', () => {
    const text = '["plain", "a\\n\\u00e9b"]';
    const [plain, escaped] = (read(text) as ListValue).items as [StrValue, StrValue];
    expect(plain.traced.pieces).toMatchObject([{ length: 5, origin: { exact: true, span: { start: 2, end: 7 } } }]);
    expect(escaped.text).toBe('a\né' + 'b');
    expect(escaped.traced.pieces.map((p) => [p.length, p.origin.kind === 'source' && p.origin.exact])).toEqual([
      [1, true],
      [1, false],
      [1, false],
      [1, true],
    ]);
  });

  it.each(['', '{', '[1,]', '{"a": 1,}', '{a: 1}', '// x\n1', '1 2', '"a', '"\\x"', '"a\tb"', '{"a" 1}', '[1 2]', 'nul', '-', '01', '[}'])(
    'throws on %j',
    (text) => expect(() => read(text)).toThrow(/offset \d+/),
  );

  it('does not overflow on deep nesting', () => {
    expect(() => read('['.repeat(1_000_000))).toThrow(/nested/);
    expect(() => read('{"a":'.repeat(100_000))).toThrow(/nested/);
    expect(read('['.repeat(900) + ']'.repeat(900)).kind).toBe('list');
  });
});
