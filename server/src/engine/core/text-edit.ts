import type { FileId, Span } from './span.js';

/** `newText` replaces what stands at `span`. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}
export interface FileRename {
  readonly from: FileId;
  readonly to: FileId;
}
