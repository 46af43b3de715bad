// The process in which files of columns are read; a bundle of its own. Its first thread only passes messages on, so that it hears at once that nobody waits
// for an answer any more; the reading, which a damaged file can keep busy for good, is done by the second: by the program that a browser runs in a worker.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { FromReader, ToReader } from './columnar-messages.js';
import type { ReadingScope } from './columnar-worker.js';

/** Between two looks at what the reading takes, in milliseconds. */
const interval = 20;

if (isMainThread) passOn();
else void read();

function passOn(): void {
  const worker = new Worker(__filename);
  let allowance = allowanceOf(0);
  let watch: NodeJS.Timeout | undefined;
  process.on('disconnect', end);
  process.on('message', (message: ToReader) => {
    if (message.kind === 'open') allowance = allowanceOf(message.size);
    if (message.kind === 'open' || message.kind === 'read') watch = watchReading(allowance);
    worker.postMessage(message);
  });
  worker.on('message', (message: FromReader) => {
    if (message.kind !== 'slice') clearInterval(watch);
    // A channel that closes meanwhile is told of by `disconnect`.
    if (process.connected) process.send!(message);
  });
  worker.on('error', end);
}

/** What one reading may take. */
interface Allowance {
  /** Milliseconds of the processor. */
  readonly processor: number;
  /** Resident bytes of this process. */
  readonly memory: number;
}

/** As much as the size of a file explains: a damaged one of some kilobytes has no reason to take seconds. Readers do at least 20 MB in a second. */
function allowanceOf(size: number): Allowance {
  return { processor: 1000 + Math.min(20_000, size / 20_000), memory: 256 * 1024 * 1024 + 4 * size };
}

/** Ends the process where a reading takes more than it may, and says so. */
function watchReading(allowance: Allowance): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > allowance.processor) giveUp('too long');
    else if (process.memoryUsage.rss() > allowance.memory) giveUp('too much memory');
  }, interval);
}

function giveUp(what: string): void {
  const message: FromReader = { kind: 'failed', message: `The file is damaged, or too large: reading it takes ${what}.` };
  process.send?.(message, end);
}

/** Ends the process whatever its threads do: an orderly exit would wait for them. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Gives the program what it has in a browser. What comes before it is there waits in the port. */
async function read(): Promise<void> {
  const port = parentPort!;
  const scope = globalThis as unknown as ReadingScope;
  scope.postMessage = (message) => port.postMessage(message);
  await import('./columnar-worker.js');
  port.on('message', (data: unknown) => scope.onmessage?.({ data }));
}
