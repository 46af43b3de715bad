import { expect, it } from 'vitest';
import { growth } from './growth.js';

const samples = (of: (cases: number) => number): { cases: number; megabytes: number }[] =>
  Array.from({ length: 20 }, (_, i) => ({ cases: (i + 1) * 2_500, megabytes: of((i + 1) * 2_500) }));
const noise = (cases: number): number => 12 * Math.sin(cases);

it('tells memory that grows from caches that fill', () => {
  const steady = growth(samples((cases) => 76 + cases / 1_000 + noise(cases)))!;
  expect(Math.abs(steady - 10)).toBeLessThan(4);
  expect(growth(samples((cases) => 80 + Math.min(cases, 12_000) / 300 + noise(cases)))).toBeLessThan(2);
  expect(growth(samples((cases) => 80 + (cases === 30_000 ? 200 : 0)))).toBeCloseTo(0);
  expect(growth([])).toBeUndefined();
});
