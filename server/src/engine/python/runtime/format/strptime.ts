import type { DateParts } from '../../../core/calendar.js';
import { valueError } from '../call-arguments.js';
import { dayNames, monthNames, ordinalOf } from './moment-text.js';
import { str } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { pyRepr } from '../semantics.js';

/** What a text says by a format; `offset` in microseconds. */
export interface ReadMoment extends DateParts {
  readonly offset: number | undefined;
}

const day = '3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]';
const names = (all: readonly string[]): string => [...all].sort((a, b) => b.length - a.length).join('|');
const short = (all: readonly string[]): string[] => all.map((name) => name.slice(0, 3));

/** The patterns of CPython's `_strptime.TimeRE` in the C locale. */
const patterns: Readonly<Record<string, string>> = {
  d: day,
  f: '[0-9]{1,6}',
  H: '2[0-3]|[0-1]\\d|\\d',
  I: '1[0-2]|0[1-9]|[1-9]',
  j: '36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
  m: '1[0-2]|0[1-9]|[1-9]',
  M: '[0-5]\\d|\\d',
  S: '6[0-1]|[0-5]\\d|\\d',
  w: '[0-6]',
  u: '[1-7]',
  y: '\\d\\d',
  Y: '\\d\\d\\d\\d',
  z: '[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|Z',
  A: names(dayNames),
  a: names(short(dayNames)),
  B: names(monthNames),
  b: names(short(monthNames)),
  p: 'am|pm',
};
const composed: Readonly<Record<string, string>> = { c: '%a %b %d %H:%M:%S %Y', x: '%m/%d/%y', X: '%H:%M:%S' };
/** Directives of CPython that are not followed here. */
const unfollowed = 'GUVWZ';

/** A longer format is written by a program. */
const longest = 10_000;

/**
 * `datetime.strptime(text, format)` before the parts are checked (CPython 3.11 `_strptime.py`, C locale).
 * @returns undefined where the format is not followed
 * @throws PyError ValueError
 */
export function strptime(text: string, given: string): ReadMoment | undefined {
  if (given.length > longest) return undefined;
  const format = given.replace(/%([cxX])/g, (_all, code: string) => composed[code]!);
  // Other digits and white space than those of ASCII are not matched by the same rules.
  // eslint-disable-next-line no-control-regex
  if (/[\x1c-\x1f\x85\ufeff]|(?![0-9])\p{Nd}/u.test(text)) return undefined;
  const pattern = patternOf(format, given);
  if (pattern === undefined) return undefined;
  const found = new RegExp(`^(?:${pattern})`, 'i').exec(text);
  if (!found) throw valueError(`time data ${shown(text)} does not match format ${shown(given)}`);
  if (found[0].length < text.length) throw valueError(`unconverted data remains: ${text.slice(found[0].length)}`);
  return heldBy(found.groups ?? {});
}

function shown(text: string): string {
  return pyRepr(str(text, nowhere)).text;
}

function patternOf(format: string, given: string): string | undefined {
  const escaped = format.replace(/[\\.^$*+?(){}[\]|]/g, '\\$&').replace(/\s+/g, '\\s+');
  const seen = new Set<string>();
  let known = true;
  const pattern = escaped.replace(/%([\s\S]?)/g, (_all, code: string) => {
    if (code === '%') return '%';
    if (code === '') throw valueError(`stray % in format '${given}'`);
    if (unfollowed.includes(code) || seen.has(code)) known = false;
    else if (!Object.hasOwn(patterns, code)) throw valueError(`'${code === '\\' ? '\\\\' : code}' is a bad directive in format '${given}'`);
    seen.add(code);
    return `(?<${code}>${patterns[code] ?? ''})`;
  });
  return known ? pattern : undefined;
}

function heldBy(found: Readonly<Record<string, string | undefined>>): ReadMoment {
  const number = (code: string): number | undefined => (found[code] === undefined ? undefined : Number(found[code]));
  const year = number('Y') ?? shortYear(number('y')) ?? 1900;
  const month = number('m') ?? monthOf(found);
  const dayOfMonth = number('d');
  const ofYear = month === undefined && dayOfMonth === undefined ? number('j') : undefined;
  return {
    ...(ofYear === undefined ? { year, month: month ?? 1, day: dayOfMonth ?? 1 } : byDayOfYear(year, ofYear)),
    hour: number('H') ?? twelveHours(number('I'), found.p) ?? 0,
    minute: number('M') ?? 0,
    second: number('S') ?? 0,
    microsecond: Number((found.f ?? '').padEnd(6, '0')),
    offset: offsetOf(found.z),
  };
}

function shortYear(year: number | undefined): number | undefined {
  return year === undefined ? undefined : year <= 68 ? 2000 + year : 1900 + year;
}

function monthOf(found: Readonly<Record<string, string | undefined>>): number | undefined {
  const name = found.B ?? found.b;
  return name === undefined
    ? undefined
    : monthNames.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

function twelveHours(hour: number | undefined, half: string | undefined): number | undefined {
  if (hour === undefined) return undefined;
  return half?.toLowerCase() === 'pm' ? (hour % 12) + 12 : hour % 12;
}

/** The 366th day of a year that has none is the first of the next. */
function byDayOfYear(given: number, ofYear: number): { readonly year: number; readonly month: number; readonly day: number } {
  const ordinal = ordinalOf(given, 1, 1) + ofYear - 1;
  const year = ordinal >= ordinalOf(given + 1, 1, 1) ? given + 1 : given;
  let month = 12;
  while (ordinalOf(year, month, 1) > ordinal) month--;
  return { year, month, day: ordinal - ordinalOf(year, month, 1) + 1 };
}

/** Microseconds east of Greenwich. */
function offsetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === 'Z' || text === 'z') return 0;
  const [, sign, hours, minutes, seconds = '0', fraction = ''] = /^([+-])(\d\d):?(\d\d):?(\d\d)?\.?(\d*)$/.exec(text)!;
  const micros = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1e6 + Number(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}
