import { relative, sep } from 'node:path';
import type { FileId } from '../../engine/core/span.js';

/** A file as the user would name it here: relative to the working directory where it is below it, with forward slashes. */
export function shownPath(file: FileId): string {
  const near = relative(process.cwd(), file);
  return near === '' || near.startsWith('..') ? file : near.split(sep).join('/');
}
