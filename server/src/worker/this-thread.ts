// What the thread of an engine has from the one that started it.
import { parentPort, workerData } from 'node:worker_threads';
import { Beacon } from './beacon.js';
import type { CheckedFile, EngineStart, Resumed } from './start.js';

const given = workerData as (EngineStart & { readonly beacon: SharedArrayBuffer }) | null;

/** Says what this engine is doing. A program without threads (a test) has one that nobody looks at. */
export const beacon = new Beacon(given?.beacon);

/** What an engine that was ended had done of the same run. */
export const resumed: Resumed = (given?.kind === 'command' ? given.resumed : undefined) ?? { refused: [], checked: [] };

/** From a run of the command line to the thread that watches it. */
export type FromCommand =
  /** Of a file there is something to say; `clean` others before it had nothing. */
  | { readonly kind: 'checked'; readonly clean: number; readonly file: CheckedFile }
  | { readonly kind: 'answer'; readonly line: string }
  | { readonly kind: 'exit'; readonly code: number };

/** To a run of `batch`. */
export type ToBatch = { readonly kind: 'request'; readonly line: string; readonly more: boolean } | { readonly kind: 'end' };

/** Takes what comes for a run of `batch`, until it has come to its end. */
export function onRequest(take: (message: ToBatch) => void): void {
  parentPort?.on('message', (message: ToBatch) => {
    take(message);
    if (message.kind === 'end') parentPort?.close();
  });
}

export function tell(message: FromCommand): void {
  parentPort?.postMessage(message);
}
