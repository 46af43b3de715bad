import { isLeapYear, type DateParts } from '../../../core/calendar.js';
import { charge, checkSize } from '../../../core/cost.js';

/** A point of the calendar as `strftime` shows it. */
export interface MomentParts extends DateParts {
  /** `%z` and `%Z`: empty without a time zone. */
  readonly offset: string;
  readonly zone: string;
}

export const monthNames = 'January February March April May June July August September October November December'.split(' ');
export const dayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Days from 0001-01-01, which is 1, to a day of the Gregorian calendar. */
export function ordinalOf(year: number, month: number, day: number): number {
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return 365 * before + leaps + daysBeforeMonth(year, month) + day;
}

function daysBeforeMonth(year: number, month: number): number {
  const days = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] ?? 0;
  return month > 2 && isLeapYear(year) ? days + 1 : days;
}

/** The ISO year and week of a day. */
function isoWeek(year: number, month: number, day: number): readonly [year: number, week: number] {
  const ordinal = ordinalOf(year, month, day);
  const thursday = ordinal - ((ordinal + 6) % 7) + 3;
  const isoYear = thursday < ordinalOf(year, 1, 1) ? year - 1 : thursday >= ordinalOf(year + 1, 1, 1) ? year + 1 : year;
  return [isoYear, Math.floor((thursday - ordinalOf(isoYear, 1, 1)) / 7) + 1];
}

/**
 * `strftime` of the C locale as glibc has it, `%f`, `%z` and `%Z` as Python (`datetime.c`, `wrap_strftime`).
 * @returns undefined where a directive is not followed
 * @throws LimitError
 */
export function strftime(parts: MomentParts, format: string): string | undefined {
  let known = true;
  charge(format.length);
  const text = format.replace(/%([-_0^#]?)([\s\S]?)/g, (_all, flag: string, code: string) => {
    const made = flag !== '' && 'fzZ'.includes(code) ? undefined : directive(parts, code);
    if (made === undefined) {
      known = false;
      return '';
    }
    return typeof made === 'string' ? cased(made, flag) : padded(made, flag);
  });
  checkSize(text.length);
  return known ? text : undefined;
}

/** A number, and how it is padded where no flag says otherwise. */
interface Shown {
  readonly value: number;
  readonly width: number;
  readonly fill: '0' | ' ';
}

const zeros = (value: number, width = 2): Shown => ({ value, width, fill: '0' });
const blanks = (value: number): Shown => ({ value, width: 2, fill: ' ' });

function padded({ value, width, fill }: Shown, flag: string): string {
  if (flag === '-') return String(value);
  return String(value).padStart(width, flag === '_' ? ' ' : flag === '0' ? '0' : fill);
}

function cased(text: string, flag: string): string {
  return flag === '^' ? text.toUpperCase() : text;
}

function directive(parts: MomentParts, code: string): string | Shown | undefined {
  const { year, month, day, hour, minute, second } = parts;
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  switch (code) {
    case 'd':
      return zeros(day);
    case 'm':
      return zeros(month);
    case 'Y':
      return year >= 1000 ? String(year) : undefined;
    case 'y':
      return zeros(year % 100);
    case 'H':
      return zeros(hour);
    case 'I':
      return zeros(twelve);
    case 'M':
      return zeros(minute);
    case 'S':
      return zeros(second);
    case 'e':
      return blanks(day);
    case 'k':
      return blanks(hour);
    case 'l':
      return blanks(twelve);
    case 'f':
      return String(parts.microsecond).padStart(6, '0');
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'z':
      return parts.offset;
    case 'Z':
      return parts.zone;
    case '%':
      return '%';
    default:
      return calendarDirective(parts, code);
  }
}

function calendarDirective(parts: MomentParts, code: string): string | Shown | undefined {
  const { year, month, day } = parts;
  const ordinal = ordinalOf(year, month, day);
  const weekday = (ordinal + 6) % 7;
  const dayOfYear = ordinal - ordinalOf(year, 1, 1);
  switch (code) {
    case 'a':
      return dayNames[weekday]!.slice(0, 3);
    case 'A':
      return dayNames[weekday]!;
    case 'b':
    case 'h':
      return monthNames[month - 1]!.slice(0, 3);
    case 'B':
      return monthNames[month - 1]!;
    case 'j':
      return zeros(dayOfYear + 1, 3);
    case 'w':
      return String((weekday + 1) % 7);
    case 'u':
      return String(weekday + 1);
    case 'U':
      return zeros(Math.floor((dayOfYear + 7 - ((weekday + 1) % 7)) / 7));
    case 'W':
      return zeros(Math.floor((dayOfYear + 7 - weekday) / 7));
    case 'V':
      return zeros(isoWeek(year, month, day)[1]);
    case 'G':
      return year >= 1000 ? String(isoWeek(year, month, day)[0]) : undefined;
    default:
      return Object.hasOwn(composed, code) ? strftime(parts, composed[code]!) : undefined;
  }
}

const composed: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  n: '\n',
  t: '\t',
};
