import { PyError } from '../../../core/errors.js';
import { TracedText } from '../../../core/traced-text.js';
import { IntValue, StrValue, str, type UnknownValue, type Value } from '../../../core/value.js';
import { valueError } from '../call-arguments.js';
import { keyError } from '../dicts.js';
import { unknownInText } from '../find-unknown.js';
import { getItem } from '../operators/subscript.js';
import type { Arguments, Runtime } from '../runtime.js';
import { pyRepr, pyStr } from '../semantics.js';
import { asciiText } from '../escape.js';
import { formatValue } from '../format/format.js';
import { parseFormat, splitField } from '../format/format-string.js';

/** Where the fields of a format string find their values. */
interface Source {
  positional(index: number): Value;
  named(name: string): Value;
}

/** `template.format(*args, **kwargs)`. Literal text and put-in strings keep their origins; an unknown value makes the whole unknown. */
export function strFormat(runtime: Runtime, template: StrValue, args: Arguments): Value {
  return run(runtime, template, {
    positional(index) {
      const value = args.positional[index];
      if (!value) throw new PyError('IndexError', `Replacement index ${String(index)} out of range for positional args tuple`);
      return value;
    },
    named(name) {
      const value = args.keywords.get(name);
      if (!value) throw keyError(str(name, runtime.span));
      return value;
    },
  });
}

/** `template.format_map(mapping)`. */
export function formatWithMapping(runtime: Runtime, template: StrValue, mapping: Value): Value {
  return run(runtime, template, {
    positional() {
      throw valueError('Format string contains positional fields');
    },
    named: (name) => getItem(runtime, mapping, str(name, runtime.span)),
  });
}

function run(runtime: Runtime, template: StrValue, source: Source): Value {
  const formatter = new Formatter(runtime, source);
  const traced = formatter.format(template.traced, 2);
  return formatter.unknown ?? new StrValue(traced, runtime.span);
}

class Formatter {
  /** The first unknown value that was put in. */
  unknown: UnknownValue | undefined;
  private numbering: 'automatic' | 'manual' | undefined;
  private nextNumber = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly source: Source,
  ) {}

  /** @param depth how many levels of fields within format specifications are still allowed */
  format(template: TracedText, depth: number): TracedText {
    if (depth < 1) throw valueError('Max string recursion exceeded');
    const parts: TracedText[] = [];
    let size = 0;
    for (const part of parseFormat(template.text)) {
      const piece = part.kind === 'literal' ? template.slice(part.start, part.end) : this.field(template, part, depth);
      size += piece.length;
      this.runtime.checkSize(size);
      if (piece.length > 0) parts.push(piece);
    }
    return TracedText.join(parts);
  }

  private field(
    template: TracedText,
    part: { readonly name: string; readonly conversion: string; readonly spec: readonly [number, number] },
    depth: number,
  ): TracedText {
    const value = this.find(part.name);
    const spec = template.slice(part.spec[0], part.spec[1]);
    const specText = spec.text.includes('{') || spec.text.includes('}') ? this.format(spec, depth - 1).text : spec.text;
    if (value.kind === 'unknown') return this.hole(value);
    const text = formatValue(this.runtime, convert(value, part.conversion), specText);
    const unknown = unknownInText(value, text);
    return unknown ? this.hole(unknown) : text;
  }

  private hole(unknown: UnknownValue): TracedText {
    this.unknown ??= unknown;
    return TracedText.empty;
  }

  private find(name: string): Value {
    const { first, rest } = splitField(name);
    let value = this.start(first);
    for (const step of rest) {
      if (step.attribute) value = this.runtime.getAttribute(value, step.name);
      else
        value = getItem(
          this.runtime,
          value,
          isIndex(step.name) ? new IntValue(BigInt(step.name), this.runtime.span) : str(step.name, this.runtime.span),
        );
    }
    return value;
  }

  private start(first: string): Value {
    if (first !== '' && !isIndex(first)) return this.source.named(first);
    const numbering = first === '' ? 'automatic' : 'manual';
    if (this.numbering && this.numbering !== numbering) throw valueError(switched(numbering));
    this.numbering = numbering;
    return this.source.positional(first === '' ? this.nextNumber++ : Number(first));
  }
}

function switched(to: 'automatic' | 'manual'): string {
  if (to === 'automatic') return 'cannot switch from manual field specification to automatic field numbering';
  return 'cannot switch from automatic field numbering to manual field specification';
}

function isIndex(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Applies `!s`, `!r` or `!a`. */
function convert(value: Value, conversion: string): Value {
  switch (conversion) {
    case '':
      return value;
    case 's':
      return new StrValue(pyStr(value), value.span);
    case 'r':
      return new StrValue(pyRepr(value), value.span);
    case 'a':
      return new StrValue(asciiText(pyRepr(value)), value.span);
    default:
      throw unknownConversion(conversion);
  }
}

function unknownConversion(conversion: string): PyError {
  const code = conversion.codePointAt(0)!;
  if (code > 32 && code < 127) return valueError(`Unknown conversion specifier ${conversion}`);
  return valueError(`Unknown conversion specifier \\x${code.toString(16)}`);
}
