import { languageByEnding } from '../../../../core/language.js';
import type { FileId } from '../../../../core/span.js';
import type { CheckContext } from '../../../face/rule.js';

/** Whether what is wrong in a file is told with this document: it is the document, or it is included and has no ending, so that no check of its own tells it. */
export function isToldHere(file: FileId, context: CheckContext): boolean {
  return file === context.file || languageByEnding(file) === undefined;
}
