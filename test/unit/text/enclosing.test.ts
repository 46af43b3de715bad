import { describe, expect, it } from 'vitest';
import { Enclosing, LyingWithin } from '../../../server/src/engine/core/enclosing.js';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Numbers that are the same in every run. */
function* numbers(below: number): Generator<number> {
  for (let state = 1; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state % below;
  }
}

function stretches(count: number, longest: number): Stretch[] {
  const next = numbers(1_000);
  return Array.from({ length: count }, () => {
    const start = next.next().value as number;
    return { start, end: start + ((next.next().value as number) % longest) };
  });
}

const encloses = (outer: Stretch, inner: Stretch): boolean => outer.start <= inner.start && inner.end <= outer.end;
const byPlace = (found: readonly Stretch[]): string[] => found.map(({ start, end }) => `${String(start)}-${String(end)}`).sort();

describe('stretches of a text', () => {
  for (const count of [0, 1, 2, 3, 7, 64, 100])
    it(`are found by what they enclose, as by a look at all of them: ${String(count)}`, () => {
      const given = stretches(count, 300);
      const asked = [...given, ...stretches(200, 40)];
      const enclosing = new Enclosing(given);
      expect(asked.map((inner) => byPlace(enclosing.of(inner)))).toEqual(
        asked.map((inner) => byPlace(given.filter((outer) => encloses(outer, inner)))),
      );
    });

  for (const count of [0, 1, 2, 50])
    it(`are told to lie within another, as by a look at all of them: ${String(count)}`, () => {
      const given = stretches(count, 30);
      const asked = [...given, ...stretches(200, 60)];
      const lying = new LyingWithin(given);
      expect(asked.map((outer) => lying.some(outer))).toEqual(asked.map((outer) => given.some((inner) => encloses(outer, inner))));
    });
});
