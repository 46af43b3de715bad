import { readyMessage } from '../worker/start.js';
import type { Sight } from '../worker/beacon.js';
import type { ThreadEvents, WatchedThread } from '../worker/watched-thread.js';
import { isSightTold, type EngineOfWeb } from './engine-start.js';
import { startWorker, type ChildWorker } from './worker-scope.js';

/** An engine in a worker of a browser. What it is doing it says itself, at each beginning and end. */
export class WebEngine implements WatchedThread {
  private readonly worker: ChildWorker;
  private sight: Sight = { turn: 0, work: undefined, place: undefined };
  private ended = false;
  /** Milliseconds without work until `since`, when it last said what it does. */
  private waited = 0;
  private since = 0;

  /** @param now the clock of who watches it, in milliseconds */
  constructor(
    program: string,
    start: EngineOfWeb,
    events: ThreadEvents,
    private readonly now: () => number,
  ) {
    this.since = now();
    this.worker = startWorker(program);
    this.worker.onmessage = ({ data }) => {
      if (this.ended) return;
      if (data === readyMessage) events.ready();
      else if (isSightTold(data)) this.see(data.sight);
      else events.message(data);
    };
    // Faults of what has begun are caught in the worker: this one has not been loaded, or has no memory left.
    this.worker.onerror = (event) => {
      event.preventDefault();
      if (this.ended) return;
      this.stop();
      events.gone(1, new Error(event.message ?? 'its worker failed'));
    };
    this.worker.postMessage(start);
  }

  post(message: unknown): void {
    this.worker.postMessage(message);
  }

  look(): Sight {
    return this.sight;
  }

  /** A worker that has said the end of its work waits. */
  idle(): number {
    return this.waited + (this.sight.work ? 0 : this.now() - this.since);
  }

  private see(sight: Sight): void {
    const now = this.now();
    if (!this.sight.work) this.waited += now - this.since;
    this.since = now;
    this.sight = sight;
  }

  end(): Promise<void> {
    this.stop();
    return Promise.resolve();
  }

  private stop(): void {
    this.ended = true;
    this.worker.terminate();
  }
}
