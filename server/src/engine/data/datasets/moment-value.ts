import { dateParts, datePartNames, type DateParts } from '../../core/calendar.js';
import { PyError } from '../../core/errors.js';
import { nowhere, type Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { IntValue, str, UnknownValue, type Value } from '../../core/value.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../../python/runtime/runtime.js';
import { bind, unknown } from '../../python/runtime/call-arguments.js';
import { InstanceValue } from '../../python/runtime/class-objects.js';
import { strftime } from '../../python/runtime/format/moment-text.js';
import { asInteger, pyStr, typeName } from '../../python/runtime/semantics.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { say } from '../../core/say.js';

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
      equals: (other) => {
        const sign = signOf(moment, other);
        return typeof sign === 'object' ? sign : sign === 0;
      },
      order: (op, other) => {
        const sign = signOf(moment, other);
        return typeof sign === 'number' ? holds(op, sign) : sign;
      },
      binary: (op, other) =>
        op === '-' && other instanceof MomentValue
          ? new UnknownValue(say`the difference of two datetimes of rows is not modelled`, span)
          : undefined,
      key: () => `\0m${String(moment.day)}${String(moment.micros)}`,
      format: (spec) => (spec === '' ? pyStr(this) : formatted(parts, spec, span)),
    });
  }
}

/** How a moment stands to another one; undefined for what is none of the same kind. */
function signOf({ micros, day }: Moment, other: Value): number | UnknownValue | undefined {
  const known = other.kind === 'object' ? momentOf(other) : other;
  if (known.kind === 'unknown') return known;
  if (!(known instanceof MomentValue) || known.moment.day !== day) return undefined;
  return micros < known.moment.micros ? -1 : micros > known.moment.micros ? 1 : 0;
}

function holds(op: '<' | '<=' | '>' | '>=', sign: number): boolean {
  if (op === '<') return sign < 0;
  if (op === '<=') return sign <= 0;
  return op === '>' ? sign > 0 : sign >= 0;
}

/** The parts of a moment by the Gregorian calendar (Hinnant, `civil_from_days`). */
function partsOf({ micros }: Moment): DateParts {
  const days = floorDivide(micros, dayMicros);
  const left = Number(micros - days * dayMicros);
  const shifted = Number(days) + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fifth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fifth < 10 ? fifth + 3 : fifth - 9;
  const seconds = Math.floor(left / 1_000_000);
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fifth + 2) / 5) + 1,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    microsecond: left % 1_000_000,
  };
}

/** Microseconds from 1970-01-01 to a moment of the Gregorian calendar (Hinnant, `days_from_civil`); the parts are not checked. */
export function microsOf({ year, month, day, hour, minute, second, microsecond }: DateParts): bigint {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = BigInt(era * 146_097 + dayOfEra - 719_468);
  return days * dayMicros + BigInt(hour * 3600 + minute * 60 + second) * 1_000_000n + BigInt(microsecond);
}

const dayMicros = 86_400_000_000n;

function floorDivide(a: bigint, b: bigint): bigint {
  return (a - (((a % b) + b) % b)) / b;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

function dayText({ year, month, day }: DateParts): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function timeText({ hour, minute, second, microsecond }: DateParts): string {
  return `${two(hour)}:${two(minute)}:${two(second)}${microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`}`;
}

/** `datetime.datetime(2020, 1, 1, 0, 0)`: seconds and microseconds only where they are not 0. */
function reprOf(moment: Moment, { year, month, day, hour, minute, second, microsecond }: DateParts): string {
  const numbers = moment.day ? [year, month, day] : [year, month, day, hour, minute];
  if (!moment.day && (second !== 0 || microsecond !== 0)) numbers.push(second);
  if (!moment.day && microsecond !== 0) numbers.push(microsecond);
  return `datetime.${moment.day ? 'date' : 'datetime'}(${numbers.join(', ')})`;
}

function attributeOf(moment: Moment, parts: DateParts, name: string, span: Span): Value | undefined {
  if (Object.hasOwn(parts, name) && !(moment.day && !['year', 'month', 'day'].includes(name)))
    return new IntValue(BigInt(parts[name as keyof DateParts]), span);
  if (name === 'isoformat')
    return method(name, span, () => str(moment.day ? dayText(parts) : `${dayText(parts)}T${timeText(parts)}`, span));
  if (name === 'strftime') return new BuiltinValue(name, span, (runtime, args) => strftimeOf(runtime, parts, args));
  if (name === 'date' && !moment.day)
    return method(name, span, () => new MomentValue({ micros: floorDivide(moment.micros, dayMicros) * dayMicros, day: true }, span));
  return new UnknownValue(say`${name} of a datetime is not modelled`, span);
}

/** `strftime(format)`. */
function strftimeOf(runtime: Runtime, parts: DateParts, args: Arguments): Value {
  const [format] = bind('strftime', args, ['format'], 1);
  if (format!.kind === 'unknown') return format!;
  if (format!.kind !== 'str') throw new PyError('TypeError', `strftime() argument 1 must be str, not ${typeName(format!)}`);
  const text = strftime({ ...parts, offset: '', zone: '' }, format!.text);
  return text === undefined ? unknown(runtime, say`A part of this format of dates is not followed.`) : str(text, runtime.span);
}

function formatted(parts: DateParts, spec: string, span: Span): TracedText {
  const text = strftime({ ...parts, offset: '', zone: '' }, spec);
  if (text === undefined) throw new UnknownSignal(new UnknownValue(say`A part of this format of dates is not followed.`, span));
  return TracedText.computed(text, span);
}

/**
 * An object of the module `datetime`, as Arrow keeps it; what Arrow keeps in types that are not modelled is unknown. Any other value is itself.
 */
export function momentOf(value: Value): Value {
  if (!(value instanceof InstanceValue) || value.ofClass.span.file !== nowhere.file) return value;
  const { name } = value.ofClass;
  const zone = value.attributes.get('tzinfo');
  if ((name === 'date' || name === 'datetime') && (!zone || zone.kind === 'none')) {
    const part = (of: string): number => Number((value.attributes.get(of) && asInteger(value.attributes.get(of)!)) ?? 0n);
    return new MomentValue({ micros: microsOf(dateParts(datePartNames.map(part))), day: name === 'date' }, value.span);
  }
  return new UnknownValue(say`What a column makes of a ${name} is not followed.`, value.span);
}

function method(name: string, span: Span, run: () => Value): BuiltinValue {
  return new BuiltinValue(name, span, (runtime, args) =>
    args.positional.length + args.keywords.size > 0 ? unknown(runtime, say`${name} of a datetime with arguments is not modelled`) : run(),
  );
}
