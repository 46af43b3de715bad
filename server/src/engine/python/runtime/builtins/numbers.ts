import { codePointLength } from '../../../core/code-points.js';
import { PyError } from '../../../core/errors.js';
import { FloatValue, IntValue, TupleValue, str, type Value } from '../../../core/value.js';
import { bind, clamp, positional, typeError, unknownArgument, valueError } from '../call-arguments.js';
import { divideRounded, fixed, scaled } from '../format/decimal.js';
import { chargeText } from '../../../core/cost.js';
import { binary } from '../operators/index.js';
import { floatDivmod, toFloat, work } from '../operators/arithmetic.js';
import { bits, isHuge } from '../int-size.js';
import type { Arguments, Runtime } from '../runtime.js';
import { opaqueNumber } from '../objects.js';
import { specialMethod } from '../special-method.js';
import { asInteger, isNumber, typeName } from '../semantics.js';
import { floatToInt } from '../types/constructors.js';

type Builtin = (runtime: Runtime, args: Arguments) => Value;

/** A builtin that is unknown where an argument is. */
function known(run: Builtin): Builtin {
  return (runtime, args) => unknownArgument(args) ?? opaqueNumber(args.positional[0], runtime.span) ?? run(runtime, args);
}

export const abs = known((runtime, args) => {
  const [x] = positional('abs', args, 1, 1);
  if (x!.kind === 'float') return new FloatValue(Math.abs(x!.value), runtime.span);
  const own = specialMethod(runtime, x, '__abs__');
  if (own) return own;
  const n = asInteger(x!);
  if (n === undefined) throw typeError(`bad operand type for abs(): '${typeName(x!)}'`);
  if (isHuge(n)) runtime.step(bits(n) >> 8);
  return new IntValue(n < 0n ? -n : n, runtime.span);
});

/** `round(number, ndigits)`: half to even, from the exact value of a float. */
export const round = known((runtime, args) => {
  const [x, digits] = bind('round', args, ['number', 'ndigits'], 1);
  const own = specialMethod(runtime, x, '__round__', ...(digits ? [digits] : []));
  if (own) return own;
  if (!isNumber(x!)) throw typeError(`type ${typeName(x!)} doesn't define __round__ method`);
  if (!digits || digits.kind === 'none') return new IntValue(x.kind === 'float' ? roundHalfEven(x.value) : asInteger(x)!, runtime.span);
  const n = asInteger(digits);
  if (n === undefined) throw typeError(`'${typeName(digits)}' object cannot be interpreted as an integer`);
  if (x.kind === 'float') return new FloatValue(roundFloat(x.value, clamp(n)), runtime.span);
  return new IntValue(roundInt(runtime, asInteger(x)!, n), runtime.span);
});

function roundHalfEven(x: number): bigint {
  if (!Number.isFinite(x)) return floatToInt(x);
  const floor = Math.floor(x);
  const rest = x - floor;
  return BigInt(rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor);
}

function roundFloat(x: number, digits: number): number {
  if (!Number.isFinite(x) || x === 0 || digits > 330) return x;
  if (digits < -310) return x < 0 ? -0 : 0;
  const sign = x < 0 ? '-' : '';
  if (digits >= 0) return Number(sign + fixed(x, digits));
  const result = Number(`${sign}${String(scaled(x, digits) * 10n ** BigInt(-digits))}`);
  if (!Number.isFinite(result)) throw new PyError('OverflowError', 'rounded value too large to represent');
  return result;
}

function roundInt(runtime: Runtime, n: bigint, digits: bigint): bigint {
  if (digits >= 0n) return n;
  const size = bits(n);
  // A bit is less than a third of a digit.
  if (-digits > BigInt(Math.ceil(size / 3) + 1)) return 0n;
  work(runtime, 2 * size);
  const power = 10n ** -digits;
  const rounded = divideRounded(n < 0n ? -n : n, power) * power;
  return n < 0n ? -rounded : rounded;
}

