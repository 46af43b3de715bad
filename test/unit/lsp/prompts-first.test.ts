import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { headStart, PromptsFirst } from '../../../server/src/lsp/prompts-first.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = '/a.py';

/** @returns whether the diagnostics of a version may be made */
function asked(prompts: PromptsFirst, version: number): () => boolean {
  let may = false;
  void prompts.before(file, version).then(() => (may = true));
  return () => may;
}

it('diagnostics of a document without a preview are made at once', async () => {
  const may = asked(new PromptsFirst(), 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(may()).toBe(true);
});

it('a prompt is on its way before the diagnostics of its text are made', async () => {
  const prompts = new PromptsFirst();
  prompts.previewed(file, 1);
  const may = asked(prompts, 2);
  await vi.advanceTimersByTimeAsync(40);
  expect(may()).toBe(false);
  prompts.previewed(file, 2);
  await vi.advanceTimersByTimeAsync(headStart - 1);
  expect(may()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(may()).toBe(true);
});

it('a preview that is not asked for any more holds up one answer, and no further one', async () => {
  const prompts = new PromptsFirst();
  prompts.previewed(file, 1);
  const first = asked(prompts, 2);
  await vi.advanceTimersByTimeAsync(49);
  expect(first()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(first()).toBe(true);
  const second = asked(prompts, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(second()).toBe(true);
});
