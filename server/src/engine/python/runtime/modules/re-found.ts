import type { StrValue, Value } from '../../../core/value.js';
import type { Translated } from './re-translate.js';

/** One match in a subject, with the offsets of its groups (UTF-16); group 0 is the whole. */
export interface Match {
  readonly subject: StrValue;
  readonly pattern: Translated;
  readonly groups: readonly (readonly [start: number, end: number] | undefined)[];
  /** The group that was closed last; 0 where there is none. */
  readonly lastGroup: number;
  /** The pattern as an object. */
  readonly regex: () => Value;
}
