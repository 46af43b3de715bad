import type { Span } from '../../core/span.js';
import { IntValue, str, UnknownValue, type Value } from '../../core/value.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue } from '../../python/runtime/runtime.js';
import { unknown } from '../../python/runtime/call-arguments.js';

/** A moment, or a day, as Arrow keeps it. */
export interface Moment {
  /** Microseconds since 1970-01-01T00:00, without a time zone. */
  readonly micros: bigint;
  /** Whether it is a day (`datetime.date`) and no moment (`datetime.datetime`). */
  readonly day: boolean;
}

/** A `datetime.datetime` or `datetime.date` without a time zone, as rows of the library `datasets` hold them. */
export class MomentValue extends LibraryObject {
  constructor(
    readonly moment: Moment,
    span: Span,
  ) {
    const parts = partsOf(moment);
    super(moment.day ? 'date' : 'datetime', span, (name) => attributeOf(moment, parts, name, span), {
      repr: reprOf(moment, parts),
      str: moment.day ? dayText(parts) : `${dayText(parts)} ${timeText(parts)}`,
      equals: (other) => other instanceof MomentValue && other.moment.day === moment.day && other.moment.micros === moment.micros,
      key: () => `\0m${String(moment.day)}${String(moment.micros)}`,
    });
  }
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

function partsOf({ micros }: Moment): Parts {
  const seconds = micros >= 0n ? micros / 1_000_000n : -((-micros + 999_999n) / 1_000_000n);
  const date = new Date(Number(seconds) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: Number(micros - seconds * 1_000_000n),
  };
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

function dayText({ year, month, day }: Parts): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function timeText({ hour, minute, second, microsecond }: Parts): string {
  return `${two(hour)}:${two(minute)}:${two(second)}${microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`}`;
}

/** `datetime.datetime(2020, 1, 1, 0, 0)`: seconds and microseconds only where they are not 0. */
function reprOf(moment: Moment, { year, month, day, hour, minute, second, microsecond }: Parts): string {
  const numbers = moment.day ? [year, month, day] : [year, month, day, hour, minute];
  if (!moment.day && (second !== 0 || microsecond !== 0)) numbers.push(second);
  if (!moment.day && microsecond !== 0) numbers.push(microsecond);
  return `datetime.${moment.day ? 'date' : 'datetime'}(${numbers.join(', ')})`;
}

function attributeOf(moment: Moment, parts: Parts, name: string, span: Span): Value | undefined {
  if (Object.hasOwn(parts, name) && !(moment.day && !['year', 'month', 'day'].includes(name)))
    return new IntValue(BigInt(parts[name as keyof Parts]), span);
  if (name === 'isoformat')
    return method(name, span, () => str(moment.day ? dayText(parts) : `${dayText(parts)}T${timeText(parts)}`, span));
  if (name === 'date' && !moment.day)
    return method(name, span, () => new MomentValue({ micros: moment.micros - mod(moment.micros, 86_400_000_000n), day: true }, span));
  return new UnknownValue(`${name} of a datetime is not modelled`, span);
}

function mod(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}

function method(name: string, span: Span, run: () => Value): BuiltinValue {
  return new BuiltinValue(name, span, (runtime, args) =>
    args.positional.length + args.keywords.size > 0 ? unknown(runtime, `${name} of a datetime with arguments is not modelled`) : run(),
  );
}
