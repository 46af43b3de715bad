import type { Refusal } from '../engine/project/project.js';
import type { Severity } from '../engine/core/severity.js';

/** The first message of every engine: it has loaded, and goes to work. */
export const readyMessage = 'ready';

/** What an engine's thread is started as. */
export type EngineStart = { readonly kind: 'server' } | CommandStart;

/** One run of the command line, or what is left of it. */
export interface CommandStart {
  readonly kind: 'command';
  readonly argv: readonly string[];
  /** What standard output and standard error are: a thread has only pipes to them. */
  readonly streams: { readonly stdout: StreamLook; readonly stderr: StreamLook };
  /** What an engine that was ended had done already; absent at the first start. */
  readonly resumed?: Resumed;
}

/** Whether a stream is a terminal, and how wide it is. */
export interface StreamLook {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** Where a run over many files goes on. */
export interface Resumed {
  /** Files that were too much. */
  readonly refused: readonly Refusal[];
  /** What was said of the files so far, in the order of the run. */
  readonly checked: readonly CheckedFile[];
}

/** A file without findings. */
export const nothingFound: CheckedFile = { severities: [], json: [] };

/** What `check` has found in a file and has said already. */
export interface CheckedFile {
  readonly severities: readonly Severity[];
  /** For the JSON report. */
  readonly json: readonly unknown[];
  /** A fault of our own kept it from being checked. */
  readonly failed?: boolean;
}
