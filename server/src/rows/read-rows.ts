import type { FileId } from '../text/span.js';
import { readJsonArray } from './json-array.js';
import { readJsonLines } from './json-lines.js';
import type { RowFile } from './row-file.js';

/** Reads a row file: a JSON list where the text starts with `[`, else JSON Lines. */
export function readRows(file: FileId, text: string): RowFile {
  return /^\uFEFF?\s*\[/.test(text) ? readJsonArray(file, text.replace(/^\uFEFF/, ' ')) : readJsonLines(file, text);
}
