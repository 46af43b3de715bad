import type { Span } from '../core/span.js';
import type { TracedText } from '../core/traced-text.js';
import { BoolValue, FloatValue, IntValue, NoneValue, StrValue, type Value } from '../core/value.js';
import { dateValue } from './dates.js';

/** The tags that PyYAML's resolver gives to plain scalars (`yaml/resolver.py`); they are YAML 1.1's, with their surprises. */
const patterns = {
  bool: /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  float:
    /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  int: /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  null: /^(?:~|null|Null|NULL|)$/,
  timestamp:
    /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?)$/,
};

export type ScalarTag = keyof typeof patterns | 'str';

/** The tag of a plain scalar without one of its own. Undefined for `=` and `<<`, whose tags PyYAML cannot construct as values. */
export function resolveTag(text: string): ScalarTag | undefined {
  if (text === '=' || text === '<<') return undefined;
  for (const tag of ['bool', 'int', 'float', 'null', 'timestamp'] as const) if (patterns[tag].test(text)) return tag;
  return 'str';
}

/** A scalar as PyYAML constructs it under `tag` (`yaml/constructor.py`). Undefined where PyYAML raises: `!!int abc`. */
export function scalarValue(tag: ScalarTag, text: string, traced: () => TracedText, span: Span): Value | undefined {
  switch (tag) {
    case 'null':
      return new NoneValue(span);
    case 'bool':
      return patterns.bool.test(text) ? new BoolValue(/^(?:yes|true|on)$/i.test(text), span) : undefined;
    case 'int':
      return patterns.int.test(text) && !/^[-+]?0[bx]_+$/.test(text) && !hasTooManyDigits(text)
        ? new IntValue(integer(text), span)
        : undefined;
    case 'float':
      return patterns.float.test(text) || patterns.int.test(text) ? new FloatValue(float(text), span) : undefined;
    case 'timestamp':
      return dateValue(text, span);
    case 'str':
      return new StrValue(traced(), span);
  }
}

/** Python refuses to make an int of more than 4300 digits, unless their base is a power of two. */
function hasTooManyDigits(text: string): boolean {
  if (text.length <= 4300) return false;
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '');
  return !digits.startsWith('0') && digits.split(':').some((part) => part.length > 4300);
}

function integer(text: string): bigint {
  const plain = text.replaceAll('_', '');
  const negative = plain.startsWith('-');
  const digits = plain.replace(/^[-+]/, '');
  const value = magnitude(digits);
  return negative ? -value : value;
}

function magnitude(digits: string): bigint {
  if (/^0[bx]/.test(digits)) return BigInt(digits);
  if (digits.includes(':')) return sexagesimal(digits.split(':'));
  return digits.length > 1 && digits.startsWith('0') ? BigInt('0o' + digits) : BigInt(digits);
}

/** By halves: with one digit after the other each would take a walk over the whole number. */
function sexagesimal(digits: readonly string[]): bigint {
  if (digits.length <= 32) return digits.reduce((sum, part) => sum * 60n + BigInt(part), 0n);
  const middle = digits.length >> 1;
  return sexagesimal(digits.slice(0, middle)) * 60n ** BigInt(digits.length - middle) + sexagesimal(digits.slice(middle));
}

function float(text: string): number {
  const plain = text.replaceAll('_', '').toLowerCase();
  const sign = plain.startsWith('-') ? -1 : 1;
  const digits = plain.replace(/^[-+]/, '');
  if (digits === '.inf') return sign * Infinity;
  if (digits === '.nan') return NaN;
  if (digits.includes(':')) return sign * digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return sign * Number(digits);
}
