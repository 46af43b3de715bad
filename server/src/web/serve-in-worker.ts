import type { MessageReader } from 'vscode-jsonrpc';
import { createConnection, ProposedFeatures, type Connection } from 'vscode-languageserver/browser';
import { environmentElsewhere } from '../engine/core/environment.js';
import { loadPythonGrammar } from '../engine/python/syntax/parse.js';
import type { EngineHost } from '../lsp/engine-host.js';
import { EnginePortWriter } from '../lsp/engine-port.js';
import { serve } from '../lsp/server.js';
import { createLog, type Log } from '../lsp/session.js';
import { columnarProgramRequest, readFilesRequest, type FilesGiven, type FilesWanted } from '../protocol/remote-files.js';
import { readyMessage } from '../worker/start.js';
import { columnarOpener } from './columnar-apart.js';
import type { EngineOfWeb } from './engine-start.js';
import type { Fetch } from './remote-files.js';
import { RemoteWorkspace } from './remote-workspace.js';
import { ownWorker } from './worker-scope.js';

/** An engine that runs in a worker of a browser. */
const host: EngineHost = {
  workspace: (connection, arrived) =>
    new RemoteWorkspace(
      fetchBy(connection),
      arrived,
      columnarOpener(() => connection.sendRequest<string>(columnarProgramRequest)),
    ),
  environment: () => environmentElsewhere,
  readsAll: false,
};

/**
 * Serves the client that a relay speaks with, over the worker's own messages.
 * @throws Error where the Python grammar cannot be loaded
 */
export async function serveInWorker(reader: MessageReader, wasm: EngineOfWeb['wasm']): Promise<void> {
  await loadPythonGrammar(wasm);
  ownWorker.postMessage(readyMessage);
  const connection = createConnection(ProposedFeatures.all, reader, new EnginePortWriter(ownWorker));
  surviveOwnFaults(createLog(connection));
  serve(connection, host);
}

/** What the client cannot be asked for has failed. */
function fetchBy(connection: Connection): Fetch {
  return async (wanted: FilesWanted): Promise<FilesGiven> => {
    try {
      return await connection.sendRequest<FilesGiven>(readFilesRequest, wanted);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { files: wanted.files.map(() => ({ kind: 'failed', reason })) };
    }
  };
}

/** What no handler has caught is logged with its stack; the engine lives on. */
function surviveOwnFaults(log: Log): void {
  for (const type of ['error', 'unhandledrejection'] as const) {
    ownWorker.addEventListener(type, (event) => {
      event.preventDefault();
      log.failure('Something', event.error ?? event.reason);
    });
  }
}
