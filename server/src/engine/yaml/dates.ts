import { say } from '../core/say.js';
import { LibraryObject } from '../python/runtime/objects.js';
import { daysInMonth } from '../core/calendar.js';
import type { Span } from '../core/span.js';
import { UnknownValue, type Value } from '../core/value.js';

const parts = /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(?:(Z)|([-+])(\d\d?)(?::(\d\d))?))?)?$/;

/**
 * What PyYAML makes of a timestamp: a `datetime.date`, or a `datetime.datetime` where a time is given (`yaml/constructor.py`). Undefined where Python
 * knows no such day or time and raises ValueError.
 */
export function dateValue(text: string, span: Span): Value | undefined {
  const match = parts.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => (part === undefined ? undefined : Number(part)));
  if (!isDay(year!, month!, day!)) return undefined;
  if (hour === undefined) return object('date', [year!, month!, day!], `${pad(year!, 4)}-${pad(month!)}-${pad(day!)}`, span);
  if (hour > 23 || minute! > 59 || second! > 59) return undefined;
  const zone = match[8] !== undefined || match[9] !== undefined;
  const micro = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  if (zone) return new UnknownValue(say`YAML reads ${text} as a time with a zone; write it in quotes to keep the text.`, span);
  const times = micro > 0 ? [second!, micro] : second! > 0 ? [second!] : [];
  const shown = `${pad(year!, 4)}-${pad(month!)}-${pad(day!)} ${pad(hour)}:${pad(minute!)}:${pad(second!)}`;
  return object('datetime', [year!, month!, day!, hour, minute!, ...times], shown + (micro > 0 ? `.${pad(micro, 6)}` : ''), span);
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function object(type: 'date' | 'datetime', fields: readonly number[], str: string, span: Span): Value {
  const reason = `What a ${type} has is not modelled.`;
  return new LibraryObject(type, span, () => new UnknownValue(reason, span), { repr: `datetime.${type}(${fields.join(', ')})`, str });
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
