import type { Document } from '../../engine/core/document.js';
import type { FileId } from '../../engine/core/span.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';

/** What is printed of the findings of a file; nothing where there are none. */
export type PrintFindings = (file: FileId, diagnostics: readonly Diagnostic[], document: Document) => string;
