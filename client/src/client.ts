import type { ChildProcess } from 'node:child_process';
import type { LogOutputChannel } from 'vscode';
import { LanguageClient, TransportKind, type NodeModule, type ServerOptions } from 'vscode-languageclient/node';
import { Server } from './server.js';

// Loaded with the client: a window that never asks does not read it.
export { verify } from './verify.js';

/** Where the extension is debugged its server listens for a debugger, too: `.vscode/launch.json`. */
function serverOf(module: string): ServerOptions {
  const run: NodeModule = { module, args: ['lsp'], transport: TransportKind.stdio };
  return { run, debug: { ...run, options: { execArgv: ['--nolazy', '--inspect=6009'] } } };
}

/** The server as a process of its own. @param module the command line */
export function processServer(module: string, log: LogOutputChannel): Server {
  return new Server((options) => {
    const client = new LanguageClient('promptPreflight', 'Prompt Preflight', serverOf(module), options);
    return { client, pid: () => client.serverProcess?.pid, ending: () => endingOf(client.serverProcess) };
  }, log);
}

/** How a process is ended, whatever it does: settles when who reads what it says has heard of it, too. */
function endingOf(child: ChildProcess | undefined): () => Promise<void> {
  const closed = new Promise<void>((done) => (child ? child.once('close', () => done()) : done()));
  return async () => {
    child?.kill('SIGKILL');
    await closed;
  };
}
