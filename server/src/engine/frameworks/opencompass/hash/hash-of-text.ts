import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256OfText(text: string): string {
  return bytesToHex(digestOf(new TextEncoder().encode(text)));
}
