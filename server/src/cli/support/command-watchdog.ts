import { Watchdog, type Verdict } from '../../worker/watchdog.js';

/** Watches the engine of a command: ends its thread where it is too much, and tells once it is gone. */
export function watchdogOfCommand(tooMuch: (verdict: Verdict) => void): Watchdog {
  const watchdog: Watchdog = new Watchdog('command', {
    stalled: () => undefined,
    goesOn: () => undefined,
    verdict: (thread, verdict) => {
      void thread.end().then(() => {
        watchdog.remove(thread);
        tooMuch(verdict);
      });
    },
  });
  return watchdog;
}
