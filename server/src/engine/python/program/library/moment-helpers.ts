import { datePartNames, dateParts } from '../../../core/calendar.js';
import { say } from '../../../core/say.js';
import { IntValue, NoneValue, str, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { charge } from '../../../core/cost.js';
import { dayNames, monthNames, strftime, type MomentParts } from '../../runtime/format/moment-text.js';
import { strptime } from '../../runtime/format/strptime.js';
import { builtin } from '../../runtime/modules/module.js';
import { PlaceholderValue } from '../../runtime/placeholder.js';
import { asInteger } from '../../runtime/semantics.js';

/** `strftime(format, year, month, day, hour, minute, second, microsecond, offset, zone)`, of a moment that was checked. */
const strftimeHelper = builtin('_preflight.strftime', (runtime, { positional: [format, ...given] }) => {
  const parts = momentParts(given);
  if (format?.kind !== 'str' || !parts) return new UnknownValue(say`This use of strftime is not followed.`, runtime.span);
  const text = strftime(parts, format.text);
  return text === undefined
    ? new UnknownValue(say`A part of this format of dates is not followed.`, runtime.span)
    : str(text, runtime.span);
});

function momentParts(given: readonly Value[]): MomentParts | undefined {
  const numbers = given.slice(0, 7).map((value) => asInteger(value));
  const [offset, zone] = given.slice(7);
  if (numbers.includes(undefined) || offset?.kind !== 'str' || zone?.kind !== 'str') return undefined;
  return { ...dateParts(numbers.map(Number)), offset: offset.text, zone: zone.text };
}

/** `strptime(text, format)`: a tuple of the parts, and the offset in microseconds or None. @throws PyError ValueError */
const strptimeHelper = builtin('_preflight.strptime', (runtime, { positional: [text, format] }) => {
  if (text?.kind !== 'str' || format?.kind !== 'str' || text instanceof PlaceholderValue)
    return new UnknownValue(say`What date this is is not known.`, runtime.span);
  charge(text.text.length + format.text.length);
  const read = strptime(text.text, format.text);
  if (!read) return new UnknownValue(say`A part of this format of dates is not followed.`, runtime.span);
  const { offset } = read;
  const number = (n: number): Value => new IntValue(BigInt(n), runtime.span);
  const parts = datePartNames.map((name) => number(read[name]));
  return new TupleValue([...parts, offset === undefined ? new NoneValue(runtime.span) : number(offset)], runtime.span);
});

const named = (names: readonly string[]): Value =>
  builtin(
    '_preflight.names',
    (runtime) =>
      new TupleValue(
        names.map((name) => str(name, runtime.span)),
        runtime.span,
      ),
  );

/** What modules about dates ask for. */
export const momentHelpers = { strftime: strftimeHelper, strptime: strptimeHelper, months: named(monthNames), weekdays: named(dayNames) };
