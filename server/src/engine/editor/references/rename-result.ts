import type { Span } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';

/** What may be renamed at a place, or why it may not: a whole sentence. */
export type Renamable = { readonly span: Span; readonly name: string } | { readonly refused: string };

/** The edits of a rename, or why there are none: a whole sentence. */
export type RenameResult = { readonly edits: readonly TextEdit[] } | { readonly refused: string };
