import { decodedText } from '../engine/core/decoded-text.js';
import { isGzip, largestUnpacked, notPacked, tooLargeUnpacked } from '../engine/core/gzip.js';
import { say } from '../engine/core/say.js';
import type { FileId } from '../engine/core/span.js';
import type { ReadResult } from '../engine/core/workspace.js';

/** The text of a file that is packed with gzip, by the browser's own stream. That takes files in one part only; it is ended where there is more than is read. */
export async function unpackInWorker(file: FileId, packed: Uint8Array): Promise<ReadResult> {
  if (!isGzip(packed)) return notPacked(file);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const reader = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > largestUnpacked) {
        // What is left is not unpacked.
        await reader.cancel();
        return tooLargeUnpacked(file);
      }
      parts.push(read.value);
    }
  } catch (error) {
    return {
      kind: 'none',
      why: 'failed',
      reason: say`${file} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
  return decodedText(file, new Uint8Array(await new Blob(parts).arrayBuffer()));
}
