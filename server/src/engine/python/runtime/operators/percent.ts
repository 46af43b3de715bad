import { specialMethod } from '../special-method.js';
import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue, str, type BytesValue, type UnknownValue, type Value } from '../../../core/value.js';
import { clamp, typeError, unknown, valueError } from '../call-arguments.js';
import { charge, chargeText } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { unknownInText } from '../find-unknown.js';
import { LibraryObject, RangeValue } from '../objects.js';
import { getItem } from './subscript.js';
import type { Runtime } from '../runtime.js';
import { asInteger, isNumber, pyRepr, pyStr, typeName } from '../semantics.js';
import { codePointOfOffset, offsetOfCodePoint } from '../text-index.js';
import { isHuge, roughBits } from '../int-size.js';
import { intRepr } from '../text-of.js';
import { asciiText } from '../escape.js';
import { floatText } from '../format/number-text.js';

/** `template % values`. Literal text and put-in strings keep their origins; an unknown value makes the whole unknown. */
export function formatPercent(runtime: Runtime, template: StrValue | BytesValue, values: Value): Value {
  if (template.kind === 'bytes') return unknown(runtime, say`% of bytes is not modelled`);
  const formatter = new PercentFormatter(runtime, template.traced, values);
  const traced = formatter.run();
  return formatter.unknown ?? new StrValue(traced, runtime.span);
}

interface Directive {
  readonly key: string | undefined;
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly type: string;
}

const directive = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?([^])?/uy;

class PercentFormatter {
  unknown: UnknownValue | undefined;
  private next = 0;
  private readonly isMapping: boolean;

  constructor(
    private readonly runtime: Runtime,
    private readonly template: TracedText,
    private readonly values: Value,
  ) {
    this.isMapping = hasItems(values);
  }

  run(): TracedText {
    const { text } = this.template;
    const parts: TracedText[] = [];
    let from = 0;
    for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
      parts.push(this.template.slice(from, at));
      directive.lastIndex = at;
      const match = directive.exec(text)!;
      from = at + match[0].length;
      charge(8);
      parts.push(this.one(readDirective(match), at, from));
    }
    parts.push(this.template.slice(from));
    if (!this.isMapping && this.next < this.count()) throw typeError('not all arguments converted during string formatting');
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.runtime.checkSize(length);
    chargeText(length);
    return TracedText.join(parts.filter((part) => part.length > 0));
  }

  private count(): number {
    return this.values.kind === 'tuple' ? this.values.items.length : 1;
  }

  private argument(): Value {
    if (this.next >= this.count()) throw typeError('not enough arguments for format string');
    const value = this.values.kind === 'tuple' ? this.values.items[this.next]! : this.values;
    this.next++;
    return value;
  }

  private one(d: Directive, at: number, end: number): TracedText {
    if (d.key !== undefined && !this.isMapping) throw typeError('format requires a mapping');
    const named = d.key === undefined ? undefined : getItem(this.runtime, this.values, str(d.key, this.runtime.span));
    const starWidth = d.width === '*' ? this.star() : undefined;
    const precision = d.precision === '*' ? Math.max(0, this.star()) : d.precision === undefined ? undefined : Number(d.precision);
    const width = starWidth ?? Number(d.width);
    const flags = width < 0 ? d.flags + '-' : d.flags;
    this.runtime.checkSize(Math.max(Math.abs(width), precision ?? 0));
    if (d.type === '') throw valueError('incomplete format');
    // With anything between the two signs, an argument is taken before the type is looked at.
    if (d.type === '%' && end === at + 2) return this.template.slice(end - 1, end);
    const given = named ?? this.argument();
    if (!'diouxXeEfFgGcrsa'.includes(d.type)) throw unsupported(d.type, codePointOfOffset(this.template.text, end - d.type.length));
    const value = 'eEfFgGdiu'.includes(d.type)
      ? (specialMethod(this.runtime, given, 'diu'.includes(d.type) ? '__int__' : '__float__') ?? given)
      : given;
    if (value.kind === 'unknown') return this.hole(value);
    const text = convert(value, d.type, flags, precision);
    const unknown = unknownInText(value, text);
    return unknown ? this.hole(unknown) : this.pad(text, Math.abs(width), flags, 'diouxXeEfFgG'.includes(d.type), at);
  }

  private hole(unknown: UnknownValue): TracedText {
    this.unknown ??= unknown;
    return TracedText.empty;
  }

  private star(): number {
    const n = asInteger(this.argument());
    if (n === undefined) throw typeError('* wants int');
    return clamp(n);
  }

  private pad(text: TracedText, width: number, flags: string, numeric: boolean, at: number): TracedText {
    const missing = width - codePointOfOffset(text.text, text.length);
    if (missing <= 0) return text;
    const zeros = numeric && flags.includes('0') && !flags.includes('-');
    const filling = this.template.slice(at, at + 1).recomputed((zeros ? '0' : ' ').repeat(missing));
    if (flags.includes('-')) return text.concat(filling);
    if (!zeros) return filling.concat(text);
    const sign = /^[-+ ]?(0[xXo])?/.exec(text.text)![0].length;
    return TracedText.join([text.slice(0, sign), filling, text.slice(sign)]);
  }
}

