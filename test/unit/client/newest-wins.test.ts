import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewestWins } from '../../../client/src/preview/newest-wins.js';

/** A server that answers when it is told to. */
function harness() {
  const asked: string[] = [];
  const shown: string[] = [];
  const failures: unknown[] = [];
  const waiting: boolean[] = [];
  const answers: { resolve(answer: string): void; reject(error: unknown): void }[] = [];
  const requests = new NewestWins<string, string>({
    ask: (request) => {
      asked.push(request);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    show: (answer) => {
      shown.push(answer);
      waiting.push(requests.pending);
    },
    failed: (error, request) => failures.push(`${String(error)} for ${request}`),
  });
  return { requests, asked, shown, failures, waiting, answers };
}

describe('NewestWins', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once for a burst, for its last request', async () => {
    const { requests, asked } = harness();
    for (const text of ['a', 'ab', 'abc']) requests.schedule(text, 20);
    await vi.advanceTimersByTimeAsync(20);
    expect(asked).toEqual(['abc']);
  });

  it('does not let steady typing put the request off', async () => {
    const { requests, asked } = harness();
    for (let i = 0; i < 5; i++) {
      requests.schedule(`text ${i}`, 20);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(asked.length).toBe(1);
  });

  it('has one request under way, and keeps only the newest of those that follow', async () => {
    const { requests, asked, shown, waiting, answers } = harness();
    requests.schedule('first', 0);
    await vi.advanceTimersByTimeAsync(0);
    requests.schedule('second', 0);
    requests.schedule('third', 0);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['first']);
    answers[0]!.resolve('answer to first');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['first', 'third']);
    answers[1]!.resolve('answer to third');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['answer to first', 'answer to third']);
    expect(waiting).toEqual([true, false]);
    expect(requests.pending).toBe(false);
  });

  it('asks at the earlier time when a request that need not wait comes behind one that must', async () => {
    const { requests, asked } = harness();
    requests.schedule('typed', 100);
    requests.schedule('picked', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['picked']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['picked']);
  });

  it('goes on after a failure', async () => {
    const { requests, asked, shown, failures, answers } = harness();
    requests.schedule('first', 0);
    await vi.advanceTimersByTimeAsync(0);
    answers[0]!.reject(new Error('gone'));
    await vi.advanceTimersByTimeAsync(0);
    requests.schedule('second', 0);
    await vi.advanceTimersByTimeAsync(0);
    answers[1]!.resolve('answer');
    await vi.advanceTimersByTimeAsync(0);
    expect(failures).toEqual(['Error: gone for first']);
    expect(asked).toEqual(['first', 'second']);
    expect(shown).toEqual(['answer']);
  });

  it('shows nothing after it is disposed', async () => {
    const { requests, asked, shown, answers } = harness();
    requests.schedule('first', 0);
    await vi.advanceTimersByTimeAsync(0);
    requests.schedule('second', 0);
    requests.dispose();
    answers[0]!.resolve('answer');
    await vi.advanceTimersByTimeAsync(100);
    expect(shown).toEqual([]);
    expect(asked).toEqual(['first']);
    expect(requests.pending).toBe(false);
  });
});
