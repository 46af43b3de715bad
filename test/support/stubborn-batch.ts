// An engine of `batch` that does what its requests say: `keep` takes memory and keeps it, `eat` takes ever more. Bundled and started by the tests of its watching thread.
import { parentPort, workerData } from 'node:worker_threads';
import { readyMessage } from '../../server/src/worker/start.js';
import { Beacon } from '../../server/src/worker/beacon.js';
import { onRequest, tell } from '../../server/src/worker/this-thread.js';

const beacon = new Beacon((workerData as { readonly beacon: SharedArrayBuffer }).beacon);
const kept: Uint8Array[] = [];

parentPort!.postMessage(readyMessage);
onRequest((message) => {
  if (message.kind === 'end') return;
  beacon.during({ what: 'a request', file: '' }, () => work(message.line));
  tell({ kind: 'answer', line: `${message.line} by an engine that keeps ${String(kept.length)}` });
});

function work(request: string): void {
  if (request.includes('eat')) for (const all: number[][] = []; ;) all.push(Array.from({ length: 1000 }, (_, i) => i));
  if (!request.includes('keep')) return;
  kept.push(new Uint8Array(150_000_000).fill(1));
  for (const end = Date.now() + 100; Date.now() < end;);
}
