import { PyError } from '../../../core/errors.js';
import type { Value } from '../../../core/value.js';
import { placeOfFields } from './task-config.js';

/** Leads an exception without a place of its own to the field of the config that it comes of. */
export function blaming<T>(field: Value, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PyError) || (error.span && error.span.file !== '')) throw error;
    throw new PyError(error.type, error.text, placeOfFields(field), error.reason);
  }
}
