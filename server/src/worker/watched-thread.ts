import type { Sight } from './beacon.js';

export interface ThreadEvents {
  /** It has loaded: what it takes from now on is for its work. */
  readonly ready: () => void;
  /** What the engine sends. */
  readonly message: (message: unknown) => void;
  /**
   * The thread is gone, and nobody had ended it.
   * @param code what the engine's own `process.exit` gave; @param error what it died of
   */
  readonly gone: (code: number, error: Error | undefined) => void;
}

/** A thread that is seen from outside, and can be ended at any moment, whatever it is doing. */
export interface WatchedThread {
  post(message: unknown): void;
  /** What it is doing. */
  look(): Sight;
  /** How long the thread has waited for something to do since it was started, in milliseconds: while it runs in circles this stands still. */
  idle(): number;
  /** Ends the thread in the middle of what it is doing; settled when it is gone. Nothing that it has sent is taken any more. */
  end(): Promise<unknown>;
}
