import type { Span } from '../core/span.js';
import type { RowProblem } from './row-table.js';

/** What the library `datasets` raises where the rows of a file have no types. */
export const generationError = 'DatasetGenerationError: An error occurred while generating the dataset';

/** @param cause what that was raised from @param span of a row where it was one, else of the file */
export function loadingRaises(cause: string, span: Span): RowProblem {
  return { line: 0, span, message: `Loading this file raises DatasetGenerationError: ${cause}.` };
}
