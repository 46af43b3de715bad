import { charge } from '../../core/cost.js';
import { PyError } from '../../core/errors.js';
import {
  BytesValue,
  DictValue,
  FloatValue,
  ListValue,
  NoneValue,
  StrValue,
  UnknownValue,
  type IntValue,
  type Value,
} from '../../core/value.js';
import { StrSubclassValue } from '../../python/runtime/objects.js';
import { encode } from '../../python/runtime/methods/bytes-codec.js';
import { pyRepr, typeName } from '../../python/runtime/semantics.js';
import type { ArrowType, ListType, PlainName, StructType } from './arrow-type.js';
import type { InstalledDatasets } from './installed-datasets.js';
import { isSequence, itemsOfSequence, TypeInference } from './infer-type.js';
import { looseCell } from './rewritten-json.js';
import { MomentValue, momentOf } from './moment-value.js';

/** A column: its cells are of its type, or None, or unknown. Cells belong to the column, and are copied where Python code gets hold of them. */
export interface Column {
  readonly type: ArrowType;
  readonly cells: readonly Value[];
}

/**
 * A column of Python values as `pa.array(values)` makes it (pyarrow 19).
 * @throws PyError ArrowInvalid, ArrowTypeError, OverflowError where a value does not fit the type that was found
 */
export function inferredColumn(values: readonly Value[], { order }: Pick<InstalledDatasets, 'order'>): Column {
  const inference = new TypeInference(order);
  inference.visitAll(values);
  const type = inference.type();
  return { type, cells: values.map((value) => toArrow(value, type)) };
}

/** A Python value as a cell of a type that was inferred (pyarrow 19 `src/arrow/python/python_to_arrow.cc`). @throws as `inferredColumn` */
export function toArrow(given: Value, type: ArrowType): Value {
  charge(1);
  const value = given.kind === 'object' ? momentOf(given) : given;
  if (value.kind === 'none' || value.kind === 'unknown') return value;
  switch (type.kind) {
    case 'open':
      return new UnknownValue(type.because.reason, value.span);
    case 'json':
      return looseCell(value);
    case 'list':
      return toList(value, type);
    case 'struct':
      return toStruct(value, type);
    case 'plain':
      return toPlain(value, type.name);
  }
}

function toList(value: Value, { item }: ListType): Value {
  if (!isSequence(value)) throw couldNotConvert(value, 'list');
  return new ListValue(
    Array.from(itemsOfSequence(value), (one) => toArrow(one, item)),
    value.span,
  );
}

function toStruct(value: Value, { fields }: StructType): Value {
  if (value.kind !== 'dict') throw couldNotConvert(value, 'struct');
  const result = new DictValue(value.span);
  for (const [name, type] of fields) {
    const entry = value.entry(name);
    result.set(name, entry ? toArrow(entry.value, type) : new NoneValue(value.span), entry?.keySpan);
  }
  return result;
}

function toPlain(value: Value, name: PlainName): Value {
  switch (name) {
    case 'bool':
      if (value.kind === 'bool') return value;
      throw couldNotConvert(value, 'boolean');
    case 'int64':
      return toInt64(value);
    case 'float64':
      return toDouble(value);
    case 'string':
      if (value.kind === 'str') return wellFormed(value instanceof StrSubclassValue ? new StrValue(value.traced, value.span) : value);
      throw expectedBytes(value);
    case 'binary':
      if (value.kind === 'str') return new BytesValue(encode(wellFormed(value).text, 'utf-8', 'strict') ?? '', value.span);
      if (value.kind === 'bytes') return value;
      throw expectedBytes(value);
    default:
      return toMoment(value, name === 'date32');
  }
}

function toInt64(value: Value): Value {
  if (value.kind === 'int') {
    if (BigInt.asIntN(64, value.value) === value.value) return value;
    throw new PyError('OverflowError', 'Python int too large to convert to C long', value.span);
  }
  if (value.kind === 'bool') throw new PyError('ArrowTypeError', 'Expected integer, got bool', value.span);
  throw couldNotConvert(value, 'int64');
}

function toDouble(value: Value): Value {
  if (value.kind === 'float') return value;
  if (value.kind === 'bool') return new FloatValue(value.value ? 1 : 0, value.span);
  if (value.kind === 'int') return new FloatValue(exactDouble(value), value.span);
  throw couldNotConvert(value, 'double');
}

function exactDouble({ value, span }: IntValue): number {
  if (BigInt.asIntN(64, value) !== value) throw new PyError('ArrowInvalid', 'PyLong is too large to fit int64', span);
  if (value <= 2n ** 53n && value >= -(2n ** 53n)) return Number(value);
  const what = 'is outside of the range exactly representable by a IEEE 754 double precision value';
  throw new PyError('ArrowInvalid', `Integer value ${String(value)} ${what}`, span);
}

/** Arrow counts moments in microseconds and days in days, also where an int stands for one. */
function toMoment(value: Value, day: boolean): Value {
  const unit = day ? 86_400_000_000n : 1n;
  if (value.kind === 'int') return new MomentValue({ micros: value.value * unit, day }, value.span);
  if (!(value instanceof MomentValue) || (!day && value.moment.day))
    throw new PyError('ArrowTypeError', `object of type <class '${typeName(value)}'> cannot be converted to int`, value.span);
  const { micros } = value.moment;
  return day ? new MomentValue({ micros: micros - (((micros % unit) + unit) % unit), day }, value.span) : value;
}

/** @throws PyError UnicodeEncodeError for half of a surrogate pair, which UTF-8 cannot hold */
function wellFormed(value: StrValue): StrValue {
  if (!/\p{Surrogate}/u.test(value.text)) return value;
  throw new PyError('UnicodeEncodeError', "'utf-8' codec can't encode a character: surrogates not allowed", value.span);
}

function couldNotConvert(value: Value, what: string): PyError {
  return new PyError(
    'ArrowInvalid',
    `Could not convert ${pyRepr(value).text} with type ${typeName(value)}: tried to convert to ${what}`,
    value.span,
  );
}

function expectedBytes(value: Value): PyError {
  return new PyError('ArrowTypeError', `Expected bytes, got a '${typeName(value)}' object`, value.span);
}
