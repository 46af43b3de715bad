import { startServer } from '../lsp/server.js';
import { exitCode, readArguments, type Command } from './command.js';
import { tuneHeap } from './heap.js';

/** `lsp`: the language server, over standard input and output or the IPC channel of a parent Node process. */
export const lsp: Command = {
  help: `Usage: prompt-preflight lsp [--stdio | --node-ipc]

Starts the language server (Language Server Protocol 3.17).

  --stdio      speak over standard input and output (the default without a parent Node process)
  --node-ipc   speak over the IPC channel of the parent Node process (the default with one)
`,
  async run(args) {
    // `--clientProcessId` is what editors add by themselves.
    const { values } = readArguments(args, { stdio: { type: 'boolean' }, 'node-ipc': { type: 'boolean' }, clientProcessId: { type: 'string' } });
    const ipc = values['node-ipc'] ?? (!values.stdio && process.send !== undefined);
    tuneHeap('server');
    await startServer({ transport: ipc ? 'ipc' : 'stdio' });
    return exitCode.clean;
  },
};
