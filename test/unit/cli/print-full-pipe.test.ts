import { afterEach, expect, it, vi } from 'vitest';
import { print } from '../../../server/src/cli/support/terminal.js';

afterEach(() => vi.restoreAllMocks());

it('waits once for a full pipe, however many write to it', async () => {
  const waiting = () => process.stdout.listenerCount('drain');
  const before = waiting();
  vi.spyOn(process.stdout, 'write').mockReturnValue(false);
  const all = Array.from({ length: 20 }, () => print('x'));
  expect(waiting() - before).toBe(1);
  process.stdout.emit('drain');
  await Promise.all(all);
  const next = print('y');
  expect(waiting() - before).toBe(1);
  process.stdout.emit('drain');
  await next;
  expect(waiting()).toBe(before);
});
