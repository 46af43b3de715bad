import { gunzipSync } from 'node:zlib';
import { decodedText } from '../engine/core/decoded-text.js';
import { isGzip, largestUnpacked, notPacked, tooLargeUnpacked } from '../engine/core/gzip.js';
import type { UnpackAtOnce } from '../engine/core/workspace.js';
import { say } from '../engine/core/say.js';

/** The text of a file that is packed with gzip, in one part or several, as Python's `gzip` reads it: what is cut off, damaged or followed by something else is not read. */
export const unpackText: UnpackAtOnce = (file, packed) => {
  if (!isGzip(packed)) return notPacked(file);
  try {
    return decodedText(file, gunzipSync(packed, { maxOutputLength: largestUnpacked }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLargeUnpacked(file);
    return { kind: 'none', why: 'failed', reason: say`${file} cannot be unpacked: ${message}.` };
  }
};
