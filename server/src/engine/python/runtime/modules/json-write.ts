import { NumpyIntValue, undecidedType } from '../objects.js';
import { PyError } from '../../../core/errors.js';
import type { Value } from '../../../core/value.js';
import { call, clamp, typeError, valueError } from '../call-arguments.js';
import { TracedText } from '../../../core/traced-text.js';
import { floatJson } from '../float-repr.js';
import { charge, chargeCharacters } from '../../../core/cost.js';
import type { Runtime } from '../runtime.js';
import { asInteger, keyOf, typeName } from '../semantics.js';
import { sortValues } from '../operators/sorting.js';
import { intRepr } from '../text-of.js';
import { UnknownSignal } from '../unknown-signal.js';

/** The options of `json.dumps`. */
export interface WriteOptions {
  readonly skipKeys: boolean;
  readonly ensureAscii: boolean;
  readonly allowNan: boolean;
  /** What a level is indented by; undefined writes on one line. */
  readonly indent: string | undefined;
  readonly itemSeparator: string;
  readonly keySeparator: string;
  readonly sortKeys: boolean;
  readonly fallback: Value | undefined;
}

/** The indentation that an `indent` argument means. */
export function indentation(v: Value | undefined): string | undefined {
  if (!v || v.kind === 'none') return undefined;
  if (v.kind === 'str') return v.text;
  const n = asInteger(v);
  if (n === undefined) throw typeError(`'${typeName(v)}' object cannot be interpreted as an integer`);
  return ' '.repeat(Math.max(0, Math.min(1000, clamp(n))));
}

/**
 * `json.dumps(value)`. Strings that need no escape keep their origins.
 * @throws PyError TypeError for what JSON does not have, ValueError for a container that holds itself; UnknownSignal for an unknown value
 */
export function writeJson(runtime: Runtime, value: Value, options: WriteOptions): TracedText {
  const writer = new JsonWriter(runtime, options);
  writer.write(value, 0);
  return TracedText.join(writer.parts.filter((part) => part.length > 0));
}

class JsonWriter {
  readonly parts: TracedText[] = [];
  private readonly open = new Set<Value>();
  private size = 0;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: WriteOptions,
  ) {}

  private put(text: string | TracedText): void {
    const part = typeof text === 'string' ? TracedText.computed(text, this.runtime.span) : text;
    this.runtime.step();
    this.size += part.length;
    this.runtime.checkSize(this.size);
    this.parts.push(part);
  }

  write(v: Value, level: number): void {
    this.runtime.step(3);
    switch (v.kind) {
      case 'unknown':
        throw new UnknownSignal(v);
      case 'str':
        this.put(quote(v.traced, this.options.ensureAscii));
        break;
      case 'list':
      case 'tuple':
        this.nested(v, () => this.items(v.items, level));
        break;
      case 'dict':
        this.nested(v, () => this.entries(v, level));
        break;
      default:
        this.scalar(v, level);
    }
  }

  private scalar(v: Value, level: number): void {
    const text = plain(v, this.options.allowNan);
    if (text !== undefined) {
      this.put(text);
      return;
    }
    const undecided = undecidedType(v);
    if (undecided) throw new UnknownSignal(undecided);
    if (!this.options.fallback) throw typeError(`Object of type ${typeName(v)} is not JSON serializable`);
    this.nested(v, () => this.write(call(this.runtime, this.options.fallback!, v), level));
  }

  private nested(v: Value, write: () => void): void {
    if (this.open.has(v)) throw valueError('Circular reference detected');
    if (this.open.size > 900) throw new PyError('RecursionError', 'maximum recursion depth exceeded while encoding a JSON object');
    this.open.add(v);
    write();
    this.open.delete(v);
  }

  private line(level: number): string {
    return this.options.indent === undefined ? '' : '\n' + this.options.indent.repeat(level);
  }

  private items(items: readonly Value[], level: number): void {
    if (items.length === 0) {
      this.put('[]');
      return;
    }
    items.forEach((item, i) => {
      this.put((i === 0 ? '[' : this.options.itemSeparator) + this.line(level + 1));
      this.write(item, level + 1);
    });
    this.put(this.line(level) + ']');
  }

  private entries(dict: Extract<Value, { kind: 'dict' }>, level: number): void {
    let first = true;
    for (const { key, value } of this.ordered(dict)) {
      const name = this.keyText(key);
      if (!name) continue;
      this.put((first ? '{' : this.options.itemSeparator) + this.line(level + 1));
      this.put(quote(name, this.options.ensureAscii));
      this.put(this.options.keySeparator);
      this.write(value, level + 1);
      first = false;
    }
    this.put(first ? '{}' : this.line(level) + '}');
  }

  private ordered(dict: Extract<Value, { kind: 'dict' }>): { readonly key: Value; readonly value: Value }[] {
    const entries = [...dict.entries.values()];
    if (!this.options.sortKeys) return entries;
    const sorted = sortValues(
      this.runtime,
      entries.map((e) => e.key),
      undefined,
      false,
    );
    if (!Array.isArray(sorted)) throw new UnknownSignal(sorted);
    return sorted.map((key) => dict.entries.get(keyOf(key))!);
  }

  private keyText(key: Value): TracedText | undefined {
    if (key.kind === 'unknown') throw new UnknownSignal(key);
    if (key.kind === 'str') return key.traced;
    const text = plain(key, this.options.allowNan);
    if (text !== undefined) return TracedText.computed(text, key.span);
    if (this.options.skipKeys) return undefined;
    throw typeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
  }
}

/** The text of None, a bool or a number; undefined for anything else. */
function plain(v: Value, allowNan: boolean): string | undefined {
  switch (v.kind) {
    case 'none':
      return 'null';
    case 'bool':
      return v.value ? 'true' : 'false';
    case 'int':
      return v instanceof NumpyIntValue ? undefined : intRepr(v.value);
    case 'float':
      if (!allowNan && !Number.isFinite(v.value)) throw valueError('Out of range float values are not JSON compliant');
      return floatJson(v.value);
    default:
      return undefined;
  }
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

/** A JSON string. Characters that need no escape keep their origins. */
function quote(text: TracedText, ascii: boolean): TracedText {
  chargeCharacters(text.length);
  const mark =
    text.length > 0 ? text.slice(0, 1).recomputed('"') : TracedText.of('"', { kind: 'framework', what: 'quotation mark of JSON' });
  const parts: TracedText[] = [mark];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.text[i]!;
    const escaped =
      short[unit] ?? (unit < ' ' || (ascii && unit > '~') ? '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0') : undefined);
    if (escaped === undefined) continue;
    charge(3);
    parts.push(text.slice(from, i), text.slice(i, i + 1).recomputed(escaped));
    from = i + 1;
  }
  parts.push(text.slice(from), mark);
  return TracedText.join(parts.filter((part) => part.length > 0));
}
