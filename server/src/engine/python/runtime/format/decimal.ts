import { shortestDigits } from '../float-repr.js';

/** A finite float as `mantissa * 2 ** exponent`, exactly. */
function exactly(x: number): { readonly mantissa: bigint; readonly exponent: number } {
  let exponent = 0;
  let mantissa = Math.abs(x);
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  return { mantissa: BigInt(mantissa), exponent };
}

/** `numerator / denominator`, rounded half to even. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** `|x| * 10 ** power`, rounded half to even from the exact value of the float. */
export function scaled(x: number, power: number): bigint {
  const { mantissa, exponent } = exactly(x);
  let numerator = mantissa;
  let denominator = 1n << BigInt(-exponent);
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  return divideRounded(numerator, denominator);
}

/** No float has more digits behind the point, and none has more digits at all: what follows is zeros. */
export const mostFractionDigits = 1074;
const mostDigits = 767;

/** `|x|` with `precision` digits behind the point, as C's `%.*f`. */
export function fixed(x: number, precision: number): string {
  if (precision > mostFractionDigits) return fixed(x, mostFractionDigits) + '0'.repeat(precision - mostFractionDigits);
  const digits = scaled(x, precision)
    .toString()
    .padStart(precision + 1, '0');
  const point = digits.length - precision;
  return precision === 0 ? digits : digits.slice(0, point) + '.' + digits.slice(point);
}

/** The first `count` digits of `|x|`, rounded, and the power of ten of the first. */
function leadingDigits(x: number, count: number): { readonly digits: string; readonly exponent: number } {
  if (x === 0) return { digits: '0'.repeat(count), exponent: 0 };
  if (count > mostDigits) {
    const all = leadingDigits(x, mostDigits);
    return { ...all, digits: all.digits + '0'.repeat(count - mostDigits) };
  }
  const { exponent } = shortestDigits(x);
  const digits = scaled(x, count - 1 - exponent).toString();
  // Rounding up may carry into one more digit: 9.99 becomes 10.0.
  if (digits.length > count) return { digits: digits.slice(0, count), exponent: exponent + 1 };
  if (digits.length < count)
    return {
      digits: scaled(x, count - exponent)
        .toString()
        .slice(0, count),
      exponent: exponent - 1,
    };
  return { digits, exponent };
}

/** `|x|` as C's `%.*e`; `alternate` keeps a point without digits behind it. */
export function scientific(x: number, precision: number, alternate = false): string {
  const { digits, exponent } = leadingDigits(x, precision + 1);
  return withExponent(digits, exponent, alternate);
}

function withExponent(digits: string, exponent: number, alternate: boolean): string {
  const point = digits.length > 1 || alternate ? '.' : '';
  return `${digits[0]!}${point}${digits.slice(1)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/**
 * `|x|` as C's `%.*g`.
 * @param alternate keeps trailing zeros @param dotZero adds `.0` to what would have no point, as `format(x, '.3')` does
 */
export function general(x: number, precision: number, alternate = false, dotZero = false): string {
  const count = Math.max(1, precision);
  const { digits, exponent } = leadingDigits(x, count);
  const kept = alternate ? digits : digits.replace(/0+$/, '') || '0';
  // With `dotZero` a number that fills its precision is written with an exponent, so that no digit is invented.
  if (exponent < -4 || exponent >= count - (dotZero ? 1 : 0)) return withExponent(kept, exponent, alternate);
  if (exponent < 0) return '0.' + '0'.repeat(-exponent - 1) + kept;
  const whole = kept.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = kept.slice(exponent + 1);
  if (fraction !== '') return `${whole}.${fraction}`;
  return alternate ? whole + '.' : dotZero ? whole + '.0' : whole;
}
