import { say } from './say.js';
import type { FileId } from './span.js';
import type { ReadResult } from './workspace.js';

/** Most bytes that are unpacked of a file, as large as other texts may be that are read as a whole. */
export const largestUnpacked = 64 * 1024 * 1024;

/** Whether bytes begin as those that are packed with gzip do. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** How many bytes a packed file unpacks to at least, by its last four bytes: more where it has several parts, or is larger than 4 GB (RFC 1952). */
export function leastUnpacked(bytes: Uint8Array): number {
  const end = bytes.length;
  return end < 18 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(end - 4, true);
}

/** Why a file that is called packed is not read. */
export function notPacked(file: FileId): ReadResult {
  return { kind: 'none', why: 'failed', reason: say`${file} is not packed with gzip, other than its name says.` };
}

/** Why a file is not unpacked to its end. */
export function tooLargeUnpacked(file: FileId): ReadResult {
  return {
    kind: 'none',
    why: 'too-large',
    reason: say`${file} is larger than ${String(largestUnpacked / 1024 / 1024)} MB once it is unpacked.`,
  };
}
