import { startRelay } from '../lsp/start-relay.js';
import { readArguments } from '../cli/support/command.js';
import { tuneHeap } from '../cli/support/heap.js';

/**
 * `lsp`: the language server, over standard input and output or the IPC channel of a parent Node process. It goes on when this returns.
 * @throws UsageError for arguments that cannot be understood
 */
export function lsp(args: readonly string[]): void {
  // `--clientProcessId` is what editors add by themselves.
  const { values } = readArguments(args, {
    stdio: { type: 'boolean' },
    'node-ipc': { type: 'boolean' },
    clientProcessId: { type: 'string' },
  });
  const ipc = values['node-ipc'] ?? (!values.stdio && process.send !== undefined);
  tuneHeap('server');
  startRelay(ipc ? 'ipc' : 'stdio');
}
