import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { BoolValue, FloatValue, IntValue, type Value } from '../../../core/value.js';
import type { BinaryOperator } from '../../syntax/tree/ast.js';
import { unknown } from '../call-arguments.js';
import { integerRatio } from '../integer-ratio.js';
import { bits, isHuge, roughBits } from '../int-size.js';
import * as precise from '../precise.js';
import type { Runtime } from '../runtime.js';
import type { NumberValue } from '../semantics.js';

/**
 * Python's operators between int, float and bool. Ints have no bounds but the evaluator's.
 * @returns undefined where the operator does not take these types (`1.5 & 2`)
 */
export function arithmetic(runtime: Runtime, op: BinaryOperator, left: NumberValue, right: NumberValue): Value | undefined {
  if (left.kind === 'float' || right.kind === 'float') return floatArithmetic(runtime, op, toFloat(left), toFloat(right));
  if (left.kind === 'bool' && right.kind === 'bool' && (op === '&' || op === '|' || op === '^'))
    return new BoolValue(boolean(op, left.value, right.value), runtime.span);
  return intArithmetic(runtime, op, BigInt(left.value), BigInt(right.value));
}

function boolean(op: '&' | '|' | '^', a: boolean, b: boolean): boolean {
  if (op === '&') return a && b;
  return op === '|' ? a || b : a !== b;
}

/** `float(v)`. @throws PyError OverflowError for an int that no float can hold */
export function toFloat(v: NumberValue): number {
  const x = Number(v.value);
  if (v.kind === 'int' && !Number.isFinite(x)) throw new PyError('OverflowError', 'int too large to convert to float');
  return x;
}

function intArithmetic(runtime: Runtime, op: BinaryOperator, a: bigint, b: bigint): Value | undefined {
  const make = (n: bigint): Value => new IntValue(n, runtime.span);
  if (isHuge(a) || isHuge(b)) weigh(runtime, op, a, b);
  switch (op) {
    case '+':
      return make(a + b);
    case '-':
      return make(a - b);
    case '*':
      return make(a * b);
    case '/':
      return new FloatValue(trueDivide(a, b), runtime.span);
    case '//':
      return make(floorDivide(a, b, 'integer division or modulo by zero'));
    case '%':
      return make(a - b * floorDivide(a, b, 'integer modulo by zero'));
    case '**':
      return intPower(runtime, a, b);
    case '<<':
      return make(shiftLeft(runtime, a, b));
    case '>>':
      if (b < 0n) throw new PyError('ValueError', 'negative shift count');
      return make(isHuge(b) || b > BigInt(bits(a)) ? (a < 0n ? -1n : 0n) : a >> b);
    case '&':
      return make(a & b);
    case '|':
      return make(a | b);
    case '^':
      return make(a ^ b);
    case '@':
      return undefined;
  }
}

/** Large ints cost time by their size: they count as steps and have a bound. */
function weigh(runtime: Runtime, op: BinaryOperator, a: bigint, b: bigint): void {
  const [x, y] = [roughBits(a), roughBits(b)];
  runtime.step((x + y) >> 10);
  if (op === '*') work(runtime, bits(a) + bits(b), Math.min(x, y));
  else if (op === '/' || op === '//' || op === '%') work(runtime, Math.max(bits(a), bits(b)), Math.min(x, y));
  else if (op === '+' || op === '-') runtime.checkSize(Math.max(bits(a), bits(b)) + 1);
}

/**
 * The work of a multiplication or division that makes `size` bits.
 * @param other how many bits the smaller factor has: by its root grows the work with the algorithms in use
 */
export function work(runtime: Runtime, size: number, other = size): void {
  if (size < 1024) return;
  runtime.checkSize(size);
  runtime.step(Math.ceil((size * Math.sqrt(other)) / 2000) + (size >> 10));
}

function shiftLeft(runtime: Runtime, a: bigint, b: bigint): bigint {
  if (b < 0n) throw new PyError('ValueError', 'negative shift count');
  if (a === 0n) return 0n;
  const size = Number(b) + bits(a);
  runtime.checkSize(size);
  runtime.step(size >> 10);
  return a << b;
}

