import { PyError } from '../../../core/errors.js';
import { lineStartOf } from '../../../core/line-start.js';
import type { Span } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, type Value } from '../../../core/value.js';
import { chargeText, chargeCharacters } from '../../../core/cost.js';
import { putEntry } from '../dicts.js';
import { codePointOfOffset } from '../text-index.js';
import type { Runtime } from '../runtime.js';

const deepest = 900;

/**
 * `json.loads(text)`: strings keep their origins where they hold no escapes.
 * @throws PyError JSONDecodeError with CPython's text
 */
export function readJson(runtime: Runtime, text: TracedText): Value {
  return new JsonReader(runtime, text).document();
}

/** @throws PyError ValueError for more digits than CPython 3.11 converts */
function wholeNumber(digits: string): bigint {
  const count = digits.replace('-', '').length;
  if (count <= 4300) return BigInt(digits);
  throw new PyError(
    'ValueError',
    `Exceeds the limit (4300 digits) for integer string conversion: value has ${String(count)} digits; use sys.set_int_max_str_digits() to increase the limit`,
  );
}

class JsonReader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly span: Span;

  constructor(
    private readonly runtime: Runtime,
    private readonly traced: TracedText,
  ) {
    this.text = traced.text;
    this.span = runtime.span;
  }

  document(): Value {
    chargeCharacters(this.text.length);
    if (this.text.startsWith('\ufeff')) throw this.error('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
    this.space();
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.error('Extra data', this.at);
    return value;
  }

  private error(message: string, offset: number): PyError {
    const line = this.text.slice(0, offset).split('\n').length;
    const start = lineStartOf(this.text, offset);
    const column = codePointOfOffset(this.text.slice(start), offset - start) + 1;
    const char = codePointOfOffset(this.text, offset);
    return new PyError('JSONDecodeError', `${message}: line ${String(line)} column ${String(column)} (char ${String(char)})`);
  }

  private space(): void {
    for (let c = this.text[this.at]; c === ' ' || c === '\t' || c === '\n' || c === '\r'; c = this.text[this.at]) this.at++;
  }

  private value(): Value {
    this.runtime.step(3);
    const c = this.text[this.at];
    if (c === '"') return this.string();
    if (c === '{') return this.nested(() => this.object());
    if (c === '[') return this.nested(() => this.array());
    return this.word() ?? this.number();
  }

  private nested(read: () => Value): Value {
    if (++this.depth > deepest)
      throw new PyError('RecursionError', 'maximum recursion depth exceeded while decoding a JSON object from a unicode string');
    const value = read();
    this.depth--;
    return value;
  }

  private word(): Value | undefined {
    const { span } = this;
    const words: readonly (readonly [string, () => Value])[] = [
      ['null', () => new NoneValue(span)],
      ['true', () => new BoolValue(true, span)],
      ['false', () => new BoolValue(false, span)],
      ['NaN', () => new FloatValue(NaN, span)],
      ['Infinity', () => new FloatValue(Infinity, span)],
      ['-Infinity', () => new FloatValue(-Infinity, span)],
    ];
    for (const [word, make] of words) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return make();
    }
    return undefined;
  }

  private number(): Value {
    const pattern = /(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/y;
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) throw this.error('Expecting value', this.at);
    this.at += match[0].length;
    chargeText(match[0].length);
    if (match[2] === undefined && match[3] === undefined) return new IntValue(wholeNumber(match[1]!), this.span);
    return new FloatValue(Number(match[0]), this.span);
  }

  private string(): StrValue {
    const opening = this.at++;
    const parts: TracedText[] = [];
    let from = this.at;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) throw this.error('Unterminated string starting at', opening);
      if (c < ' ') throw this.error('Invalid control character at', this.at);
      if (c === '"') break;
      if (c !== '\\') {
        this.at++;
        continue;
      }
      this.runtime.step(2);
      parts.push(this.traced.slice(from, this.at), this.escape());
      from = this.at;
    }
    parts.push(this.traced.slice(from, this.at++));
    return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), this.span);
  }

  private escape(): TracedText {
    const start = this.at;
    const letter = this.text[start + 1];
    if (letter === undefined) throw this.error('Unterminated string starting at', this.text.lastIndexOf('"', start));
    if (letter === 'u') return this.unicode(start);
    const plain = escapes[letter];
    if (plain === undefined) throw this.error('Invalid \\escape', start);
    this.at = start + 2;
    return this.traced.slice(start, this.at).recomputed(plain);
  }

  private unicode(start: number): TracedText {
    const digits = this.text.slice(start + 2, start + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.error('Invalid \\uXXXX escape', start + 1);
    this.at = start + 6;
    return this.traced.slice(start, this.at).recomputed(String.fromCharCode(parseInt(digits, 16)));
  }

  private array(): Value {
    const items: Value[] = [];
    this.at++;
    this.space();
    if (this.take(']')) return new ListValue(items, this.span);
    for (;;) {
      items.push(this.value());
      this.space();
      if (this.take(']')) return new ListValue(items, this.span);
      if (!this.take(',')) throw this.error("Expecting ',' delimiter", this.at);
      this.space();
    }
  }

  private object(): Value {
    const dict = new DictValue(this.span);
    this.at++;
    this.space();
    if (this.take('}')) return dict;
    for (;;) {
      if (this.text[this.at] !== '"') throw this.error('Expecting property name enclosed in double quotes', this.at);
      const key = this.string();
      this.space();
      if (!this.take(':')) throw this.error("Expecting ':' delimiter", this.at);
      this.space();
      putEntry(dict, key, this.value());
      this.space();
      if (this.take('}')) return dict;
      if (!this.take(',')) throw this.error("Expecting ',' delimiter", this.at);
      this.space();
    }
  }

  private take(c: string): boolean {
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }
}

const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
