import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Beacon } from '../../../server/src/worker/beacon.js';
import type { WatchedThread } from '../../../server/src/worker/watched-thread.js';
import { patience, verdictText, Watchdog, type Verdict } from '../../../server/src/worker/watchdog.js';

const processorMs = patience.processorMs.command;

/** An engine as the watchdog sees it. */
class Engine {
  readonly beacon = new Beacon();
  idleMs = 0;
  look = () => this.beacon.look();
  idle = () => this.idleMs;
}

/** A watchdog over engines, on a clock that the test turns. */
function watch(...engines: readonly Engine[]) {
  const gauge = { clock: 0, cpu: 0, rss: 100_000_000 };
  const log: string[] = [];
  const verdicts: Verdict[] = [];
  const name = (thread: WatchedThread) => String(engines.indexOf(thread as unknown as Engine));
  const watchdog = new Watchdog(
    'command',
    {
      stalled: (thread, { work }) => log.push(`stalled ${name(thread)} ${work?.file ?? ''}`),
      goesOn: (thread) => log.push(`goes on ${name(thread)}`),
      verdict: (thread, verdict) => {
        log.push(`verdict ${name(thread)} ${verdict.why}`);
        verdicts.push(verdict);
      },
    },
    { now: () => gauge.clock, processor: () => gauge.cpu, memory: () => gauge.rss },
  );
  for (const engine of engines) watchdog.ready(engine as unknown as WatchedThread);
  /** Time goes by, and then the watchdog looks. */
  const pass = (clock: number, cpu = clock): void => {
    gauge.clock += clock;
    gauge.cpu += cpu;
    watchdog.look();
  };
  return { gauge, log, verdicts, watchdog, pass };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the watchdog', () => {
  it('lets an engine wait for as long as it likes', () => {
    const engine = new Engine();
    const { log, pass } = watch(engine);
    for (let i = 0; i < 100; i++) {
      engine.idleMs += 1000;
      pass(1000, 0);
    }
    expect(log).toEqual([]);
  });

  it('ends no long work that goes on in small pieces', () => {
    const engine = new Engine();
    const { log, pass } = watch(engine);
    for (let i = 0; i < 100; i++) {
      engine.beacon.during({ what: 'a slice' }, () => undefined);
      pass(patience.stalledMs - 1);
    }
    expect(log).toEqual([]);
  });

  it('says first that an engine has stalled, and then that it takes too much', () => {
    const engine = new Engine();
    const { log, verdicts, pass } = watch(engine);
    engine.beacon.during({ what: 'diagnostics', file: '/a.py', version: 3 }, () => {
      pass(10);
      pass(patience.stalledMs);
      pass(processorMs);
      expect(log).toEqual(['stalled 0 /a.py', 'verdict 0 time']);
      expect(verdictText(verdicts[0]!)).toBe(
        'Prompt Preflight stopped its work on this document (diagnostics): it took more than 1 s of processor time.',
      );
      // It is not watched any more.
      pass(10_000);
      expect(log).toHaveLength(2);
    });
  });

  it('counts what the processor has done, not the clock', () => {
    const engine = new Engine();
    const { log, pass } = watch(engine);
    engine.beacon.during({ what: 'diagnostics', file: '/a.py' }, () => {
      pass(10, 10);
      for (let i = 0; i < 10; i++) pass(1000, 80);
      expect(log).toEqual(['stalled 0 /a.py']);
      pass(1000, 300);
      expect(log).toContain('verdict 0 time');
    });
  });

  it('does not blame one engine for what another one computes', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { log, pass } = watch(first, second);
    first.beacon.during({ what: 'check', file: '/a.py' }, () => {
      // Two at work: each has half of what the process spends.
      for (let spent = 0; spent < 2 * processorMs - 200; spent += 40) {
        second.beacon.during({ what: 'check', file: '/b.py' }, () => pass(20, 40));
      }
      expect(log.filter((line) => line.startsWith('verdict'))).toEqual([]);
      // The other one waits: all is its own.
      second.idleMs += 120;
      pass(120);
      expect(log).toContain('verdict 0 time');
    });
  });

  it('does not blame one engine for what another one takes to load', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { log, watchdog, pass } = watch(first);
    first.beacon.during({ what: 'check', file: '/a.py' }, () => {
      watchdog.add(second as unknown as WatchedThread);
      for (let spent = 0; spent < 2 * processorMs - 200; spent += 40) pass(20, 40);
      expect(log).toEqual(['stalled 0 /a.py']);
      // From now on it waits, and all is the first one's.
      watchdog.ready(second as unknown as WatchedThread);
      second.idleMs += 120;
      pass(120);
      expect(log).toEqual(['stalled 0 /a.py', 'verdict 0 time']);
    });
  });

  it('ends no engine that loads', () => {
    const engine = new Engine();
    const { log, watchdog, pass } = watch();
    watchdog.add(engine as unknown as WatchedThread);
    watchdog.wake();
    pass(2 * processorMs);
    expect(log).toEqual([]);
  });

  it('has more memory for several engines that are expected, and for each no more time', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { gauge, log, watchdog, pass } = watch(first, second);
    watchdog.expect(2);
    first.beacon.during({ what: 'check', file: '/a.py' }, () => {
      gauge.rss = patience.memory + patience.memoryOfFurther;
      pass(20);
      pass(20);
      expect(log).toEqual([]);
      gauge.rss += 1;
      second.idleMs += 20;
      pass(20);
      expect(log).toEqual(['verdict 0 memory']);
    });
  });

  it('ends at last what only waits', () => {
    const engine = new Engine();
    const { log, verdicts, pass } = watch(engine);
    engine.beacon.during({ what: 'diagnostics', file: '/a.py' }, () => {
      pass(1, 0);
      pass(patience.clockMs, 0);
    });
    expect(log).toEqual(['verdict 0 time']);
    expect(verdictText(verdicts[0]!)).toBe('Prompt Preflight stopped its work on this document (diagnostics): it took more than 20 s.');
  });

  it('says that an engine goes on, and begins to count anew', () => {
    const engine = new Engine();
    const { log, pass } = watch(engine);
    engine.beacon.during({ what: 'diagnostics', file: '/a.py' }, () => {
      pass(1);
      pass(patience.stalledMs);
    });
    pass(1);
    pass(processorMs - 2);
    expect(log).toEqual(['stalled 0 /a.py', 'goes on 0', 'stalled 0 ']);
  });

  it('finds work that nobody has announced', () => {
    const engine = new Engine();
    const { log, pass } = watch(engine);
    pass(1);
    pass(processorMs + 1);
    expect(log).toEqual(['verdict 0 time']);
  });

  it('ends the one that has stood for longest where memory runs out', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { gauge, log, verdicts, pass } = watch(first, second);
    second.beacon.during({ what: 'hover', file: '/b.py' }, () => {
      first.idleMs += 5;
      pass(20);
      gauge.rss = patience.memory + 1;
      first.idleMs += 5;
      pass(20);
    });
    expect(log).toEqual(['verdict 1 memory']);
    expect(verdictText(verdicts[0]!)).toMatch(/more than 420 MB of memory/);
  });

  it('says whether the work itself has taken the memory, or what was done before', () => {
    const engine = new Engine();
    const { gauge, verdicts, watchdog, pass } = watch(engine);
    gauge.rss = patience.memory - 10_000_000;
    engine.beacon.during({ what: 'check', file: '/small.py' }, () => {
      pass(20);
      gauge.rss = patience.memory + 1;
      pass(20);
    });
    gauge.rss = 100_000_000;
    watchdog.remove(engine as unknown as WatchedThread);
    watchdog.ready(engine as unknown as WatchedThread);
    engine.beacon.during({ what: 'check', file: '/large.py' }, () => {
      pass(20);
      gauge.rss = patience.memory + 1;
      pass(20);
    });
    expect(verdicts.map(({ why, inherited, sight }) => [sight.work?.file, why, inherited])).toEqual([
      ['/small.py', 'memory', true],
      ['/large.py', 'memory', false],
    ]);
  });

  it('does not end one engine after the other where the process itself stays large', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { gauge, log, watchdog, pass } = watch(first, second);
    gauge.rss = patience.memory + 1;
    watchdog.remove(first as unknown as WatchedThread);
    second.beacon.during({ what: 'hover', file: '/b.py' }, () => {
      pass(20);
      pass(20);
      expect(log).toEqual([]);
      gauge.rss *= 2;
      pass(20);
      expect(log).toEqual(['verdict 1 memory']);
    });
  });

  it('allows no more than at first, where the process has given the memory of an ended engine back', () => {
    const [first, second] = [new Engine(), new Engine()];
    const { gauge, log, watchdog, pass } = watch(first, second);
    gauge.rss = patience.memory - 1;
    watchdog.remove(first as unknown as WatchedThread);
    second.beacon.during({ what: 'hover', file: '/b.py' }, () => {
      gauge.rss = patience.memory + 1;
      pass(20);
      expect(log).toEqual([]);
      gauge.rss = 100_000_000;
      pass(20);
      gauge.rss = patience.memory + 1;
      pass(20);
      expect(log).toEqual(['verdict 1 memory']);
    });
  });

  it('does not rest while work goes on in small pieces, and keeps no process from ending behind the last engine', () => {
    const engine = new Engine();
    const { gauge, log, watchdog } = watch(engine);
    for (let i = 0; i < 100; i++) {
      engine.beacon.during({ what: 'check' }, () => undefined);
      gauge.clock += 20;
      vi.advanceTimersByTime(20);
    }
    expect([vi.getTimerCount(), log]).toEqual([1, []]);
    watchdog.remove(engine as unknown as WatchedThread);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rests where nothing is to be watched, and wakes when something is sent', () => {
    const engine = new Engine();
    const { gauge, log, watchdog } = watch(engine);
    const tick = (): void => {
      gauge.clock += 20;
      engine.idleMs += 20;
      vi.advanceTimersByTime(20);
    };
    for (let i = 0; i < 100; i++) tick();
    expect(vi.getTimerCount()).toBe(0);
    watchdog.wake();
    expect(vi.getTimerCount()).toBe(1);
    engine.beacon.during({ what: 'hover', file: '/a.py' }, () => {
      for (let i = 0; i < 3; i++) vi.advanceTimersByTime(20);
      gauge.cpu += processorMs;
      vi.advanceTimersByTime(20);
    });
    expect(log).toEqual(['verdict 0 time']);
  });
});
