import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { BoolValue, BytesValue, FloatValue, IntValue, str, UnknownValue, type StrValue, type Value } from '../../core/value.js';
import { encode } from '../../python/runtime/methods/bytes-codec.js';
import { boundsOf, isBinary, isFloat, isTemporal, isText, plainType, typeText, type PlainName } from './arrow-type.js';
import { arrowFloatText, parseArrowBool, parseArrowFloat, parseArrowInt } from './arrow-numbers.js';

/**
 * Cells of one plain type as another (pyarrow 19 `Array.cast`, and what datasets 3.6 `table.py`, `array_cast`, refuses before that).
 * @throws PyError TypeError where the types do not fit, ArrowInvalid where a value would lose something
 */
export function castPlain(cells: readonly Value[], from: PlainName, to: PlainName, toText: boolean): readonly Value[] {
  const cannot = `Couldn't cast array of type ${typeText(plainType(from))} to ${typeText(plainType(to))}`;
  if (to === 'string' && !toText && !isText(from) && !isBinary(from))
    throw new PyError('TypeError', `${cannot} since allow_primitive_to_str is set to False `);
  if (to === 'null') throw new PyError('TypeError', cannot);
  return cells.map((cell) => (cell.kind === 'none' || cell.kind === 'unknown' ? cell : castOne(cell, from, to)));
}

function castOne(cell: Value, from: PlainName, to: PlainName): Value {
  if (isTemporal(from) || isTemporal(to)) return castMoment(cell, from, to);
  if (isText(to)) return toTextCell(cell);
  if (isBinary(to)) return toBytes(cell) ?? notKnown(cell, from, to);
  if (to === 'bool') return toBool(cell) ?? notKnown(cell, from, to);
  if (to === 'float16') return notKnown(cell, from, to);
  if (isFloat(to)) return toFloat(cell, to) ?? notKnown(cell, from, to);
  return toInt(cell, to) ?? notKnown(cell, from, to);
}

/** What is rare and not followed. */
function notKnown(cell: Value, from: PlainName, to: PlainName): Value {
  return new UnknownValue(say`how Arrow makes a ${to} of a ${from} is not modelled`, cell.span);
}

/** Moments only ever change their unit here. */
function castMoment(cell: Value, from: PlainName, to: PlainName): Value {
  return from.startsWith('timestamp') && (to === 'timestamp[us]' || to === 'timestamp[ns]') ? cell : notKnown(cell, from, to);
}

function toTextCell(cell: Value): Value {
  switch (cell.kind) {
    case 'bool':
      return str(cell.value ? 'true' : 'false', cell.span);
    case 'int':
      return str(String(cell.value), cell.span);
    case 'float':
      return str(arrowFloatText(cell.value), cell.span);
    case 'bytes':
      return decoded(cell);
    default:
      return cell;
  }
}

function toBytes(cell: Value): Value | undefined {
  if (cell.kind === 'bytes') return cell;
  return cell.kind === 'str' ? new BytesValue(encode(cell.text, 'utf-8', 'strict') ?? '', cell.span) : undefined;
}

function decoded(cell: BytesValue): Value {
  try {
    const bytes = Uint8Array.from(cell.bytes, (unit) => unit.charCodeAt(0));
    return str(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), cell.span);
  } catch {
    throw new PyError('ArrowInvalid', 'Invalid UTF8 payload', cell.span);
  }
}

function toBool(cell: Value): Value | undefined {
  if (cell.kind === 'bool') return cell;
  if (cell.kind === 'int') return new BoolValue(cell.value !== 0n, cell.span);
  if (cell.kind === 'float') return new BoolValue(cell.value !== 0, cell.span);
  if (cell.kind !== 'str') return undefined;
  const value = parseArrowBool(cell.text);
  if (value === undefined) throw new PyError('ArrowInvalid', `Failed to parse value: ${cell.text}`, cell.span);
  return new BoolValue(value, cell.span);
}

function toFloat(cell: Value, to: PlainName): Value | undefined {
  const fitted = (value: number): Value => new FloatValue(to === 'float32' ? Math.fround(value) : value, cell.span);
  if (cell.kind === 'bool') return fitted(cell.value ? 1 : 0);
  if (cell.kind === 'float') return fitted(cell.value);
  if (cell.kind === 'int') {
    const most = to === 'float32' ? 2n ** 24n : 2n ** 53n;
    if (cell.value > most || cell.value < -most) throw outOfRange(cell.value, -most, most, cell);
    return fitted(Number(cell.value));
  }
  if (cell.kind !== 'str') return undefined;
  const value = parseArrowFloat(cell.text);
  if (value === undefined) throw failedToParse(cell, to);
  return fitted(value);
}

function toInt(cell: Value, to: PlainName): Value | undefined {
  const bounds = boundsOf(to);
  const value = cell.kind === 'str' ? parseArrowInt(cell.text) : wholeOf(cell);
  if (value === undefined && cell.kind === 'str') throw failedToParse(cell, to);
  if (value === undefined || !bounds) return undefined;
  if (value >= bounds[0] && value <= bounds[1]) return new IntValue(value, cell.span);
  if (cell.kind === 'str') throw failedToParse(cell, to);
  throw outOfRange(value, bounds[0], bounds[1], cell);
}

/** @throws PyError ArrowInvalid for a number with a fraction */
function wholeOf(cell: Value): bigint | undefined {
  if (cell.kind === 'int') return cell.value;
  if (cell.kind === 'bool') return BigInt(cell.value);
  if (cell.kind !== 'float') return undefined;
  if (Number.isInteger(cell.value) && Math.abs(cell.value) < 2 ** 63) return BigInt(cell.value);
  throw new PyError('ArrowInvalid', `Float value ${cell.value.toFixed(6)} was truncated converting to int64`, cell.span);
}

function outOfRange(value: bigint, low: bigint, high: bigint, cell: Value): PyError {
  return new PyError('ArrowInvalid', `Integer value ${String(value)} not in range: ${String(low)} to ${String(high)}`, cell.span);
}

function failedToParse(cell: StrValue, to: PlainName): PyError {
  return new PyError('ArrowInvalid', `Failed to parse string: '${cell.text}' as a scalar of type ${typeText(plainType(to))}`, cell.span);
}
