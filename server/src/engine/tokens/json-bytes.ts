import { say } from '../core/say.js';
import { TokensRefused } from './refusal.js';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** So deep are the values of a tokenizer nested at most; the real ones reach eight. */
const deepest = 64;
/** Between two signs of life so many bytes are read. */
const stride = 1 << 20;

/**
 * Reads JSON from its bytes, one value after the other, so that a table of a million entries never stands there as a tree. A `tokenizer.json` of 33 MB would take
 * 200 MB as text and values of JavaScript.
 */
export class JsonBytes {
  at = 0;
  private next = stride;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly units: number[] = [];

  /** @param goesOn called now and then in long tables */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly goesOn: () => void = () => undefined,
  ) {
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  /** What stands at the place, as JSON writes it: `{`, `[`, `"`, or the first character of a word or number. */
  kind(): string {
    this.skipSpace();
    return String.fromCharCode(this.bytes[this.at] ?? 0);
  }

  /** Calls `take` for each entry of an object; `take` has to read the value, or `skip` it. */
  object(take: (key: string) => void): void {
    this.sequence(0x7b, 0x7d, () => {
      const key = this.string();
      this.expect(colon);
      take(key);
    });
  }

  /** Calls `take` for each item of an array, as above. */
  array(take: (index: number) => void): void {
    let index = 0;
    this.sequence(0x5b, 0x5d, () => take(index++));
  }

  private sequence(open: number, close: number, item: () => void): void {
    this.expect(open);
    this.skipSpace();
    if (this.bytes[this.at] === close) {
      this.at++;
      return;
    }
    for (;;) {
      this.skipSpace();
      item();
      this.skipSpace();
      const byte = this.bytes[this.at++];
      if (byte === close) return;
      if (byte !== comma) throw this.fault();
      if (this.at > this.next) this.breathe();
    }
  }

  private breathe(): void {
    this.next = this.at + stride;
    this.goesOn();
  }

  number(): number {
    this.skipSpace();
    const start = this.at;
    while (isNumber(this.bytes[this.at])) this.at++;
    const value = start === this.at ? NaN : Number(String.fromCharCode(...this.bytes.subarray(start, Math.min(this.at, start + 400))));
    if (!Number.isFinite(value)) throw this.fault();
    return value;
  }

  string(): string {
    this.skipSpace();
    if (this.bytes[this.at] !== quote) throw this.fault();
    const start = ++this.at;
    const { units } = this;
    units.length = 0;
    for (;;) {
      const byte = this.bytes[this.at]!;
      if (byte === quote) break;
      // Escapes and all that is not plain goes to the exact reader; so do long texts.
      if (byte === backslash || units.length > 200 || !this.unit(byte)) return this.exactString(start);
    }
    this.at++;
    return String.fromCharCode.apply(undefined, units);
  }

  /** Takes one character of the plane in which nearly all are. */
  private unit(byte: number): boolean {
    if (byte < 0x80) {
      if (!(byte >= 0x20)) return false;
      this.units.push(byte);
      this.at++;
      return true;
    }
    const second = (this.bytes[this.at + 1] ?? 0) ^ 0x80;
    if (byte >= 0xc2 && byte < 0xe0 && second < 0x40) {
      this.units.push(((byte & 0x1f) << 6) | second);
      this.at += 2;
      return true;
    }
    const third = (this.bytes[this.at + 2] ?? 0) ^ 0x80;
    if (byte < 0xe1 || byte >= 0xf0 || byte === 0xed || second >= 0x40 || third >= 0x40) return false;
    this.units.push(((byte & 0xf) << 12) | (second << 6) | third);
    this.at += 3;
    return true;
  }

  private exactString(start: number): string {
    this.at = start - 1;
    this.skipString();
    return this.parsed(start - 1) as string;
  }

  /** Any value, as `JSON.parse` gives it: for the small parts. */
  value(): unknown {
    this.skipSpace();
    const start = this.at;
    this.skip();
    return this.parsed(start);
  }

  private parsed(start: number): unknown {
    try {
      return JSON.parse(this.decoder.decode(this.bytes.subarray(start, this.at)));
    } catch {
      throw this.fault();
    }
  }

  /** Goes behind a value without reading it. */
  skip(): void {
    let depth = 0;
    do {
      this.skipSpace();
      const byte = this.bytes[this.at];
      if (byte === quote) this.skipString();
      else if (byte === 0x7b || byte === 0x5b) {
        if (++depth > deepest) throw new TokensRefused(say`The tokenizer's JSON is nested deeper than ${String(deepest)} levels.`);
        this.at++;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth--;
        this.at++;
      } else if (byte === comma || byte === colon) this.at++;
      else this.skipWord();
      if (this.at > this.next) this.breathe();
    } while (depth > 0);
    if (depth < 0) throw this.fault();
  }

  private skipWord(): void {
    const start = this.at;
    while (isWord(this.bytes[this.at])) this.at++;
    if (this.at === start) throw this.fault();
  }

  private skipString(): void {
    for (let at = this.at + 1; ; at++) {
      const found = this.bytes.indexOf(quote, at);
      if (found < 0) throw this.fault();
      let backslashes = 0;
      while (this.bytes[found - 1 - backslashes] === backslash && found - 1 - backslashes > this.at) backslashes++;
      at = found;
      if (backslashes % 2 === 0) {
        this.at = found + 1;
        return;
      }
    }
  }

  private expect(byte: number): void {
    this.skipSpace();
    if (this.bytes[this.at] !== byte) throw this.fault();
    this.at++;
  }

  private skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.at++;
    }
  }

  /** Only white space is left. @throws TokensRefused where there is more */
  end(): void {
    this.skipSpace();
    if (this.at < this.bytes.length) throw this.fault();
  }

  private fault(): TokensRefused {
    return new TokensRefused(say`The tokenizer's file is not the JSON of a tokenizer: it cannot be read at byte ${String(this.at)}.`);
  }
}

function isNumber(byte: number | undefined): boolean {
  return (
    byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e || (byte | 0x20) === 0x65)
  );
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && (isNumber(byte) || (byte >= 0x61 && byte <= 0x7a));
}
