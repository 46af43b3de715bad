import type { UnknownValue } from '../../core/value.js';

/**
 * Thrown inside the evaluator where the flow of control or the length of a sequence depends on what cannot be known. Caught by the nearest
 * loop, comprehension or call, which then gives an unknown value and forgets what its code could have changed. Never leaves the evaluator.
 */
export class UnknownSignal extends Error {
  constructor(readonly value: UnknownValue) {
    super(value.reason);
  }
}

/** What `work` gives; where it turns on what cannot be known, that. */
export function orUnknown<T>(work: () => T): T | UnknownValue {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnknownSignal) return error.value;
    throw error;
  }
}
