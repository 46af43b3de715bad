import type { StrValue } from '../../../core/value.js';
import type { Translated } from './re-translate.js';

/** One match in a subject, with the offsets of its groups (UTF-16); group 0 is the whole. */
export interface Match {
  readonly subject: StrValue;
  readonly pattern: Translated;
  readonly groups: readonly (readonly [start: number, end: number] | undefined)[];
}
