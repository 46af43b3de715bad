// What the thread of an engine has from the one that started it.
import { parentPort } from 'node:worker_threads';
import type { FileId } from '../engine/core/span.js';
import type { CheckedFile, Joined } from './start.js';

/** From a run of the command line to the thread that watches it. `read`: what was read or looked for, for a run that goes on. */
export type FromCommand =
  | FoundFiles
  /** The next files of a search that goes on: they can be checked. */
  | { readonly kind: 'some'; readonly files: readonly FileId[] }
  /** Of a file there is something to say; `clean` others before it had nothing. */
  | { readonly kind: 'checked'; readonly clean: number; readonly file: CheckedFile; readonly read?: readonly FileId[] }
  /** All files that were sent are checked; the last `clean` ones had nothing. */
  | { readonly kind: 'done'; readonly clean: number; readonly read?: readonly FileId[] }
  | { readonly kind: 'answer'; readonly line: string }
  | { readonly kind: 'exit'; readonly code: number };

/**
 * What stands around the findings of files. `lines`: each by itself, and a last line that sums up; `json`: our own document, which begins with a summary; `document`: one document, in whose
 * `tail` `{files}` stands for their number.
 */
export type ReportFrame =
  | { readonly kind: 'lines' | 'json' }
  | { readonly kind: 'document'; readonly head: string; readonly between: string; readonly tail: string };

/** The files that a run of `check` is about, and what the watching thread must know of its arguments. */
export interface FoundFiles {
  readonly kind: 'found';
  readonly files: readonly FileId[];
  /** Those that the user named. */
  readonly named: readonly FileId[];
  readonly notes: string;
  readonly frame: ReportFrame;
  /** Where the new baseline is written. */
  readonly baseline: string | undefined;
  /** Fixes are shown, not made. */
  readonly diff: boolean;
  /** What a run that goes on looks at for changes; undefined where it ends. */
  readonly watched: readonly string[] | undefined;
  readonly stdin: string | undefined;
  /** How many engines may work; undefined where the user leaves that to us. */
  readonly jobs: number | undefined;
}

/** To an engine of a run of `check` that was started before anything was known: all files of the run. */
export interface AllFiles {
  readonly all: readonly FileId[];
}

/** To a run of `check`: files of which each is to be checked. */
export interface ToCheck {
  readonly files: readonly FileId[];
  /** No other engine has files of the run. */
  readonly alone: boolean;
  /** What is known of the run but its files, for an engine that was started before anything was. */
  readonly joined?: Joined;
}

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
