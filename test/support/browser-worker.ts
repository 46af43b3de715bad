import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A thread in which a program finds what a worker of a browser has, and nothing of Node. Programs are addressed by their paths. */
const scope = `
const { parentPort, workerData, Worker: Thread } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const { runInThisContext } = require('node:vm');
const machine = process;
const listeners = { unhandledrejection: [] };
process.on('unhandledRejection', (reason) => listeners.unhandledrejection.forEach((listen) => listen({ reason, preventDefault() {} })));
parentPort.on('message', (data) => globalThis.onmessage?.({ data }));
Object.assign(globalThis, {
  self: globalThis,
  WorkerGlobalScope: class {},
  onmessage: null,
  postMessage: (message) => parentPort.postMessage(message),
  close: () => parentPort.close(),
  addEventListener: (type, listen) => {
    listeners[type]?.push(listen);
    if (type === 'error') machine.on('uncaughtException', (error) => listen({ error, preventDefault() {} }));
  },
  Worker: class {
    constructor(program) {
      this.thread = new Thread(workerData.scope, { eval: true, workerData: { scope: workerData.scope, program } });
      this.thread.on('message', (data) => this.onmessage?.({ data }));
      this.thread.on('error', ({ message }) => this.onerror?.({ message, preventDefault() {} }));
    }
    postMessage(message) { this.thread.postMessage(message); }
    terminate() { void this.thread.terminate(); }
  },
});
const text = readFileSync(workerData.program, 'utf8');
// Node makes these when they are first asked for, by code that needs a process: made now, they are there without one.
for (const name of ['fetch', 'Response', 'MessageEvent', 'WebSocket']) void globalThis[name];
for (const name of ['process', 'Buffer', 'setImmediate', 'clearImmediate', 'global', 'SharedArrayBuffer']) globalThis[name] = undefined;
runInThisContext(text, { filename: workerData.program });
`;

/** Starts a program of a browser's worker in a thread. */
export function startBrowserWorker(program: string): Worker {
  readFileSync(program);
  return new Worker(scope, { eval: true, workerData: { scope, program } });
}
