import type { FileId, Span } from './span.js';

/** `newText` replaces what stands at `span`. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** A text after edits of it, none of which touches another one. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((edited, { span, newText }) => edited.slice(0, span.start) + newText + edited.slice(span.end), text);
}

export interface FileRename {
  readonly from: FileId;
  readonly to: FileId;
}
