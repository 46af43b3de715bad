import type { Value } from '../../../../core/value.js';

/** Whether YAML reads a value as a date. Dates are known to be none of our values. */
export function isDate(value: Value): boolean {
  return value.kind === 'object' && value.typeName.startsWith('date');
}