export const divmod = known((runtime, args) => {
  const [a, b] = positional('divmod', args, 2, 2);
  const own = specialMethod(runtime, a, '__divmod__', b!) ?? specialMethod(runtime, b, '__rdivmod__', a!);
  if (own) return own;
  if (!isNumber(a!) || !isNumber(b!)) throw typeError(`unsupported operand type(s) for divmod(): '${typeName(a!)}' and '${typeName(b!)}'`);
  if (a.kind !== 'float' && b.kind !== 'float')
    return new TupleValue([binary(runtime, '//', a, b), binary(runtime, '%', a, b)], runtime.span);
  const { quotient, remainder } = floatDivmod(toFloat(a), toFloat(b), 'float divmod()');
  return new TupleValue([new FloatValue(quotient, runtime.span), new FloatValue(remainder, runtime.span)], runtime.span);
});

export const pow = known((runtime, args) => {
  const [base, exponent, modulus] = bind('pow', args, ['base', 'exp', 'mod'], 2);
  if (!modulus || modulus.kind === 'none') return binary(runtime, '**', base!, exponent!);
  const [b, e, m] = [asInteger(base!), asInteger(exponent!), asInteger(modulus)];
  if (b === undefined || e === undefined || m === undefined)
    throw typeError('pow() 3rd argument not allowed unless all arguments are integers');
  if (m === 0n) throw valueError('pow() 3rd argument cannot be 0');
  return new IntValue(modularPower(runtime, b, e, m), runtime.span);
});

function modularPower(runtime: Runtime, base: bigint, exponent: bigint, modulus: bigint): bigint {
  const size = modulus < 0n ? -modulus : modulus;
  const length = bits(size);
  runtime.step((bits(base) + bits(exponent)) >> 8);
  if (bits(base) > length) work(runtime, bits(base), length);
  if (exponent < 0n) work(runtime, length, length * length);
  const positive = (n: bigint): bigint => ((n % size) + size) % size;
  let factor = positive(exponent < 0n ? inverse(positive(base), size) : base);
  let result = positive(1n);
  for (let e = exponent < 0n ? -exponent : exponent; e > 0n; e >>= 1n) {
    runtime.step(1 + ((length + bits(e)) >> 8));
    work(runtime, 2 * length, length);
    if (e & 1n) result = (result * factor) % size;
    factor = (factor * factor) % size;
  }
  return modulus < 0n && result !== 0n ? result - size : result;
}

function inverse(n: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [n, modulus, 1n, 0n];
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  if (a !== 1n) throw valueError('base is not invertible for the given modulus');
  return x;
}

export const chr = known((runtime, args) => {
  const [x] = positional('chr', args, 1, 1);
  const n = asInteger(x!);
  if (n === undefined) throw typeError(`'${typeName(x!)}' object cannot be interpreted as an integer`);
  if (n >= 2n ** 31n || n < -(2n ** 31n)) throw new PyError('OverflowError', 'Python int too large to convert to C int');
  if (n < 0n || n > 0x10ffffn) throw valueError('chr() arg not in range(0x110000)');
  return str(String.fromCodePoint(Number(n)), runtime.span);
});

export const ord = known((runtime, args) => {
  const [c] = positional('ord', args, 1, 1);
  if (c!.kind !== 'str' && c!.kind !== 'bytes') throw typeError(`ord() expected string of length 1, but ${typeName(c!)} found`);
  const text = c!.kind === 'str' ? c!.text : c!.bytes;
  chargeText(text.length);
  const length = c!.kind === 'str' ? codePointLength(text) : text.length;
  if (length !== 1) throw typeError(`ord() expected a character, but string of length ${String(length)} found`);
  return new IntValue(BigInt(text.codePointAt(0)!), runtime.span);
});

/** `hex`, `oct`, `bin`. */
function inBase(name: string, base: number, prefix: string): Builtin {
  return known((runtime, args) => {
    const [x] = positional(name, args, 1, 1);
    const n = asInteger(x!);
    if (n === undefined) throw typeError(`'${typeName(x!)}' object cannot be interpreted as an integer`);
    if (isHuge(n)) runtime.step(bits(n) >> 6);
    return str((n < 0n ? '-' : '') + prefix + (n < 0n ? -n : n).toString(base), runtime.span);
  });
}

export const hex = inBase('hex', 16, '0x');
export const oct = inBase('oct', 8, '0o');
export const bin = inBase('bin', 2, '0b');
