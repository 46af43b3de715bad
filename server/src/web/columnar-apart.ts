import type { ColumnarOpener } from '../engine/core/columnar.js';
import { openApart, type ReaderEvents, type ReaderProgram } from '../node/columnar-apart.js';
import type { FromReader } from '../node/columnar-messages.js';
import { startWorker } from './worker-scope.js';

/** What one reading may take of the clock, in milliseconds: four times what a process may take of the processor, since others work beside it. */
function patience(size: number): number {
  return 4_000 + Math.min(16_000, size / 5_000);
}

/**
 * Opens Parquet and Arrow files in a worker of their own, within that of the engine. What memory a worker has is the browser's to say: files are as large as a browser fetches them, and
 * what their pages unpack to is bounded by the reader.
 * @param program asks for the address of the reader's program; asked by the first such file, and again by the next one where it could not be had
 */
export function columnarOpener(program: () => Promise<string>): ColumnarOpener {
  let address: Promise<string> | undefined;
  return async (format, file) => {
    address ??= program();
    address.catch(() => (address = undefined));
    const at = await address;
    return openApart({ start: (events) => startReader(at, events), patience }, format, file);
  };
}

function startReader(program: string, { message, gone }: ReaderEvents): ReaderProgram {
  const worker = startWorker(program);
  worker.onmessage = ({ data }) => message(data as FromReader);
  worker.onerror = (event) => {
    event.preventDefault();
    gone('The file is damaged, or too large: its reader ended.');
  };
  return { post: (asked) => worker.postMessage(asked), end: () => worker.terminate() };
}
