import { expect, it } from 'vitest';
import { CrashPolicy } from '../../../client/src/crash-policy.js';

const minute = 60_000;

it('starts the server again until it has ended five times within three minutes', () => {
  const policy = new CrashPolicy();
  expect([0, 1, 2, 3, 4].map((second) => policy.mayRestart(second * 1000))).toEqual([true, true, true, true, false]);
});

it('forgives ends that lie far apart', () => {
  const policy = new CrashPolicy();
  expect(Array.from({ length: 20 }, (_, i) => policy.mayRestart(i * minute)).every(Boolean)).toBe(true);
});
