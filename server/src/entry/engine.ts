// The thread of an engine; a bundle of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { chooseLanguage } from '../node/texts.js';
import { Beacon } from '../worker/beacon.js';
import type { EngineStart } from '../worker/start.js';

/** Only what the engine is for is loaded: a run of the command line need not wait for the parts of a server. It is loaded when its language is known. */
async function start(how: EngineStart & { readonly beacon: SharedArrayBuffer }): Promise<void> {
  globalThis.promptPreflightBeacon = new Beacon(how.beacon);
  chooseLanguage(how.language);
  if (how.kind === 'command') await (await import('../cli/run-command.js')).runCommand(how);
  else if (how.kind === 'tokens') (await import('../lsp/tokens-thread.js')).serveTokens(parentPort!);
  else await (await import('../lsp/serve-over-port.js')).serveOver(parentPort!, how.kind === 'sweep');
}

void start(workerData as EngineStart & { readonly beacon: SharedArrayBuffer });
