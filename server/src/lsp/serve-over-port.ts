import type { MessagePort } from 'node:worker_threads';
import { PortMessageReader } from 'vscode-jsonrpc/node';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { environmentFor } from '../engine/core/environment.js';
import { loadGrammarFromDisk } from '../node/load-grammar.js';
import { createNodeWorkspace } from '../node/node-workspace.js';
import { verifyScript } from '../node/verify-script.js';
import { readyMessage } from '../worker/start.js';
import type { EngineHost } from './engine-host.js';
import { EnginePortWriter } from './engine-port.js';
import { serve } from './server.js';
import { createLog, type Log } from './session.js';
import { serveSweep } from './sweep-engine.js';

/** An engine that runs in a thread of Node. */
const host: EngineHost = {
  workspace: () => createNodeWorkspace({ folders: [] }),
  environment: (trusted) => environmentFor({ ...process.env }, trusted),
  readsAll: true,
  verifyScript,
};

/**
 * Serves the client at the other end of a port, which a relay speaks with: the promise settles when messages are taken. The thread is ended by the one that
 * has started it.
 * @param sweeps it checks all configs of the workspace for the relay, and tells the client nothing
 * @throws Error where the Python grammar is missing from the installation
 */
export async function serveOver(port: MessagePort, sweeps: boolean): Promise<void> {
  await loadGrammarFromDisk();
  port.postMessage(readyMessage);
  const connection = createConnection(ProposedFeatures.all, new PortMessageReader(port), new EnginePortWriter(port));
  surviveOwnFaults(createLog(connection));
  serve(connection, host, sweeps ? serveSweep : undefined);
}

/** What no handler has caught is logged with its stack; the server lives on. */
function surviveOwnFaults(log: Log): void {
  process.on('uncaughtException', (error) => log.failure('Something', error));
  process.on('unhandledRejection', (reason) => log.failure('Something', reason));
}