/** Rounds towards minus infinity. */
export function floorDivide(a: bigint, b: bigint, byZero: string): bigint {
  if (b === 0n) throw new PyError('ZeroDivisionError', byZero);
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** `a / b`, correctly rounded also for ints beyond the exact floats. */
function trueDivide(a: bigint, b: bigint): number {
  if (b === 0n) throw new PyError('ZeroDivisionError', 'division by zero');
  const x = Number(a);
  const y = Number(b);
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return b < 0n && a === 0n ? -0 : x / y;
  const negative = a < 0n !== b < 0n;
  const result = divideExactly(a < 0n ? -a : a, b < 0n ? -b : b);
  if (!Number.isFinite(result)) throw new PyError('OverflowError', 'integer division result too large for a float');
  return negative ? -result : result;
}

/** A quotient of at least 66 bits with a sticky last bit is rounded once, by Number(). */
function divideExactly(a: bigint, b: bigint): number {
  const shift = Math.max(0, bits(b) - bits(a) + 72);
  const scaled = a << BigInt(shift);
  const quotient = scaled / b;
  const sticky = scaled % b === 0n ? quotient : quotient | 1n;
  const half = Math.floor(shift / 2);
  return Number(sticky) / 2 ** half / 2 ** (shift - half);
}

function intPower(runtime: Runtime, a: bigint, b: bigint): Value {
  if (b < 0n) return floatPower(runtime, toFloat(new IntValue(a, runtime.span)), toFloat(new IntValue(b, runtime.span)));
  if (b === 0n || a === 1n) return new IntValue(1n, runtime.span);
  if (a === 0n || b === 1n) return new IntValue(a, runtime.span);
  if (a === -1n) return new IntValue(b % 2n === 0n ? 1n : -1n, runtime.span);
  work(runtime, bits(a) * Number(b));
  return new IntValue(a ** b, runtime.span);
}

function floatArithmetic(runtime: Runtime, op: BinaryOperator, a: number, b: number): Value | undefined {
  const make = (x: number): Value => new FloatValue(x, runtime.span);
  switch (op) {
    case '+':
      return make(a + b);
    case '-':
      return make(a - b);
    case '*':
      return make(a * b);
    case '/':
      if (b === 0) throw new PyError('ZeroDivisionError', 'float division by zero');
      return make(a / b);
    case '//':
      return make(floatDivmod(a, b, 'float floor division by zero').quotient);
    case '%':
      return make(floatDivmod(a, b, 'float modulo').remainder);
    case '**':
      return floatPower(runtime, a, b);
    default:
      return undefined;
  }
}

/** Python's `divmod` of floats: the remainder has the sign of the divisor. @param byZero text of the ZeroDivisionError */
export function floatDivmod(a: number, b: number, byZero: string): { readonly quotient: number; readonly remainder: number } {
  if (b === 0) throw new PyError('ZeroDivisionError', byZero);
  let remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder !== 0) {
    if (b < 0 !== remainder < 0) {
      remainder += b;
      quotient -= 1;
    }
  } else remainder = b < 0 || Object.is(b, -0) ? -0 : 0;
  if (quotient === 0) return { quotient: a / b < 0 || Object.is(a / b, -0) ? -0 : 0, remainder };
  const floor = Math.floor(quotient);
  return { quotient: quotient - floor > 0.5 ? floor + 1 : floor, remainder };
}

/** `a ** b` of floats. A negative base with a broken exponent gives a complex number, which is not modelled. */
function floatPower(runtime: Runtime, a: number, b: number): Value {
  if (a === 0 && b < 0) throw new PyError('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b))
    return unknown(runtime, say`complex numbers are not modelled`);
  return new FloatValue(power(a, b), runtime.span);
}

/** C's `pow`. @throws PyError OverflowError */
export function power(a: number, b: number): number {
  // C says 1 where JavaScript says NaN.
  if (a === 1 || (a === -1 && !Number.isFinite(b) && !Number.isNaN(b))) return 1;
  const result = Number.isFinite(a) && Number.isFinite(b) && a !== 0 && b !== 0 ? finitePower(a, b) : a ** b;
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b))
    throw new PyError('OverflowError', "(34, 'Numerical result out of range')");
  return result;
}

/** A power of finite numbers. Small whole exponents are computed exactly and rounded once. */
function finitePower(a: number, b: number): number {
  const negative = a < 0 && b % 2 !== 0;
  const size = Math.abs(a);
  const result = Number.isInteger(b) && Math.abs(b) <= 64 ? wholePower(size, b) : precise.precisePower(size, b);
  return negative ? -result : result;
}

function wholePower(a: number, b: number): number {
  const [numerator, denominator] = integerRatio(a);
  const exponent = BigInt(Math.abs(b));
  const [up, down] = b > 0 ? [numerator, denominator] : [denominator, numerator];
  return divideExactly(up ** exponent, down ** exponent);
}
