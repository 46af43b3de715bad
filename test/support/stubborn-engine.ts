// An engine that does what the real one should not: it loops, eats memory, dies. Bundled and started by the tests of the relay.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { forgiveNotification, refuseNotification, type Forgiveness } from '../../server/src/lsp/refusals.js';
import { fileOfUri } from '../../server/src/node/uris.js';
import type { Refusal } from '../../server/src/engine/project/project.js';
import { Beacon } from '../../server/src/worker/beacon.js';
import { readyMessage } from '../../server/src/worker/start.js';

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string; readonly version: number; readonly text?: string } };
}

const port = parentPort!;
const beacon = new Beacon((workerData as { readonly beacon: SharedArrayBuffer }).beacon);
const texts = new Map<string, { version: number; text: string }>();
const refused = new Map<string, Refusal>();
const born = Date.now();

port.on('message', (message: Incoming) => {
  if (message.method === undefined) return;
  if (message.id === undefined) notified(message.method, message.params);
  else
    port.postMessage({
      answers: message.id,
      json: JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message.method, message.params) }),
    });
});
port.postMessage(readyMessage);

function notified(method: string, params: unknown): void {
  if (method === 'initialized')
    port.postMessage({ jsonrpc: '2.0', id: 1, method: 'client/registerCapability', params: { registrations: [] } });
  if (method === refuseNotification) refused.set((params as Refusal).file, params as Refusal);
  if (method === forgiveNotification) refused.delete((params as Forgiveness).file);
  const document = (params as Incoming['params'])?.textDocument;
  if (method === 'textDocument/didOpen') texts.set(document!.uri, { version: document!.version, text: document!.text! });
  if (method === 'textDocument/didClose') texts.delete(document!.uri);
  if (method === 'textDocument/didChange')
    texts.set(document!.uri, {
      version: document!.version,
      text: (params as { contentChanges: [{ text: string }] }).contentChanges[0].text,
    });
}

function answer(method: string, params: Incoming['params']): unknown {
  if (method === 'initialize') return {};
  // What is about no document.
  if (method === 'workspace/executeCommand') return beacon.during({ what: method }, () => work('loop', ''));
  const uri = params?.textDocument?.uri ?? '';
  const file = fileOfUri(uri);
  const { version = 0, text = '' } = texts.get(uri) ?? {};
  const refusal = refused.get(file);
  if (refusal?.version === version && text !== 'always') return { refused: refusal.message };
  // What nobody sees it do.
  if (text.startsWith('silent ')) while (existsSync(text.slice('silent '.length)));
  return beacon.during({ what: method, file, version }, () => {
    work(text, uri);
    return { born, text, open: [...texts.keys()].sort() };
  });
}

/** Does what the text of the document says. */
function work(text: string, uri: string): void {
  beacon.at(fileOfUri(uri), 4);
  if (text === 'loop' || text === 'always') for (;;);
  if (text.startsWith('slow ')) waitFor(text.slice('slow '.length));
  if (text === 'eat') for (const all: number[][] = []; ;) all.push(new Array<number>(1000).fill(all.length));
  if (text === 'die') process.exit(3);
}

/** Answers nothing else until there is such a file, and takes no processor time, so that no watchdog ends it. Gives up where no test makes the file. */
function waitFor(file: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + 15_000; !existsSync(file) && Date.now() < end;) Atomics.wait(clock, 0, 0, 5);
}
