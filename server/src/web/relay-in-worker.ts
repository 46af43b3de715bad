import { say } from '../engine/core/say.js';
import { Relay } from '../lsp/relay.js';
import { workspaceCheckCommand } from '../protocol/sweep.js';
import type { WebStart } from '../protocol/web-start.js';
import type { Gauge } from '../worker/watchdog.js';
import { WebEngine } from './web-engine.js';
import { ownWorker } from './worker-scope.js';

/** Longer than this, in milliseconds, nobody has looked: the machine slept. */
const longestStep = 100;

/** A relay that speaks with the client over the messages of this worker. */
export function relayIn({ engine, ...start }: WebStart): Relay {
  const gauge = browserGauge();
  const client = {
    send: (json: string) => ownWorker.postMessage(JSON.parse(json) as unknown),
    exit: () => ownWorker.close(),
    kill: () => ownWorker.close(),
    broken: (what: string) => console.error(`Prompt Preflight: ${what}`),
  };
  return new Relay(client, (kind, events) => new WebEngine(engine, { ...start, kind }, events, () => gauge.now()), {
    use: 'browser',
    gauge,
    lacking: new Map([[workspaceCheckCommand, say`A workspace is not checked as a whole in the browser.`]]),
  });
}

/** A browser tells neither the time of the processor nor the memory: the clock stands for the first, and the second is its own to watch. */
function browserGauge(): Gauge {
  let last = performance.now();
  let time = 0;
  const now = (): number => {
    const real = performance.now();
    time += Math.min(real - last, longestStep);
    last = real;
    return time;
  };
  return { now, processor: now, memory: () => 0 };
}
