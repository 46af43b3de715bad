import { codePointLength } from '../../../core/code-points.js';
import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import type { Value } from '../../../core/value.js';
import { typeError, valueError } from '../call-arguments.js';
import { isMember } from '../class-objects.js';
import { LibraryObject } from '../objects.js';
import type { Runtime } from '../runtime.js';
import { pyStr, typeName } from '../semantics.js';
import { offsetOfCodePoint } from '../text-index.js';
import { floatMagnitude, integerMagnitude, layOut } from './number-text.js';
import { parseSpec, type Spec } from './spec.js';

/**
 * `format(value, spec)`. Text of a string keeps its origin, padding gets that of the value.
 * @throws PyError ValueError, TypeError as CPython 3.11 does; LimitError for a width that is too large
 */
export function formatValue(runtime: Runtime, value: Value, spec: string): TracedText {
  if (value instanceof LibraryObject && value.protocol.format) return value.protocol.format(spec);
  if (isMember(value)) return value.ways.format(spec);
  if (value.kind === 'unknown' || spec === '') return pyStr(value);
  switch (value.kind) {
    case 'str':
      return formatText(runtime, value.traced, spec, value);
    case 'bool':
    case 'int':
      return TracedText.computed(formatInteger(runtime, BigInt(value.value), spec, typeName(value)), value.span);
    case 'float':
      return TracedText.computed(formatFloat(runtime, value.value, parse(runtime, spec, 'float'), 'float'), value.span);
    default:
      throw typeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  }
}

function parse(runtime: Runtime, text: string, type: string): Spec {
  const spec = parseSpec(text, type, type === 'str' ? '<' : '>');
  runtime.checkSize(Math.max(spec.width, spec.precision ?? 0));
  return spec;
}

function unknownCode(spec: Spec, type: string): PyError {
  const code = spec.type.codePointAt(0)!;
  const shown = code > 32 && code < 128 ? spec.type : `\\x${code.toString(16)}`;
  return valueError(`Unknown format code '${shown}' for object of type '${type}'`);
}

function formatText(runtime: Runtime, traced: TracedText, text: string, value: Value): TracedText {
  const spec = parse(runtime, text, 'str');
  if (spec.type !== '' && spec.type !== 's') throw unknownCode(spec, 'str');
  if (spec.grouping !== '') throw valueError(`Cannot specify '${spec.grouping}' with 's'.`);
  const refuse = (what: string): PyError => valueError(`${what} not allowed in string format specifier`);
  if (spec.sign !== '') throw spec.sign === ' ' ? refuse('Space') : refuse('Sign');
  if (spec.noNegativeZero) throw refuse('Negative zero coercion (z)');
  if (spec.alternate) throw refuse('Alternate form (#)');
  if (spec.align === '=') throw refuse("'=' alignment");
  const shown = spec.precision === undefined ? traced : traced.slice(0, offsetOfCodePoint(traced.text, spec.precision));
  const padding = spec.width - codePointLength(shown.text);
  if (padding <= 0) return shown;
  const before = spec.align === '>' ? padding : spec.align === '^' ? Math.floor(padding / 2) : 0;
  const pad = (count: number): TracedText => TracedText.computed(spec.fill.repeat(count), value.span);
  return TracedText.join([pad(before), shown, pad(padding - before)]);
}

function formatInteger(runtime: Runtime, value: bigint, text: string, type: string): string {
  const spec = parse(runtime, text, type);
  if (spec.type !== '' && 'eEfFgG%'.includes(spec.type)) return formatFloat(runtime, asFloat(value), spec, type);
  if (spec.type !== '' && !'bcdnoxX'.includes(spec.type)) throw unknownCode(spec, type);
  if (spec.precision !== undefined) throw valueError('Precision not allowed in integer format specifier');
  if (spec.noNegativeZero) throw valueError('Negative zero coercion (z) not allowed in integer format specifier');
  if (spec.type === 'c') return formatCharacter(value, spec);
  return layOut(spec, value < 0n, integerMagnitude(value, spec));
}

function asFloat(value: bigint): number {
  const x = Number(value);
  if (!Number.isFinite(x)) throw new PyError('OverflowError', 'int too large to convert to float');
  return x;
}

function formatCharacter(value: bigint, spec: Spec): string {
  if (spec.sign !== '') throw valueError("Sign not allowed with integer format specifier 'c'");
  if (spec.alternate) throw valueError("Alternate form (#) not allowed with integer format specifier 'c'");
  if (BigInt.asIntN(64, value) !== value) throw new PyError('OverflowError', 'Python int too large to convert to C long');
  if (value < 0n || value > 0x10ffffn) throw new PyError('OverflowError', '%c arg not in range(0x110000)');
  const align = spec.align === '' ? '<' : spec.align;
  return layOut({ ...spec, align }, false, { prefix: '', digits: '', rest: String.fromCodePoint(Number(value)), group: 3 });
}

function formatFloat(_runtime: Runtime, value: number, spec: Spec, type: string): string {
  if (spec.type !== '' && !'eEfFgGn%'.includes(spec.type)) throw unknownCode(spec, type);
  const magnitude = floatMagnitude(value, spec);
  const zero = /^[0.]*(e.*)?%?$/i.test(magnitude.digits + magnitude.rest);
  const negative = (value < 0 || Object.is(value, -0)) && !(spec.noNegativeZero && zero);
  return layOut(spec, negative, magnitude);
}
