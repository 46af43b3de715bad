import * as vscode from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient, type MessageTransports } from 'vscode-languageclient/browser';
import { columnarProgramRequest, readFilesRequest } from '../../../server/src/protocol/remote-files.js';
import type { WebStart } from '../../../server/src/protocol/web-start.js';
import { Server } from '../server.js';
import { readFiles } from './read-files.js';

/** What a worker of a browser is, as far as it is used. */
type Port = ConstructorParameters<typeof BrowserMessageReader>[0] & { terminate(): void };

/** The server in a worker of the browser. @param extension the folder of this extension */
export function workerServer(extension: vscode.Uri, log: vscode.LogOutputChannel): Server {
  return new Server((options) => {
    let worker: Port | undefined;
    const start = async (): Promise<MessageTransports> => {
      worker = await startedWorker(extension);
      return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
    };
    const client = new LanguageClient('promptPreflight', 'Prompt Preflight', start, options);
    client.onRequest(readFilesRequest, readFiles);
    client.onRequest(columnarProgramRequest, async () => program(await fileOf(extension, 'columnar-worker.js')));
    return { client, pid: () => undefined, ending: () => endingOf(worker) };
  }, log);
}

/** A worker is started from the text of its program: not every address that an extension may lie at is one that a worker can be started from. */
async function startedWorker(extension: vscode.Uri): Promise<Port> {
  const file = (...names: string[]): Thenable<Uint8Array> => fileOf(extension, ...names);
  const [server, engine, runtime, grammar, texts] = await Promise.all([
    file('web', 'server.js'),
    file('web', 'engine.js'),
    file('web-tree-sitter.wasm'),
    file('tree-sitter-python.wasm'),
    textsIn(vscode.env.language, file),
  ]);
  const { Worker } = globalThis as unknown as { readonly Worker: new (program: string) => Port };
  const worker = new Worker(program(server));
  const { scheme, authority } = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.window.activeTextEditor?.document.uri ?? extension;
  const start: WebStart = { engine: program(engine), wasm: { runtime, grammar }, texts, home: { scheme, authority } };
  worker.postMessage(start);
  return worker;
}

function endingOf(worker: Port | undefined): () => Promise<void> {
  return () => {
    worker?.terminate();
    return Promise.resolve();
  };
}

function fileOf(extension: vscode.Uri, ...names: string[]): Thenable<Uint8Array> {
  return vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'dist', ...names));
}

function program(text: Uint8Array): string {
  return URL.createObjectURL(new Blob([text.slice()], { type: 'text/javascript' }));
}

/** @returns undefined where there are none in that language: English */
async function textsIn(language: string, file: (...names: string[]) => Thenable<Uint8Array>): Promise<WebStart['texts']> {
  try {
    const text = new TextDecoder().decode(await file('l10n', `engine.${language.toLowerCase()}.json`));
    return JSON.parse(text) as WebStart['texts'];
  } catch {
    return undefined;
  }
}
