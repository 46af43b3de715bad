import { describe, expect, it } from 'vitest';
import { jsonChanges, withJsonChanges } from '../../../server/src/protocol/json-changes.js';

/** As a value is behind the wire. */
const sent = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

function invented(below: (limit: number) => number, depth: number): unknown {
  const kind = below(depth === 0 ? 4 : 7);
  const name = () => ['a', 'b', '__proto__', 'toString', 'in', 'at'][below(6)]!;
  if (kind === 0) return below(3);
  if (kind === 1) return [null, true, false][below(3)];
  if (kind < 4) return 'ab😀\u202e'.repeat(below(40)).slice(0, below(120));
  if (kind === 4) return Array.from({ length: below(5) }, () => invented(below, depth - 1));
  return Object.fromEntries(Array.from({ length: below(5) }, () => [name(), below(6) === 0 ? undefined : invented(below, depth - 1)]));
}

/** The same value with something in it changed. */
function edited(value: unknown, below: (limit: number) => number): unknown {
  if (below(5) === 0) return invented(below, 2);
  if (typeof value === 'string')
    return value.slice(0, below(value.length + 1)) + 'x'.repeat(below(3)) + value.slice(below(value.length + 1));
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (below(3) === 0 ? edited(item, below) : item));
    return below(3) === 0
      ? [...items.slice(0, below(items.length + 1)), invented(below, 1), ...items.slice(below(items.length + 1))]
      : items;
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => (below(6) === 0 ? [] : [[name, below(3) === 0 ? edited(each, below) : each]])),
    );
  return value;
}

describe('changes of JSON', () => {
  it('make the other value, whatever both are, and are none where both are the same', () => {
    const below = numbers(7);
    for (let round = 0; round < 3000; round++) {
      const before = invented(below, 4);
      const after = below(4) === 0 ? invented(below, 4) : edited(before, below);
      const changes = sent(jsonChanges(before, after));
      if (changes) expect(withJsonChanges(sent(before), changes)).toEqual(sent(after));
      else expect(sent(before)).toEqual(sent(after));
      expect(jsonChanges(before, structuredClone(before))).toBeUndefined();
    }
  });

  it('leave what is the same the same object', () => {
    const before = { turns: [{ text: 'a' }, { text: 'b' }, { text: 'c' }], other: { deep: [1] } };
    const after = withJsonChanges(before, jsonChanges(before, { ...before, turns: [{ text: 'a' }, { text: 'x' }, { text: 'c' }] })!);
    expect((after as typeof before).other).toBe(before.other);
    expect((after as typeof before).turns[2]).toBe(before.turns[2]);
  });

  it('are as long as what is changed', () => {
    const shots = Array.from({ length: 1000 }, (_, i) => ({
      text: `example ${i} `.repeat(20),
      range: { start: { line: i, character: 0 } },
    }));
    const length = (after: unknown) => JSON.stringify(jsonChanges({ shots }, after)).length;
    const put = (i: number, text: string) => ({ shots: shots.map((shot, at) => (at === i ? { ...shot, text } : shot)) });
    expect(length(put(500, shots[500]!.text.replace('example', 'examples')))).toBeLessThan(80);
    expect(length({ shots: shots.toSpliced(3, 1) })).toBeLessThan(60);
    // All places move by a line: no change is longer than the value.
    const moved = { shots: shots.map(({ text, range }) => ({ text, range: { start: { ...range.start, line: range.start.line + 1 } } })) };
    expect(length(moved)).toBeLessThan(80 * shots.length);
  });

  it('of another value are refused', () => {
    for (const changes of [{ in: [] }, { at: [] }, { splice: [0, 1] as const }, { text: [0, 0, 'x'] as const }])
      expect(() => withJsonChanges(5, changes)).toThrow(TypeError);
  });
});
