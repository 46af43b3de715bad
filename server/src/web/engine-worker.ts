import { Beacon, type Sight } from '../worker/beacon.js';
import type { EngineOfWeb } from './engine-start.js';
import { Inbox, ownWorker } from './worker-scope.js';

// The worker of an engine in a browser; a bundle of its own. All that depends on the language, the place of the folders and the beacon is loaded behind them.

/** What keeps it from starting is told to who has started it: a promise that is rejected would not be. */
const inbox = new Inbox((message) =>
  start(message as EngineOfWeb).catch((error: unknown) =>
    setTimeout(() => {
      throw error;
    }),
  ),
);

async function start({ kind, wasm, texts, home }: EngineOfWeb): Promise<void> {
  globalThis.promptPreflightTexts = texts;
  globalThis.promptPreflightHome = home;
  // Workers of a browser share no memory: what would be seen there is said.
  const beacon = new Beacon(undefined, () => ownWorker.postMessage({ sight: beacon.look() } satisfies { readonly sight: Sight }));
  globalThis.promptPreflightBeacon = beacon;
  if (kind === 'tokens') (await import('./tokens-in-worker.js')).serveTokensInWorker(inbox);
  else await (await import('./serve-in-worker.js')).serveInWorker(inbox, wasm);
}
