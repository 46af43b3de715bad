import { describe, expect, it } from 'vitest';
import { CheckQueue, enginesFor, type FileRange } from '../../../server/src/cli/support/check-queue.js';
import { nothingFound } from '../../../server/src/worker/start.js';

const said = (text: string) => ({ ...nothingFound, text });
function complete(files: number, engines: number): CheckQueue {
  const queue = new CheckQueue(engines);
  queue.complete(files, engines);
  return queue;
}
/** The texts that are handed on now. */
function handedOn(queue: CheckQueue): string[] {
  const texts: string[] = [];
  for (let next = queue.handOn(); next; next = queue.handOn()) texts.push(next.text);
  return texts;
}
const fill = (queue: CheckQueue, { start, end }: FileRange): void => {
  for (let i = start; i < end; i++) queue.put(i, said(String(i)));
};

describe('the queue of a check', () => {
  it('gives each file away once, neighbours together, and brings the findings back into order', () => {
    const queue = complete(100, 2);
    const ranges: FileRange[] = [];
    const texts: string[] = [];
    for (let a = queue.take(); a; a = queue.take()) {
      const b = queue.take();
      ranges.push(a, ...(b ? [b] : []));
      if (b) fill(queue, b);
      expect(handedOn(queue)).toEqual([]);
      fill(queue, a);
      texts.push(...handedOn(queue));
    }
    expect(ranges.map(({ start }) => start)).toEqual([0, ...ranges.slice(0, -1).map(({ end }) => end)]);
    expect(ranges[0]!.end).toBeGreaterThan(1);
    expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
    expect(queue.done).toBe(100);
  });

  it('does not run far ahead of the first file that is not known', () => {
    const queue = complete(100_000, 3);
    const first = queue.take()!;
    let last = first;
    let taken = 1;
    for (let next = queue.take(); next; next = queue.take(), taken++) fill(queue, (last = next));
    expect(taken).toBeLessThan(20);
    expect(handedOn(queue)).toEqual([]);
    fill(queue, first);
    expect(handedOn(queue)).toHaveLength(last.end);
    expect(queue.take()).toEqual({ start: last.end, end: last.end + 64 });
  });

  it('gives away of files that are still searched for only as many as an engine takes at once', () => {
    const queue = new CheckQueue(2);
    queue.grow(63);
    expect(queue.take()).toBeUndefined();
    queue.grow(130);
    expect([queue.take(), queue.take(), queue.take()]).toEqual([{ start: 0, end: 64 }, { start: 64, end: 128 }, undefined]);
    queue.complete(140, 2);
    expect(queue.isGivenOut).toBe(false);
    expect(queue.take()).toEqual({ start: 128, end: 137 });
    expect(queue.take()).toEqual({ start: 137, end: 140 });
    expect(queue.isGivenOut).toBe(true);
  });

  it('gives away again what is not known, and all behind it', () => {
    const queue = complete(32, 1);
    const [a, b] = [queue.take()!, queue.take()!];
    queue.put(a.start, said('first'));
    fill(queue, b);
    queue.rewind();
    expect(handedOn(queue)).toEqual(['first']);
    expect(queue.take()).toEqual({ start: 1, end: 1 + a.end });
  });
});

describe('the number of engines', () => {
  it.each([
    [1, undefined, 8, 1],
    [199, undefined, 8, 1],
    [250, undefined, 8, 2],
    [2117, undefined, 2, 2],
    [2117, undefined, 4, 4],
    [2117, undefined, 1, 1],
    [100_000, undefined, 64, 8],
    [0, undefined, 4, 1],
    [10, 4, 1, 4],
    [3, 4, 8, 3],
    [1000, 1000, 8, 32],
  ])('for %i files, %s asked for, on %i processors: %i', (files, asked, processors, engines) => {
    expect(enginesFor(files, asked, processors)).toBe(engines);
  });
});
