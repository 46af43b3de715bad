import type { Span } from './span.js';
import { say } from './say.js';

/**
 * An exception that the real framework (or Python itself) raises on the config. Thrown inside evaluation and rendering, caught
 * at their boundary and reported as part of the result.
 */
export class PyError extends Error {
  /**
   * @param type name of the Python exception: `KeyError`
   * @param text what `str(exception)` gives: `'SYSTEM'` with its quotes for `KeyError('SYSTEM')`
   * @param span the place in the config that makes it raise, where one is known
   * @param reason a sentence for the user where the text of the exception does not say why
   */
  constructor(
    readonly type: string,
    readonly text: string,
    readonly span?: Span,
    readonly reason?: string,
  ) {
    super(`${type}: ${text}`);
  }
}

/** A limit of the evaluator was reached: steps, depth or size. Never a fault of the framework's. */
export class LimitError extends Error {
  constructor(
    readonly limit: 'steps' | 'depth' | 'size',
    readonly span: Span | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** A limit error for what only shows as the machine's own stack running out, or as something larger than the machine makes. */
export function tooMuch(error: RangeError, span: Span): LimitError {
  if (/call stack/i.test(error.message)) return new LimitError('depth', span, say`Code or data is nested too deeply here.`);
  return new LimitError('size', span, say`A value that is too large would be made here.`);
}
