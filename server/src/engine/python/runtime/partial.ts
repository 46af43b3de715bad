import type { Span } from '../../core/span.js';
import { UnknownValue, type Value } from '../../core/value.js';

/** A list of which the first items are known: those that the first lines of a large file make. To all who do not ask for these it is unknown. */
export class PartialList extends UnknownValue {
  constructor(
    readonly head: readonly Value[],
    reason: string,
    span: Span,
  ) {
    super(reason, span);
  }
}
