import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settled } from '../../../client/src/settled.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for what comes to its end, and for what fails', async () => {
  let [end, fail] = [(): void => undefined, (): void => undefined];
  const done: string[] = [];
  void settled(new Promise<void>((resolve) => (end = resolve)), 1_000).then(() => done.push('end'));
  void settled(new Promise<void>((_, reject) => (fail = reject)), 1_000).then(() => done.push('failure'));
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toEqual([]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['end']);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['end', 'failure']);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for ever', async () => {
  let late = false;
  void settled(new Promise(() => undefined), 1_000).then(() => (late = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(late).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toBe(true);
});
