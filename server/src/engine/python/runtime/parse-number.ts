import { isDecimal, isSpace } from './unicode.js';

function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start]!)) start++;
  while (end > start && isSpace(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Other scripts' decimal digits as ASCII ones: digits of a script stand in a row of ten. */
function asciiDigits(text: string): string {
  return Array.from(text, (c) => {
    if (c <= '\x7f' || !isDecimal(c)) return c;
    // The mathematical digits are five rows without a gap.
    const first = c.codePointAt(0)! - 0x1d7ce;
    if (first >= 0 && first < 50) return String(first % 10);
    let value = 0;
    for (let code = c.codePointAt(0)! - 1; value < 9 && isDecimal(String.fromCodePoint(code)); code--) value++;
    return String(value);
  }).join('');
}

const prefixes: Readonly<Record<string, number>> = { '0b': 2, '0o': 8, '0x': 16 };

/**
 * The int that a text stands for, as `int(text, base)` reads it.
 * @param base 0 takes the base from the prefix
 * @returns undefined where the text is no such number
 */
export function parseInteger(text: string, base: number): bigint | undefined {
  const match = /^([+-]?)(0[box](?=_?[0-9a-z]))?(.*)$/is.exec(asciiDigits(strip(text)));
  if (!match) return undefined;
  const prefixBase = match[2] === undefined ? undefined : prefixes[match[2].toLowerCase()];
  const usesPrefix = prefixBase !== undefined && (base === 0 || base === prefixBase);
  const radix = base === 0 ? (prefixBase ?? 10) : base;
  const body = usesPrefix ? match[3]!.replace(/^_/, '') : (match[2] ?? '') + match[3]!;
  if (!/^[0-9a-z]+(_[0-9a-z]+)*$/i.test(body)) return undefined;
  const digits = body.replaceAll('_', '').toLowerCase();
  // Without a prefix, base 0 takes no leading zeros but in zero itself.
  if (base === 0 && !usesPrefix && /^0+[1-9]/.test(digits)) return undefined;
  const value = digitsToInt(digits, radix);
  return value !== undefined && match[1] === '-' ? -value : value;
}

function digitsToInt(digits: string, radix: number): bigint | undefined {
  for (const c of digits) if (digitValue(c) >= radix) return undefined;
  if (radix === 10) return BigInt(digits);
  const bits = Math.log2(radix);
  if (radix === 16) return BigInt('0x' + digits);
  if (Number.isInteger(bits)) return BigInt('0b' + Array.from(digits, (c) => digitValue(c).toString(2).padStart(bits, '0')).join(''));
  let value = 0n;
  for (const c of digits) value = value * BigInt(radix) + BigInt(digitValue(c));
  return value;
}

function digitValue(c: string): number {
  return c <= '9' ? c.charCodeAt(0) - 48 : c.charCodeAt(0) - 87;
}

/** The float that a text stands for, as `float(text)` reads it; undefined where it is none. */
export function parseFloatText(text: string): number | undefined {
  const body = asciiDigits(strip(text));
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(body);
  if (special) {
    const x = special[2]!.toLowerCase() === 'nan' ? NaN : Infinity;
    return special[1] === '-' ? -x : x;
  }
  const digits = '[0-9]+(?:_[0-9]+)*';
  const pattern = new RegExp(`^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:e[+-]?${digits})?$`, 'i');
  return pattern.test(body) ? Number(body.replaceAll('_', '')) : undefined;
}
