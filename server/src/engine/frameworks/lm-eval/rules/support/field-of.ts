import { textOf, type RefValue } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';

/** The field that the function is given to. */
export function fieldOf({ config }: Pick<CheckContext, 'config'>, ref: RefValue): string {
  for (const { value } of config.places) {
    if (value.kind !== 'dict') continue;
    for (const entry of value.entries.values()) if (entry.value === ref) return textOf(entry.key) ?? '';
  }
  return '';
}
