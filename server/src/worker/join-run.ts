import { parentPort, workerData } from 'node:worker_threads';
import type { FileId } from '../engine/core/span.js';
import type { EngineStart, Joined } from './start.js';
import type { AllFiles, ToCheck } from './this-thread.js';

const nothingKnown: Joined = { refused: [], named: undefined, files: undefined, stdin: undefined };

/** What is known of the run of `check` that this engine is for, and the files that come for it. An engine that was started before anything was known waits for the first ones. */
export async function joinRun(): Promise<{ readonly known: Joined; readonly files: FilesToCheck }> {
  const start = workerData as EngineStart | null;
  const joined = start?.kind === 'command' ? start.joined : undefined;
  const files = new FilesToCheck();
  return { known: joined === 'later' ? await files.joined() : (joined ?? nothingKnown), files };
}

/** The files that come for an engine of a run of `check`, until it is ended. */
class FilesToCheck {
  private readonly waiting: ToCheck[] = [];
  private take: ((message: ToCheck) => void) | undefined;
  private tellAll!: (files: readonly FileId[]) => void;
  /** All files of the run, for an engine that was started before they were known. */
  readonly all = new Promise<readonly FileId[]>((resolve) => (this.tellAll = resolve));

  each(take: (message: ToCheck) => void): void {
    this.listen(take);
    for (const message of this.waiting.splice(0)) take(message);
  }

  /** Settled when the first files come; they are kept, as all that comes while the engine prepares, for `each`. */
  joined(): Promise<Joined> {
    return new Promise((resolve) => {
      this.listen((message) => {
        this.waiting.push(message);
        // The first ones have it.
        if (message.joined) resolve(message.joined);
      });
    });
  }

  private listen(take: (message: ToCheck) => void): void {
    if (!this.take)
      parentPort?.on('message', (message: ToCheck | AllFiles) => {
        if ('all' in message) this.tellAll(message.all);
        else this.take!(message);
      });
    this.take = take;
  }
}