function readDirective(match: RegExpExecArray): Directive {
  return { key: match[1], flags: match[2] ?? '', width: match[3] ?? '', precision: match[4], type: match[5] ?? '' };
}

/** What Python takes for a mapping here: whatever can be subscripted, but tuples and strings. */
function hasItems(v: Value): boolean {
  return (
    v.kind === 'dict' ||
    v.kind === 'list' ||
    v.kind === 'bytes' ||
    v instanceof RangeValue ||
    (v instanceof LibraryObject && v.protocol.getItem !== undefined)
  );
}

function unsupported(type: string, index: number): PyError {
  const code = type.codePointAt(0)!;
  const shown = code > 31 && code < 127 ? type : '?';
  return valueError(`unsupported format character '${shown}' (0x${code.toString(16)}) at index ${String(index)}`);
}

function convert(value: Value, type: string, flags: string, precision: number | undefined): TracedText {
  switch (type) {
    case 's':
      return cut(pyStr(value), precision);
    case 'r':
      return cut(pyRepr(value), precision);
    case 'a':
      return cut(asciiText(pyRepr(value)), precision);
    case 'c':
      return character(value);
    default:
      return TracedText.computed(number(value, type, flags, precision), value.span);
  }
}

function cut(text: TracedText, precision: number | undefined): TracedText {
  return precision === undefined ? text : text.slice(0, offsetOfCodePoint(text.text, precision));
}

function character(value: Value): TracedText {
  if (value.kind === 'str' && [...value.text].length === 1) return value.traced;
  const n = asInteger(value);
  if (n === undefined) throw typeError('%c requires int or char');
  if (n < 0n || n > 0x10ffffn) throw new PyError('OverflowError', '%c arg not in range(0x110000)');
  return TracedText.computed(String.fromCodePoint(Number(n)), value.span);
}

function number(value: Value, type: string, flags: string, precision: number | undefined): string {
  const alternate = flags.includes('#');
  if ('eEfFgG'.includes(type)) {
    if (!isNumber(value)) throw typeError(`must be real number, not ${typeName(value)}`);
    const x = Number(value.value);
    const text = floatText(x, type, precision ?? 6, alternate);
    return signOf(x < 0 || Object.is(x, -0), flags) + (type < 'a' ? text.toUpperCase() : text);
  }
  const n = integerFor(value, type);
  const size = n < 0n ? -n : n;
  if (isHuge(n)) charge(roughBits(n) >> 6);
  const base = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
  const digits = (base === 10 ? intRepr(size) : size.toString(base)).padStart(precision ?? 0, '0');
  const prefix = alternate && base !== 10 ? '0' + type : '';
  return signOf(n < 0n, flags) + prefix + (type === 'X' ? digits.toUpperCase() : digits);
}

function signOf(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

/** %d takes any real number and drops its fraction; %x and %o take ints only. */
function integerFor(value: Value, type: string): bigint {
  const n = asInteger(value);
  if (n !== undefined) return n;
  const takesFloats = type === 'd' || type === 'i' || type === 'u';
  if (!takesFloats) throw typeError(`%${type} format: an integer is required, not ${typeName(value)}`);
  if (value.kind !== 'float') throw typeError(`%${type} format: a real number is required, not ${typeName(value)}`);
  if (Number.isNaN(value.value)) throw valueError('cannot convert float NaN to integer');
  if (!Number.isFinite(value.value)) throw new PyError('OverflowError', 'cannot convert float infinity to integer');
  return BigInt(Math.trunc(value.value));
}
