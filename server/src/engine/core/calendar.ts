/** A point of the Gregorian calendar, without a time zone. Months and days count from 1. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** In the order in which Python's `datetime` takes them. */
export const datePartNames = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond'] as const;

/** @param numbers the parts in order; those that are left out are 0 */
export function dateParts(numbers: readonly number[]): DateParts {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, microsecond = 0] = numbers;
  return { year, month, day, hour, minute, second, microsecond };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** @param month from 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return isLeapYear(year) ? 29 : 28;
}
