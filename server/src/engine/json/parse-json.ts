import type { FileId, Span } from '../core/span.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, nameKey, NoneValue, StrValue, type Value } from '../core/value.js';
import { JsonScanner } from './json-scanner.js';
import { jsonString } from './json-string.js';
import { say } from '../core/say.js';

/** The first thing wrong with a JSON text; reading stops there, as Python's `json` does. */
export interface JsonProblem {
  /** `digits`: an int is longer than Python reads. `values`: there are more than we read, whatever Python does. */
  readonly kind: 'syntax' | 'depth' | 'digits' | 'values';
  /** Where it stands in the text that was read. */
  readonly start: number;
  readonly end: number;
  /** A whole sentence for the user. */
  readonly message: string;
}

export interface JsonResult {
  /** What was read up to the problem; undefined where nothing was. */
  readonly value: Value | undefined;
  readonly problem: JsonProblem | undefined;
}

/** How deep lists and objects may nest by default: what CPython's `json` stands with its default recursion limit. */
export const defaultDepth = 990;

/** How many values are read of a text: each takes a microsecond and some hundred bytes. */
export const mostValues = 300_000;

/**
 * Reads JSON as Python's `json.loads` does: `NaN` and `Infinity` are numbers, the last of equal keys wins, comments and trailing commas are
 * errors. `1` is an int of any size that Python reads, `1.0` and `1e3` are floats. Works without recursion, so that no input can overflow the stack.
 * @param offset where `text` stands in the file: values have their places there
 */
export function parseJson(
  text: string,
  file: FileId,
  depth: number = defaultDepth,
  most: number = mostValues,
  offset: number = 0,
): JsonResult {
  return new JsonReader(text, file, depth, most, offset).read();
}

type Container =
  | { readonly kind: 'list'; readonly close: ']'; readonly value: ListValue }
  | { readonly kind: 'dict'; readonly close: '}'; readonly value: DictValue; key: StrValue | undefined };

/** Thrown inside this file only, to leave the loop. */
class Stop extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.message);
  }
}

class JsonReader {
  private readonly open: Container[] = [];
  private root: Value | undefined;
  private values = 0;
  private readonly token: JsonScanner;

  constructor(
    private readonly text: string,
    private readonly file: FileId,
    private readonly depth: number,
    private readonly most: number,
    private readonly offset: number,
  ) {
    this.token = new JsonScanner(text);
  }

  read(): JsonResult {
    try {
      this.next();
      do this.value();
      while (this.anotherValue());
      if (this.token.kind !== 'end') this.fail(say`Nothing may follow the value of a JSON document.`);
      return { value: this.root, problem: undefined };
    } catch (error) {
      if (error instanceof Stop) return { value: this.root, problem: error.problem };
      throw error;
    }
  }

  /** Reads a scalar or an empty container whole; of a container with members only its start, so that its first member comes next. */
  private value(): void {
    while (this.token.is('[') || this.token.is('{')) if (!this.enter()) return;
    const value = this.scalar();
    this.next();
    this.put(value);
  }

  /** Opens a container; true where it has members. */
  private enter(): boolean {
    const { start, end } = this.token;
    if (this.open.length >= this.depth)
      throw new Stop({ kind: 'depth', start, end, message: say`Lists and objects are nested more than ${this.depth} deep.` });
    const span = this.span();
    const container: Container = this.token.is('[')
      ? { kind: 'list', close: ']', value: new ListValue([], span) }
      : { kind: 'dict', close: '}', value: new DictValue(span), key: undefined };
    this.put(container.value);
    this.open.push(container);
    this.next();
    if (this.token.is(container.close)) {
      this.close();
      return false;
    }
    if (container.kind === 'dict') this.key(container);
    return true;
  }

  /** Behind a value: whether another one follows. Closes the containers that end here. */
  private anotherValue(): boolean {
    while (this.open.length > 0) {
      const container = this.open[this.open.length - 1]!;
      if (this.token.is(',')) {
        this.comma(container);
        return true;
      }
      if (!this.token.is(container.close)) this.fail(say`Expected ',' or '${container.close}' here.`);
      this.close();
    }
    return false;
  }

