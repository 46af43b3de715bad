import { dateParts, daysInMonth } from '../../core/calendar.js';
import { microsOf } from './moment-value.js';

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d))?)?(?:(Z)|([-+])(\d\d)(?::?(\d\d))?)?)?$/;

/**
 * A moment as pyarrow reads it from a text of JSON (pyarrow 19 `arrow/util/value_parsing.h`, `ParseTimestampISO8601` in seconds), in microseconds; undefined where
 * the text is none.
 */
export function isoMicros(text: string): bigint | undefined {
  const match = text.length < 10 || text.length > 25 ? null : moment.exec(text);
  if (!match) return undefined;
  const parts = dateParts(match.slice(1, 7).map((part) => Number(part ?? 0)));
  const { year, month, day, hour, minute, second } = parts;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  return microsOf(parts) - BigInt(offset) * 60_000_000n;
}
