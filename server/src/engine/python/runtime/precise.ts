import { integerRatio } from './integer-ratio.js';

/**
 * Elementary functions of floats, computed with far more digits than a float has and rounded once. JavaScript's own are allowed to be wrong in
 * the last digit; those of glibc, which Python calls on Linux, are right in all but a few of a thousand cases.
 *
 * A number is held as a bigint that counts units of 2 ** -bits.
 */
const bits = 400n;
const one = 1n << bits;

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> bits;
}

function divide(a: bigint, b: bigint): bigint {
  return (a << bits) / b;
}

/** A finite float in units. Digits below the unit are dropped: they are beyond what can change a result. */
function toFixedPoint(x: number): bigint {
  const [numerator, denominator] = integerRatio(x);
  return (numerator << bits) / denominator;
}

/** The float nearest to `value * 2 ** power`. */
function toFloat(value: bigint, power = 0): number {
  if (value === 0n) return 0;
  const negative = value < 0n;
  const size = negative ? -value : value;
  // Of a long number Number() rounds correctly; what is below the normal floats is rounded here, to their coarser step.
  const exponent = size.toString(2).length - 1 - Number(bits) + power;
  if (exponent > 1024) return negative ? -Infinity : Infinity;
  const result = exponent < -1022 ? subnormal(size, power) : scale(Number(size), power - Number(bits));
  return negative ? -result : result;
}

function scale(x: number, power: number): number {
  const half = Math.trunc(power / 2);
  return x * 2 ** half * 2 ** (power - half);
}

function subnormal(size: bigint, power: number): number {
  const shift = bits - BigInt(power) - 1074n;
  const whole = size >> shift;
  const rest = size - (whole << shift);
  const half = 1n << (shift - 1n);
  const up = rest > half || (rest === half && (whole & 1n) === 1n);
  return Number(up ? whole + 1n : whole) * 2 ** -1074;
}

/** `2 * atanh(z)` by its series; |z| at most about a third. */
function doubleAtanh(z: bigint): bigint {
  const square = multiply(z, z);
  let term = z;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 2n) {
    sum += term / n;
    term = multiply(term, square);
  }
  return 2n * sum;
}

const ln2 = doubleAtanh(one / 3n);

/** The natural logarithm of a positive ratio, in units. */
function logOfRatio(numerator: bigint, denominator: bigint): bigint {
  const power = BigInt(numerator.toString(2).length - denominator.toString(2).length);
  const mantissa = power >= 0n ? (numerator << bits) / (denominator << power) : ((numerator << -power) << bits) / denominator;
  return power * ln2 + doubleAtanh(divide(mantissa - one, mantissa + one));
}

/** `e ** x` as a number of units and a power of two. */
function expParts(x: bigint): { readonly value: bigint; readonly power: number } {
  const power = (x + ln2 / 2n) / ln2 - ((x + ln2 / 2n) % ln2 < 0n ? 1n : 0n);
  const rest = x - power * ln2;
  let term = one;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = multiply(term, rest) / n;
  }
  return { value: sum, power: Number(power) };
}

export function exp(x: number): number {
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  const { value, power } = expParts(toFixedPoint(x));
  return toFloat(value, power);
}

/** Logarithms of a positive ratio of ints. */
export function log(numerator: bigint, denominator: bigint): number {
  return toFloat(logOfRatio(numerator, denominator));
}

export function log2(numerator: bigint, denominator: bigint): number {
  return toFloat(divide(logOfRatio(numerator, denominator), ln2));
}

/** `base ** exponent` of a positive finite base. */
export function precisePower(base: number, exponent: number): number {
  const [numerator, denominator] = integerRatio(base);
  const product = multiply(logOfRatio(numerator, denominator), toFixedPoint(exponent));
  if (product > 710n * one) return Infinity;
  if (product < -746n * one) return 0;
  const { value, power: twos } = expParts(product);
  return toFloat(value, twos);
}

/** pi by Machin's formula. */
const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));

function arctanOfInverse(n: bigint): bigint {
  let term = one / n;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += k % 4n === 1n ? term / k : -term / k;
    term /= n * n;
  }
  return sum;
}

/** Sine and cosine of a finite float of moderate size, in units. */
function sineAndCosine(x: number): readonly [bigint, bigint] {
  const rest = toFixedPoint(x) % (2n * pi);
  let term = one;
  let sine = 0n;
  let cosine = 0n;
  for (let n = 1n; term !== 0n; n++) {
    if (n % 2n === 1n) cosine += n % 4n === 1n ? term : -term;
    else sine += n % 4n === 2n ? term : -term;
    term = multiply(term, rest) / n;
  }
  return [sine, cosine];
}

/** How large an angle may be so that its sine still has enough digits. */
export const largestAngle = 2 ** 60;

export function sin(x: number): number {
  return Math.abs(x) < 1e-30 ? x : toFloat(sineAndCosine(x)[0]);
}

export function cos(x: number): number {
  return toFloat(sineAndCosine(x)[1]);
}

export function tan(x: number): number {
  if (Math.abs(x) < 1e-30) return x;
  const [sine, cosine] = sineAndCosine(x);
  return toFloat(divide(sine, cosine));
}
