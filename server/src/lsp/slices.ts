import { beacon } from '../worker/own-beacon.js';
import { settle } from './turns.js';

/** As long as this, in milliseconds, a message that arrives may have to wait. */
const slice = 12;

/**
 * Calls a step until it returns true; between two slices of time, messages that have arrived are answered.
 * @param what the step does, for who looks at the work from outside
 */
export async function inSlices(step: () => boolean, what = 'Reading the names of tasks'): Promise<void> {
  for (;;) {
    await settle();
    const end = performance.now() + slice;
    do {
      if (beacon.during({ what }, step)) return;
    } while (performance.now() < end);
  }
}
