import { describe, expect, it } from 'vitest';
import { shortRepr, typeWords } from '../../../server/src/engine/core/short-repr.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import { ListValue, TupleValue, type Value } from '../../../server/src/engine/core/value.js';

const value = (json: string) => jsonToValue(json, '/a.json');

describe('a value in a few words', () => {
  it.each([
    ['[1, 1.0, true, null]', '[1, 1.0, True, None]'],
    ['{"a": {"b": []}}', "{'a': {'b': []}}"],
    [String.raw`"it's \n"`, String.raw`"it's \n"`],
    [String.raw`"\"it's\""`, String.raw`'"it\'s"'`],
  ])('%s is %s', (json, repr) => {
    expect(shortRepr(value(json))).toBe(repr);
  });

  it('is cut short, however large or deep or circular it is', () => {
    expect(shortRepr(value(JSON.stringify('x'.repeat(1e6))), 20)).toBe(`'${'x'.repeat(18)}…`);
    expect(shortRepr(value(JSON.stringify(Array.from({ length: 1e5 }, (_, i) => i))), 20).length).toBeLessThanOrEqual(20);
    const items: Value[] = [];
    const circular = new ListValue(items, { file: '/a', start: 0, end: 0 });
    items.push(circular);
    expect(shortRepr(circular, 50).length).toBeLessThanOrEqual(50);
  });

  it('tells types and sizes', () => {
    expect(typeWords(value('[1, 2]'))).toBe('list of 2');
    expect(typeWords(new TupleValue([], { file: '/a', start: 0, end: 0 }))).toBe('tuple of 0');
    expect(typeWords(value('"abc"'))).toBe('str of 3');
  });
});
