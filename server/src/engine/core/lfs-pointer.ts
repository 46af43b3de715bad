import type { FileId } from './span.js';
import { say } from './say.js';
import type { ReadResult } from './workspace.js';

/** How each pointer begins that Git LFS leaves in the place of a file whose content was not fetched (its `docs/spec.md`). */
const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/;

/** What was read, or that it is a pointer of Git LFS: what the file holds where its content was fetched is not known. */
export function withoutPointer<R extends ReadResult>(read: R, file: FileId): R | Extract<ReadResult, { kind: 'none' }> {
  if (read.kind !== 'text' || !pointer.test(read.text)) return read;
  return { kind: 'none', why: 'failed', reason: say`${file} is a pointer of Git LFS: its content has not been fetched.` };
}
