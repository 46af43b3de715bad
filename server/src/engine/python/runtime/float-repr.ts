/** `repr(float)` of CPython: the shortest digits that read back as the same number; an exponent below 1e-4 and from 1e16. */
export function floatRepr(x: number): string {
  if (Number.isNaN(x)) return 'nan';
  if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf';
  if (Object.is(x, -0)) return '-0.0';
  const { negative, digits, exponent } = shortestDigits(x);
  const sign = negative ? '-' : '';
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? '.' + digits.slice(1) : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]!}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  return sign + placePoint(digits, exponent);
}

/** The same as `json.dumps` writes it, which has names of its own for what JSON has no number for. */
export function floatJson(x: number): string {
  if (Number.isFinite(x)) return floatRepr(x);
  return Number.isNaN(x) ? 'NaN' : x > 0 ? 'Infinity' : '-Infinity';
}

/** The shortest decimal digits that stand for `x`, and the power of ten of the first of them. */
export function shortestDigits(x: number): { readonly negative: boolean; readonly digits: string; readonly exponent: number } {
  const [mantissa, exponent] = Math.abs(x).toExponential().split('e') as [string, string];
  return { negative: x < 0, digits: mantissa.replace('.', ''), exponent: Number(exponent) };
}

function placePoint(digits: string, exponent: number): string {
  if (exponent < 0) return '0.' + '0'.repeat(-exponent - 1) + digits;
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, '0') + '.0';
  return digits.slice(0, exponent + 1) + '.' + digits.slice(exponent + 1);
}
