import { BoolValue, FloatValue, IntValue, TupleValue, str, type Value } from '../../../core/value.js';
import { charge } from '../../../core/cost.js';
import { positional } from '../call-arguments.js';
import { integerRatio } from '../integer-ratio.js';
import { isHuge, roughBits } from '../int-size.js';
import type { Runtime } from '../runtime.js';
import { looking, table, type Method, type MethodTable } from './method.js';

function bits(n: bigint): string {
  if (isHuge(n)) charge(roughBits(n) >> 6);
  return (n < 0n ? -n : n).toString(2);
}

/** A method of int and bool without arguments. */
function ofInt(name: string, run: (runtime: Runtime, n: bigint) => Value): Method {
  const method = (runtime: Runtime, self: Value, args: Parameters<Method>[2]): Value => {
    positional(`int.${name}`, args, 0, 0);
    return run(runtime, self.kind === 'bool' ? BigInt(self.value) : (self as IntValue).value);
  };
  return method;
}

const int = (runtime: Runtime, n: bigint): Value => new IntValue(n, runtime.span);

const methods: Record<string, Method> = {
  bit_length: ofInt('bit_length', (runtime, n) => int(runtime, n === 0n ? 0n : BigInt(bits(n).length))),
  bit_count: ofInt('bit_count', (runtime, n) => int(runtime, BigInt(bits(n).split('1').length - 1))),
  conjugate: ofInt('conjugate', int),
  as_integer_ratio: ofInt('as_integer_ratio', (runtime, n) => new TupleValue([int(runtime, n), int(runtime, 1n)], runtime.span)),
};

/** The methods of `int`, and of `bool`, which is one. */
export const intMethods: MethodTable = table(methods);

/** `float.hex(x)`. */
function hex(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf';
  const sign = x < 0 || Object.is(x, -0) ? '-' : '';
  if (x === 0) return `${sign}0x0.0p+0`;
  let exponent = Math.min(1023, Math.max(-1022, Math.floor(Math.log2(Math.abs(x)))));
  let mantissa = Math.abs(x) / 2 ** exponent;
  if (mantissa >= 2) {
    mantissa /= 2;
    exponent++;
  } else if (mantissa < 1 && exponent > -1022) {
    mantissa *= 2;
    exponent--;
  }
  const whole = Math.floor(mantissa);
  const fraction = BigInt((mantissa - whole) * 2 ** 52)
    .toString(16)
    .padStart(13, '0');
  return `${sign}0x${String(whole)}.${fraction}p${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent))}`;
}

/** The methods of `float`. */
export const floatMethods: MethodTable = table({
  is_integer: looking('float', (runtime, self) => new BoolValue(Number.isInteger(self.value), runtime.span)),
  conjugate: looking('float', (runtime, self) => new FloatValue(self.value, runtime.span)),
  hex: looking('float', (runtime, self) => str(hex(self.value), runtime.span)),
  as_integer_ratio: looking('float', (runtime, self) => {
    const [numerator, denominator] = integerRatio(self.value);
    return new TupleValue([int(runtime, numerator), int(runtime, denominator)], runtime.span);
  }),
});