  private comma(container: Container): void {
    const { start, end } = this.token;
    this.next();
    if (this.token.is(container.close)) this.failAt(start, end, say`JSON allows no comma after the last item.`);
    if (container.kind === 'dict') this.key(container);
  }

  private close(): void {
    const container = this.open.pop()!;
    // The span was only the opening bracket so far: the container had to stand in its parent before its end was known.
    Object.assign(container.value.span, { end: this.offset + this.token.end });
    this.next();
  }

  private key(container: Extract<Container, { kind: 'dict' }>): void {
    if (this.token.kind !== 'string') this.fail(say`Expected a key in double quotes here.`);
    container.key = this.string();
    this.next();
    if (!this.token.is(':')) this.fail(say`Expected ':' here.`);
    this.next();
  }

  private put(value: Value): void {
    if (++this.values > this.most)
      throw new Stop({
        kind: 'values',
        start: value.span.start - this.offset,
        end: value.span.end - this.offset,
        message: say`More than ${String(this.most)} values are not read.`,
      });
    const container = this.open[this.open.length - 1];
    if (!container) this.root = value;
    else if (container.kind === 'list') container.value.items.push(value);
    else putEntry(container.value, container.key!, value);
  }

  private scalar(): Value {
    const { kind, start, end } = this.token;
    if (kind === 'string') return this.string();
    if (kind === 'word') {
      const { source } = this.token;
      const span = this.span();
      const digits = longInt(source);
      if (digits !== undefined) throw new Stop({ kind: 'digits', start, end, message: tooManyDigits(digits) });
      const value = word(source, span);
      if (value) return value;
    }
    return this.fail(kind === 'end' ? say`The text ends where a value is expected.` : say`Expected a JSON value here.`);
  }

  private string(): StrValue {
    const span = this.span();
    return new StrValue(jsonString(this.token.decoded, this.text, span, this.offset), span);
  }

  private span(): Span {
    return { file: this.file, start: this.offset + this.token.start, end: this.offset + this.token.end };
  }

  private next(): void {
    this.token.next();
    if (this.token.problem !== undefined) this.fail(this.token.problem);
  }

  private fail(message: string): never {
    return this.failAt(this.token.start, this.token.end, message);
  }

  private failAt(start: number, end: number, message: string): never {
    throw new Stop({ kind: 'syntax', start, end, message });
  }
}

/** Digits of an int that Python (from 3.11 on) makes of a text. */
const mostDigits = 4300;

/** How many digits an int has that Python refuses to read. */
function longInt(source: string): number | undefined {
  const digits = source.length - (source.startsWith('-') ? 1 : 0);
  return digits > mostDigits && /^-?[1-9]\d*$/.test(source) ? digits : undefined;
}

function tooManyDigits(digits: number): string {
  return `Exceeds the limit (${String(mostDigits)} digits) for integer string conversion: value has ${String(digits)} digits; use sys.set_int_max_str_digits() to increase the limit`;
}

/** A number or constant; `NaN`, `Infinity` and `-Infinity` too, which Python's `json` reads though JSON has none of them. */
function word(source: string, span: Span): Value | undefined {
  if (/^-?(0|[1-9]\d*)$/.test(source)) return new IntValue(BigInt(source), span);
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source)) return new FloatValue(Number(source), span);
  switch (source) {
    case 'true':
    case 'false':
      return new BoolValue(source === 'true', span);
    case 'null':
      return new NoneValue(span);
    case 'NaN':
      return new FloatValue(NaN, span);
    case 'Infinity':
      return new FloatValue(Infinity, span);
    case '-Infinity':
      return new FloatValue(-Infinity, span);
    default:
      return undefined;
  }
}

/** As Python's dict does: a key that is there keeps its place and takes the new value. */
function putEntry(dict: DictValue, key: StrValue, value: Value): void {
  const id = nameKey(key.text);
  const there = dict.entries.get(id);
  if (there) Object.assign(there, { value, keySpan: key.span, valueSpan: value.span });
  else dict.entries.set(id, { key, value, keySpan: key.span, valueSpan: value.span });
}
