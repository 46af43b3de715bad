import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A short text that is the same for the same plain data, and only for it. */
export function fingerprintOf(data: unknown): string {
  return bytesToHex(sha1(new TextEncoder().encode(JSON.stringify(data))));
}
