import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Beacon, beaconBytes, type Sight } from './beacon.js';
import { readyMessage, type EngineStart } from './start.js';
import type { ThreadEvents, WatchedThread } from './watched-thread.js';

/**
 * Heap of an engine, in MB: far above what the watchdog lets a process grow to. It is there for what grows faster than the watchdog looks; V8 then ends
 * the thread, where it can.
 */
const heapMB = 1024;
/** Stack of an engine, in MB. */
const stackMB = 4;

/** An engine in a thread of its own, which can be ended at any moment, whatever it is doing. */
export class EngineThread implements WatchedThread {
  private readonly beacon = new Beacon(new SharedArrayBuffer(beaconBytes));
  private readonly worker: Worker;
  private ended: Promise<unknown> | undefined;
  private error: Error | undefined;

  /** @param start what it is started as @param program the engine's bundle; absent: the one beside the running program */
  constructor(start: EngineStart, events: ThreadEvents, program = join(__dirname, 'engine.js')) {
    this.worker = new Worker(program, {
      workerData: { ...start, beacon: this.beacon.memory },
      resourceLimits: { maxOldGenerationSizeMb: heapMB, stackSizeMb: stackMB },
      // A language server speaks on standard output itself: nothing may get between.
      stdout: start.kind !== 'command',
      trackUnmanagedFds: false,
    });
    this.worker.on('message', (message: unknown) => {
      if (this.ended) return;
      if (message === readyMessage) events.ready();
      else events.message(message);
    });
    this.worker.on('error', (error: Error) => (this.error = error));
    this.worker.on('exit', (code) => {
      if (!this.ended) events.gone(code, this.error);
    });
  }

  post(message: unknown): void {
    this.worker.postMessage(message);
  }

  look(): Sight {
    return this.beacon.look();
  }

  idle(): number {
    return this.worker.performance.eventLoopUtilization().idle;
  }

  end(): Promise<unknown> {
    return (this.ended ??= this.worker.terminate());
  }
}
