import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { FloatValue, IntValue, NoneValue, UnknownValue, type Value } from '../../core/value.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { plainType } from '../datasets/arrow-type.js';
import type { InstalledDatasets } from '../datasets/installed-datasets.js';
import { inferredColumn, type Column } from '../datasets/to-arrow.js';

/**
 * A column of JSON values as pandas reads and converts it (pandas 2.2 `io/json/_json.py` with `dtype_backend='pyarrow'`, `convert_dtypes`), and Arrow takes it over:
 * whole floats become ints, ints beside a missing value pass through floats.
 * @param values undefined where a row lacks the column
 * @throws PyError ArrowInvalid, ArrowTypeError where the values are of several types; ValueError for an int that is too large
 */
export function pandasColumn(values: readonly (Value | undefined)[], library: Pick<InstalledDatasets, 'order'>): Column {
  const present = values.filter((value): value is Value => value !== undefined && value.kind !== 'none' && !isNaNValue(value));
  const full = present.length === values.length;
  // A row that lacks the column makes it one of floats, and whole floats are ints.
  if (present.length === 0) return { type: plainType(values.includes(undefined) ? 'int64' : 'null'), cells: values.map(missing) };
  if (present.every((value) => value.kind === 'int')) return intColumn(values, present, full);
  if (present.every((value) => value.kind === 'int' || value.kind === 'float')) return floatColumn(values);
  if (present.some((value) => value.kind === 'str' && /\p{Surrogate}/u.test(value.text)))
    throw new UnknownSignal(new UnknownValue(say`what pandas makes of half a surrogate pair is not followed`, present[0]!.span));
  return inferredColumn(
    values.map((value) => (value === undefined || isNaNValue(value) ? missing(value) : value)),
    library,
  );
}

function isNaNValue(value: Value): boolean {
  return value.kind === 'float' && Number.isNaN(value.value);
}

function missing(value: Value | undefined): Value {
  return new NoneValue(value?.span ?? { file: '', start: 0, end: 0 });
}

function intColumn(values: readonly (Value | undefined)[], present: readonly Value[], full: boolean): Column {
  const numbers = present as readonly IntValue[];
  if (numbers.some(({ value }) => value >= 2n ** 64n || value < -(2n ** 63n))) throw new PyError('ValueError', 'Value is too big!');
  const unsigned = numbers.some(({ value }) => value >= 2n ** 63n);
  if (full) return { type: plainType(unsigned ? 'uint64' : 'int64'), cells: numbers };
  return floatColumn(values);
}

/** Floats that are all whole are ints again. */
function floatColumn(values: readonly (Value | undefined)[]): Column {
  const floats = values.map((value) => (value?.kind === 'int' || value?.kind === 'float' ? Number(value.value) : NaN));
  const whole = floats.every((value) => Number.isNaN(value) || (Number.isInteger(value) && Math.abs(value) < 2 ** 63));
  const cells = values.map((value, i) => {
    const number = floats[i]!;
    if (Number.isNaN(number) || !value) return missing(value);
    return whole ? new IntValue(BigInt(number), value.span) : new FloatValue(number, value.span);
  });
  return { type: plainType(whole ? 'int64' : 'float64'), cells };
}

/** Whether pandas takes a column for one of moments, by its name (`_should_convert_dates`). */
export function isNamedAsMoment(name: string): boolean {
  const lower = name.toLowerCase();
  return /(_at|_time)$/.test(lower) || ['modified', 'date', 'datetime'].includes(lower) || lower.startsWith('timestamp');
}

/** Whether pandas may make moments of a column that is named so: what it makes of them is not followed. */
export function mayBeMoments(values: readonly (Value | undefined)[]): boolean {
  const present = values.filter((value): value is Value => value !== undefined && value.kind !== 'none');
  return present.length > 0 && present.every(mayBeMoment);
}

/** Seconds of a year: smaller numbers are taken for numbers. */
const smallest = 31_536_000;

/** Texts without a digit that a date parser may understand all the same. */
const words = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|now|today|nat|nan|none|null|n\/a|^\s*$/i;

/** Whether a value of a column that is named so may be read as a moment. */
export function mayBeMoment(value: Value): boolean {
  if (value.kind === 'int' || value.kind === 'float') return Number(value.value) > smallest;
  return value.kind === 'str' && (/\d/.test(value.text) || words.test(value.text));
}
