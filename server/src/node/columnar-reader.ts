// The process in which files of columns are read; a bundle of its own. Its first thread only passes messages on, so that it hears at once that nobody waits
// for an answer any more; the reading, which a damaged file can keep busy for good, is done by the second.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { ColumnarFile, ColumnarFormat, RandomAccess } from '../engine/core/columnar.js';
import type { FromReader, ToReader } from './columnar-messages.js';

/** Between two looks at what the reading takes, in milliseconds. */
const interval = 20;

if (isMainThread) passOn();
else read();

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

function read(): void {
  const port = parentPort!;
  /** What waits for bytes, by the id of its question. */
  const waiting = new Map<number, { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void }>();
  let asked = 0;
  let file: ColumnarFile | undefined;

  const slice = (start: number, end: number): Promise<Uint8Array> => {
    const id = asked++;
    send({ kind: 'slice', id, start, end });
    return new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() => waiting.delete(id));
  };

  const answer = async (message: Extract<ToReader, { kind: 'open' | 'read' }>): Promise<FromReader> => {
    if (message.kind === 'read') return { kind: 'rows', rows: await file!.read(message.start, message.end) };
    file = await open(message.format, { size: message.size, slice });
    const { columns, count, complete, rowSize } = file;
    return { kind: 'opened', file: { columns, count, complete, rowSize } };
  };

  const send = (message: FromReader): void => port.postMessage(message);

  port.on('message', (message: ToReader) => {
    if (message.kind === 'bytes') waiting.get(message.id)?.resolve(message.bytes);
    else if (message.kind === 'no-bytes') waiting.get(message.id)?.reject(new Error(message.message));
    else answer(message).then(send, (error: unknown) => send({ kind: 'failed', message: reasonOf(error) }));
  });
}

/** The libraries' own words, but not the machine's on a stack or an array that a damaged file has made too large. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'The file is damaged.';
  return error instanceof Error ? error.message : String(error);
}

async function open(format: ColumnarFormat, access: RandomAccess): Promise<ColumnarFile> {
  if (format === 'parquet') return (await import('../engine/rows/read-parquet.js')).openParquet(access);
  return (await import('../engine/rows/read-arrow.js')).openArrow(access);
}
