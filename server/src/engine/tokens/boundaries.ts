import { say } from '../core/say.js';
import { byteLetters } from './characters.js';
import type { TextToken, Tokenizer } from './tokenizer.js';

/** Where the tokens of a text end in it. */
export interface Boundaries {
  /** For each token the UTF-16 offset at which it ends; one that ends within a character ends before it here. */
  readonly ends: readonly number[];
  /** For each token the bytes that it stands for. */
  readonly bytes: readonly Uint8Array[];
}

/**
 * Where tokens end in a text, from the bytes that they stand for. The bytes of all together have to be those of the text; else there are no boundaries, only why.
 */
export function boundariesOf(tokenizer: Tokenizer, tokens: readonly TextToken[], text: string): Boundaries | { readonly problem: string } {
  const target = new TextEncoder().encode(text);
  for (const prepends of [false, true]) {
    const bytes = bytesOf(tokenizer, tokens, prepends);
    if (bytes && sameBytes(bytes, target)) return { ends: endsOf(bytes, text), bytes };
  }
  return { problem: say`The tokenizer changes the text before it splits it, so that the tokens have no places in it.` };
}

/** @param prepends whether the tokenizer puts a blank before each stretch of text */
function bytesOf(tokenizer: Tokenizer, tokens: readonly TextToken[], prepends: boolean): Uint8Array[] | undefined {
  const encoder = new TextEncoder();
  const all: Uint8Array[] = [];
  let begins = true;
  for (const { kind, piece } of tokens) {
    if (kind === 'framed') all.push(new Uint8Array());
    else if (kind === 'added') {
      all.push(encoder.encode(piece));
      begins = true;
    } else {
      const bytes = tokenizer.spelling === 'bytes' ? fromLetters(piece) : fromPiece(piece, encoder);
      if (!bytes) return undefined;
      const strips = begins && prepends && bytes[0] === 0x20;
      all.push(strips ? bytes.subarray(1) : bytes);
      begins = false;
    }
  }
  return all;
}

const byteOf: ReadonlyMap<string, number> = new Map(byteLetters.map((letter, byte) => [letter, byte]));

function fromLetters(piece: string): Uint8Array | undefined {
  const bytes = new Uint8Array(piece.length);
  for (let i = 0; i < piece.length; i++) {
    const byte = byteOf.get(piece[i]!);
    if (byte === undefined) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

function fromPiece(piece: string, encoder: InstanceType<typeof TextEncoder>): Uint8Array {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(piece);
  return byte ? Uint8Array.of(parseInt(byte[1]!, 16)) : encoder.encode(piece.replaceAll('▁', ' '));
}

function sameBytes(parts: readonly Uint8Array[], target: Uint8Array): boolean {
  let at = 0;
  for (const part of parts) for (const byte of part) if (target[at++] !== byte) return false;
  return at === target.length;
}

/** One walk over the text and its bytes. */
function endsOf(parts: readonly Uint8Array[], text: string): number[] {
  const ends: number[] = [];
  let byteEnd = 0;
  let bytes = 0;
  let at = 0;
  for (const part of parts) {
    byteEnd += part.length;
    while (at < text.length) {
      const code = text.codePointAt(at)!;
      const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (bytes + width > byteEnd) break;
      bytes += width;
      at += code > 0xffff ? 2 : 1;
    }
    ends.push(at);
  }
  return ends;
}
