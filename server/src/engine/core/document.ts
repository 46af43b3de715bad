import type { Language } from './language.js';
import type { LineIndex } from './line-index.js';
import type { FileId } from './span.js';

/** A document at one moment. Immutable; a change makes a new one. */
export interface Document {
  readonly file: FileId;
  readonly text: string;
  /** Rises with each change in the editor; 0 for a file that is not open. */
  readonly version: number;
  readonly language: Language;
  readonly lines: LineIndex;
}
