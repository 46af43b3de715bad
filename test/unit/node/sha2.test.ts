import * as library from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import * as own from '../../../server/src/node/sha2.js';

it.each(['sha224', 'sha256', 'sha384', 'sha512'] as const)("Node's %s gives what the library gives, and as its callers take it", (name) => {
  for (const text of ['', 'a', 'Question: {question}\nAnswer:', 'é—\u{1f600}', 'x'.repeat(100_000)]) {
    const bytes = new TextEncoder().encode(text);
    expect(bytesToHex(own[name](bytes))).toBe(bytesToHex(library[name](bytes)));
  }
});
