import { say } from './say.js';
import type { FileId } from './span.js';
import type { ReadResult } from './workspace.js';

/** The text that bytes are: UTF-8. A NUL is in no text. */
export function decodedText(file: FileId, bytes: Uint8Array): ReadResult {
  if (bytes.includes(0)) return { kind: 'none', why: 'binary', reason: say`${file} is a binary file, not text.` };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'none', why: 'binary', reason: say`${file} is not UTF-8 text.` };
  }
}
