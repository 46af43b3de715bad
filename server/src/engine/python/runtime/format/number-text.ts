import { charge, chargeCharacters } from '../../../core/cost.js';
import { isHuge, roughBits } from '../int-size.js';
import { fixed, general, mostFractionDigits, scientific } from './decimal.js';
import { floatRepr } from '../float-repr.js';
import type { Spec } from './spec.js';
import { intRepr } from '../text-of.js';

/** A number without its sign: what stands before the digits, digits that may be grouped, and the rest. */
export interface Magnitude {
  readonly prefix: string;
  readonly digits: string;
  readonly rest: string;
  /** How many digits make a group. */
  readonly group: number;
}

/** The digits of `|value|` for the types b, o, x, X, d and n. */
export function integerMagnitude(value: bigint, spec: Spec): Magnitude {
  const size = value < 0n ? -value : value;
  const base = { b: 2, o: 8, x: 16, X: 16 }[spec.type];
  if (base === undefined) return { prefix: '', digits: intRepr(size), rest: '', group: 3 };
  if (isHuge(size)) charge(roughBits(size) >> 6);
  const digits = size.toString(base);
  const upper = spec.type === 'X';
  return { prefix: spec.alternate ? '0' + spec.type : '', digits: upper ? digits.toUpperCase() : digits, rest: '', group: 4 };
}

/** The digits of `|value|` for the float types; '' as type is the shortest that reads back the same. */
export function floatMagnitude(value: number, spec: Spec): Magnitude {
  const text = spec.type === '%' ? floatText(value * 100, 'f', spec.precision ?? 6, spec.alternate) + '%' : withDefaults(value, spec);
  const shown = spec.type === 'E' || spec.type === 'F' || spec.type === 'G' ? text.toUpperCase() : text;
  const digits = /^\d*/.exec(shown)![0];
  return { prefix: '', digits, rest: shown.slice(digits.length), group: 3 };
}

function withDefaults(value: number, spec: Spec): string {
  if (spec.type !== '') return floatText(value, spec.type, spec.precision ?? 6, spec.alternate);
  if (spec.precision === undefined) return shortest(value, spec.alternate);
  return special(value) ?? general(value, spec.precision, spec.alternate, true);
}

function shortest(value: number, alternate: boolean): string {
  const text = floatRepr(Math.abs(value));
  return alternate && Number.isFinite(value) && !text.includes('.') ? text.replace('e', '.e') : text;
}

function special(value: number): string | undefined {
  return Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? undefined : 'inf';
}

/** `|value|` as C's `printf` would write it with type e, f or g (in either case, or n for g). */
export function floatText(value: number, type: string, precision: number, alternate: boolean): string {
  const known = special(value);
  if (known !== undefined) return known;
  // The digits are counted out exactly, in numbers as long as they are.
  charge(8 + (Math.min(precision, mostFractionDigits) >> 2) + (Math.abs(value) > 1e21 || Math.abs(value) < 1e-21 ? 100 : 0));
  switch (type.toLowerCase()) {
    case 'e':
      return scientific(value, precision, alternate);
    case 'f':
      return fixed(value, precision) + (alternate && precision === 0 ? '.' : '');
    default:
      return general(value, precision, alternate);
  }
}

/** Sign, prefix, padding, grouped digits and the rest, as the specification says. */
export function layOut(spec: Spec, negative: boolean, { prefix, digits, rest, group }: Magnitude): string {
  const sign = negative ? '-' : spec.sign === '+' ? '+' : spec.sign === ' ' ? ' ' : '';
  const align = spec.align === '' ? '>' : spec.align;
  const fillsZeros = spec.fill === '0' && align === '=' && digits !== '';
  const least = fillsZeros ? spec.width - sign.length - prefix.length - rest.length : 0;
  const grouped = groupDigits(digits, spec.grouping, group, least);
  const body = grouped + rest;
  const padding = Math.max(0, spec.width - sign.length - prefix.length - [...body].length);
  const fill = (count: number): string => spec.fill.repeat(count);
  switch (align) {
    case '<':
      return sign + prefix + body + fill(padding);
    case '^':
      return fill(Math.floor(padding / 2)) + sign + prefix + body + fill(padding - Math.floor(padding / 2));
    case '=':
      return sign + prefix + fill(padding) + body;
    default:
      return fill(padding) + sign + prefix + body;
  }
}

/** Digits with separators, filled with zeros to at least `least` characters; a separator never comes first. */
function groupDigits(digits: string, separator: string, group: number, least: number): string {
  chargeCharacters(digits.length);
  if (separator === '') return digits.padStart(least, '0');
  const wanted = Math.max(digits.length, digitsToFill(least, group));
  const padded = digits.padStart(wanted, '0');
  const first = padded.length % group;
  const parts = first > 0 ? [padded.slice(0, first)] : [];
  for (let i = first; i < padded.length; i += group) parts.push(padded.slice(i, i + group));
  return parts.join(separator);
}

/** The fewest digits that fill `least` characters together with their separators. */
function digitsToFill(least: number, group: number): number {
  if (least <= 0) return 0;
  // n digits take n + floor((n - 1) / group) characters.
  let count = Math.max(1, Math.floor((least * group) / (group + 1)));
  while (count + Math.floor((count - 1) / group) < least) count++;
  return count;
}
