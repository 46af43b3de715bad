import { describe, expect, it } from 'vitest';
import { PendingReads } from '../../../server/src/engine/core/pending-reads.js';

/** A read that is done when its `done` is called. */
function read(): { readonly promise: Promise<void>; readonly done: () => void } {
  let done: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (done = resolve));
  return { promise, done };
}

describe('reads that take time', () => {
  it('are pending until each is done', async () => {
    const reads = new PendingReads();
    expect(reads.pending).toBeUndefined();
    const [first, second] = [read(), read()];
    reads.add(first.promise);
    reads.add(second.promise);
    const both = reads.pending;
    first.done();
    await first.promise;
    expect(reads.pending).toBeDefined();
    second.done();
    await both;
    expect(reads.pending).toBeUndefined();
  });
  it('are waited for with one promise while nothing else is read', () => {
    const reads = new PendingReads();
    reads.add(new Promise(() => undefined));
    const { pending } = reads;
    expect(reads.pending).toBe(pending);
    reads.add(new Promise(() => undefined));
    expect(reads.pending).not.toBe(pending);
  });
});
