import type { Span } from '../../../core/span.js';

/**
 * Thrown when rendering meets a value that cannot be known in a place where it decides the shape of the prompt (a role, a list of turns).
 * Unknown text never throws: it becomes a visible hole.
 */
export class UnknownPrompt extends Error {
  /** @param reason a sentence for the user */
  constructor(
    readonly reason: string,
    readonly span?: Span,
  ) {
    super(reason);
  }
}
