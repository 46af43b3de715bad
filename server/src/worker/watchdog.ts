import { say } from '../engine/core/say.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import { baseName } from '../engine/core/span.js';
import type { Sight, Work } from './beacon.js';
import type { WatchedThread } from './watched-thread.js';

/**
 * How much an engine may take before it answers. In processor time, so that a busy machine ends nothing; the heaviest configs that frameworks ship take
 * a third of it.
 */
export const patience = {
  /** Without an end of the work, in milliseconds of the processor: of a server, and of a command, whose answer has the start of its process in it. A browser has only the clock. */
  processorMs: { server: 1300, command: 1000, browser: 6000 },
  /** The same by the clock, for work that waits (a disk that does not answer). */
  clockMs: 20_000,
  /** From then on, in milliseconds by the clock, others need not wait for it. */
  stalledMs: 300,
  /** Resident memory of the whole process, in bytes. */
  memory: 420 * 1024 * 1024,
  /** The same for each further engine of a run that has several. */
  memoryOfFurther: 200 * 1024 * 1024,
  /** By so much the process has to have grown at one piece of work, in bytes, for that to be too much: an engine that has read ten thousand files has most of its memory from before. */
  growthOfWork: 200 * 1024 * 1024,
} as const;

/** Between two looks, in milliseconds. A thread can make some 50 MB meanwhile. */
const interval = 20;
/** Nothing to watch for so long, in milliseconds: the looking rests until something is sent again. */
const rest = 1000;
/** Beyond what the process keeps when an engine is gone: else a process that stays large would end every new one. */
const growth = 250 * 1024 * 1024;

/** Why an engine is to be ended. */
export interface Verdict {
  readonly why: 'time' | 'memory';
  /** How much processor time there was for it, in milliseconds. */
  readonly processorMs: number;
  /** That time is one of the clock. */
  readonly byClock?: boolean;
  /** The memory was taken before, by other work: it proves nothing against this one, which may do well in a new engine. */
  readonly inherited?: boolean;
  /** What is left of that processor time for a second try in a new engine, in milliseconds: at least half of it. */
  readonly leftMs: number;
  /** What it was doing, as it was seen last. */
  readonly sight: Sight;
}

/** What is watched. */
export type WatchdogUse = keyof typeof patience.processorMs;

export interface WatchdogEvents {
  /** An engine has been at the same piece of work for some time: others may be served by another one. */
  readonly stalled: (thread: WatchedThread, sight: Sight) => void;
  /** An engine that had stalled goes on. */
  readonly goesOn: (thread: WatchedThread) => void;
  /** An engine takes too much. It is watched no longer. */
  readonly verdict: (thread: WatchedThread, verdict: Verdict) => void;
}

/** How the process is measured; of this process where absent. */
export interface Gauge {
  /** Milliseconds by a clock that only goes forward. */
  now(): number;
  /** Milliseconds of processor time that the process has spent. */
  processor(): number;
  /** Resident bytes. */
  memory(): number;
}

/** What is remembered of a thread between two looks. */
interface Watched {
  turn: number;
  idle: number;
  /** Since when nothing has moved. */
  since: number;
  /** Resident bytes of the process at that time. */
  memory: number;
  /** Its share of the processor time since then, in milliseconds. */
  processor: number;
  stalled: boolean;
  /** It has not begun to work: what it takes is its own, and judged by nobody. */
  readonly loads: boolean;
  /** How much processor time there is for a piece of work, in milliseconds. */
  readonly most: number;
}

/**
 * Looks at engines while they have something to do. An engine has stalled when its beacon shows the same turn and its thread has not waited since the last
 * look: so it is found whatever it is doing, and long work in small pieces is none of it.
 */
export class Watchdog {
  private readonly watched = new Map<WatchedThread, Watched>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private quietSince = 0;
  private room: number = patience.memory;
  private mostMemory: number = patience.memory;
  /** When the processor time was shared out last, and what it was. */
  private shared = { at: 0, processor: 0 };

  private readonly processorMs: number;

  constructor(
    private readonly use: WatchdogUse,
    private readonly events: WatchdogEvents,
    private readonly gauge: Gauge = processGauge,
  ) {
    this.processorMs = patience.processorMs[use];
  }

  /** A thread that has just been started. While it loads, what it takes is not counted as another one's. */
  add(thread: WatchedThread): void {
    this.share();
    this.watched.set(thread, { ...this.fresh(thread, this.processorMs), loads: true });
  }

  /**
   * The thread has loaded: from now on it is watched.
   * @param most how much processor time there is for a piece of work, in milliseconds, until it is trusted: of a second try, what the first one has left
   */
  ready(thread: WatchedThread, most = this.processorMs): void {
    this.share();
    this.watched.set(thread, this.fresh(thread, most));
    this.wake();
  }

  /** The thread has done what another one has ended with: it has as much time as any other from now on. */
  trust(thread: WatchedThread): void {
    const watched = this.watched.get(thread);
    if (watched) this.watched.set(thread, { ...watched, most: this.processorMs });
  }

  /** A thread that has ended. The memory that the process still has is no fault of the next one. */
  remove(thread: WatchedThread): void {
    this.watched.delete(thread);
    // The process need not wait for a timer that watches nothing.
    if (this.watched.size === 0) this.sleep();
    this.mostMemory = this.allowance();
  }

