import { PyError } from '../../core/errors.js';
import { typeError } from '../../python/runtime/call-arguments.js';
import { abs as pythonAbs, round as pythonRound } from '../../python/runtime/builtins/numbers.js';
import { constructors, floatToInt } from '../../python/runtime/types/constructors.js';
import { fixed } from '../../python/runtime/format/decimal.js';
import { intValue, isNumber, typeName } from '../../python/runtime/semantics.js';
import { FloatValue, str, type Value } from '../../core/value.js';
import type { Rendering } from '../runtime/rendering.js';
import { jinjaTruth, operate } from '../runtime/jinja-semantics.js';
import { defined, UndefinedValue } from '../runtime/undefined.js';
import { filterArgumentError, pythonFilter } from './filter.js';
import { type RunFilter } from '../runtime/rendering.js';

/** What `convert` gives, or undefined where it raises one of these. */
function attempt(errors: readonly string[], convert: () => Value): Value | undefined {
  try {
    return convert();
  } catch (error) {
    if (error instanceof PyError && errors.includes(error.type)) return undefined;
    throw error;
  }
}

function construct(rendering: Rendering, type: 'int' | 'float', ...positional: Value[]): Value {
  positional.forEach(defined);
  if (positional[0] instanceof UndefinedValue) throw positional[0].error();
  return constructors[type]!(rendering, { positional, keywords: new Map() });
}

/** `int(value)`, else by way of a float, else the default. An infinity raises. */
const int = pythonFilter('do_int', ['default', 'base'], (rendering, value, [absent, base]) => {
  const errors = ['TypeError', 'ValueError'];
  const direct = attempt(errors, () =>
    value.kind === 'str' ? construct(rendering, 'int', value, base ?? intValue(10, rendering.span)) : construct(rendering, 'int', value),
  );
  const second = direct ?? attempt([...errors, 'OverflowError'], () => construct(rendering, 'int', construct(rendering, 'float', value)));
  return second ?? absent ?? intValue(0, rendering.span);
});

const float = pythonFilter(
  'do_float',
  ['default'],
  (rendering, value, [absent]) =>
    attempt(['TypeError', 'ValueError'], () => construct(rendering, 'float', value)) ?? absent ?? new FloatValue(0, rendering.span),
);

const round = pythonFilter('do_round', ['precision', 'method'], (rendering, value, [precision = intValue(0, rendering.span), method]) => {
  const how = method ? (method.kind === 'str' ? method.text : '') : 'common';
  if (how === 'common') return pythonRound(rendering, { positional: [value, precision], keywords: new Map() });
  if (how !== 'ceil' && how !== 'floor') throw filterArgumentError('method must be common, ceil or floor');
  const power = operate(rendering, '**', intValue(10, rendering.span), precision);
  const scaled = operate(rendering, '*', value, power);
  return operate(rendering, '/', whole(rendering, scaled, how), power);
});

/** `math.ceil` and `math.floor`. */
function whole(rendering: Rendering, value: Value, how: 'ceil' | 'floor'): Value {
  if (!isNumber(value)) throw typeError(`must be real number, not ${typeName(value)}`);
  return value.kind === 'float'
    ? intValue(floatToInt(Number.isFinite(value.value) ? Math[how](value.value) : value.value), rendering.span)
    : intValue(BigInt(value.value), rendering.span);
}

const abs = pythonFilter('abs', [], (rendering, value) => pythonAbs(rendering, { positional: [value], keywords: new Map() }));

/** `13.1 kB`. */
const fileSize = pythonFilter('do_filesizeformat', ['binary'], (rendering, value, [binary]) => {
  const bytes = construct(rendering, 'float', value);
  if (bytes.kind !== 'float') return bytes;
  const inBinary = binary !== undefined && jinjaTruth(binary);
  const base = inBinary ? 1024 : 1000;
  const size = bytes.value;
  if (size === 1) return str('1 Byte', rendering.span);
  if (size < base) return str(`${String(floatToInt(size))} Bytes`, rendering.span);
  const prefixes = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
  let step = 0;
  while (step < prefixes.length - 1 && !(size < base ** (step + 2))) step++;
  const shown = Number.isFinite(size) ? fixed((base * size) / base ** (step + 2), 1) : Number.isNaN(size) ? 'nan' : 'inf';
  const prefix = inBinary ? prefixes[step]!.toUpperCase() + 'iB' : prefixes[step]! + 'B';
  return str(`${shown} ${prefix}`, rendering.span);
});

/** The filters that make numbers, or text of them. */
export const numberFilters: Readonly<Record<string, RunFilter>> = { int, float, round, abs, filesizeformat: fileSize };