  /** From now on so many engines work beside each other. */
  expect(engines: number): void {
    this.room = patience.memory + (engines - 1) * patience.memoryOfFurther;
    this.mostMemory = Math.max(this.room, this.mostMemory);
  }

  /** Something was sent to an engine, or came from one. */
  wake(): void {
    this.quietSince = this.gauge.now();
    this.timer ??= setInterval(() => this.look(), interval);
  }

  /** One look at all engines; called by the timer. */
  look(): void {
    const now = this.gauge.now();
    this.share();
    const busy = [...this.watched].filter(([thread, watched]) => !watched.loads && this.stands(thread, watched));
    const worst = this.gauge.memory() > this.mostMemory ? oldest(busy) : undefined;
    // Node 24 gives back the memory of an engine seconds after its end.
    this.mostMemory = Math.min(this.mostMemory, this.allowance());
    for (const [thread, watched] of busy) {
      const stood = now - watched.since;
      if (thread === worst) this.condemn(thread, watched, 'memory', this.gauge.memory() - watched.memory < patience.growthOfWork);
      else if (watched.processor >= watched.most) this.condemn(thread, watched, 'time', false);
      else if (stood >= patience.clockMs) this.condemn(thread, watched, 'time', false, patience.clockMs);
      else if (!watched.stalled && stood >= patience.stalledMs) {
        watched.stalled = true;
        this.events.stalled(thread, thread.look());
      }
    }
    if (busy.length > 0) this.quietSince = now;
    else if (now - this.quietSince > rest) this.sleep();
  }

  /**
   * Divides what the process has spent since the last look: only its sum is known on every system. Threads have their parts in it as long as they did not
   * wait, so that one is not blamed for what another one computes.
   */
  private share(): void {
    const now = { at: this.gauge.now(), processor: this.gauge.processor() };
    const passed = Math.max(1, now.at - this.shared.at);
    const parts = [...this.watched].map(([thread, watched]) => ({ watched, busy: Math.max(0, passed - (thread.idle() - watched.idle)) }));
    const all = parts.reduce((sum, { busy }) => sum + busy, 0);
    if (all > 0) for (const { watched, busy } of parts) watched.processor += ((now.processor - this.shared.processor) * busy) / all;
    this.shared = now;
  }

  /** Whether nothing has moved since the last look. */
  private stands(thread: WatchedThread, watched: Watched): boolean {
    const { turn } = thread.look();
    const idle = thread.idle();
    if (turn === watched.turn && idle === watched.idle) return true;
    // Work that goes on, piece by piece, is no rest.
    if (turn !== watched.turn) this.quietSince = this.gauge.now();
    const { stalled } = watched;
    Object.assign(watched, this.fresh(thread, watched.most));
    if (stalled) this.events.goesOn(thread);
    return false;
  }

  private fresh(thread: WatchedThread, most: number): Watched {
    const { gauge } = this;
    return {
      turn: thread.look().turn,
      idle: thread.idle(),
      since: gauge.now(),
      memory: gauge.memory(),
      processor: 0,
      stalled: false,
      loads: false,
      most,
    };
  }

  /** @param waited the time by the clock that was too much, where it was that and not the work */
  private condemn(thread: WatchedThread, watched: Watched, why: Verdict['why'], inherited: boolean, waited?: number): void {
    const sight = thread.look();
    this.watched.delete(thread);
    const byClock = waited !== undefined || this.use === 'browser';
    const leftMs = Math.max(this.processorMs / 2, this.processorMs - watched.processor);
    this.events.verdict(thread, { why, sight, processorMs: waited ?? this.processorMs, byClock, inherited, leftMs });
  }

  /** What the process may have, in bytes, beside what it has by now. */
  private allowance(): number {
    return Math.max(this.room, this.gauge.memory() + growth);
  }

  private sleep(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function oldest(busy: readonly (readonly [WatchedThread, Watched])[]): WatchedThread | undefined {
  return [...busy].sort(([, a], [, b]) => a.since - b.since)[0]?.[0];
}

const processGauge: Gauge = {
  // The same clock as `performance`, which Node would load for it at each start.
  now: () => Number(process.hrtime.bigint()) / 1e6,
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  memory: () => process.memoryUsage.rss(),
};

/** A verdict in words, for the one whose document it is: a whole sentence. */
export function verdictText({ why, processorMs, byClock, sight: { work, place } }: Omit<Verdict, 'leftMs'>): string {
  const limit =
    why === 'memory'
      ? say`more than ${String(patience.memory / 1024 / 1024)} MB of memory`
      : byClock === true
        ? say`more than ${String(processorMs / 1000)} s`
        : say`more than ${String(processorMs / 1000)} s of processor time`;
  const elsewhere = place && place.file !== work?.file ? say` It had reached ${shownLine(baseName(place.file), mostOfName)}.` : '';
  return say`Prompt Preflight stopped ${doingText(work)}: it took ${limit}.${elsewhere}`;
}

function doingText(work: Work | undefined): string {
  return work === undefined ? say`what it was doing` : say`its work on this document (${work.what})`;
}
