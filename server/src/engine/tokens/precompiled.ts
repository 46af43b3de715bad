import { say } from '../core/say.js';
import { onlyKeys, textIn, type TokenizerPart } from './tokenizer-part.js';
import { TokensRefused } from './refusal.js';

const encoder = new TextEncoder();

/** Graphemes of so many bytes and more are looked up by their characters (`normalizers/precompiled.rs`). */
const longGrapheme = 6;

/**
 * What SentencePiece wrote into a tokenizer: characters, and what stands for each, in a double-array trie. As `spm_precompiled` 0.1 and tokenizers 0.23 read
 * it: of all entries that a grapheme begins with, the shortest replaces the whole of it.
 * @throws TokensRefused for a table that is none
 */
export function precompiled(part: TokenizerPart): (text: string) => string {
  onlyKeys(part, ['precompiled_charsmap'], 'Precompiled');
  const table = new CharsMap(bytesOf(textIn(part, 'precompiled_charsmap', 'Precompiled')));
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return (input) => {
    let text = '';
    for (const { segment } of segments.segment(input)) text += ofGrapheme(table, segment);
    return text;
  };
}

function ofGrapheme(table: CharsMap, grapheme: string): string {
  const bytes = encoder.encode(grapheme);
  const whole = bytes.length < longGrapheme ? table.replacement(bytes) : undefined;
  if (whole !== undefined) return whole;
  let text = '';
  for (const character of grapheme) text += table.replacement(encoder.encode(character)) ?? character;
  return text;
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw noTable();
  }
}

function noTable(): TokensRefused {
  return new TokensRefused(say`The tokenizer's table of replaced characters cannot be read.`);
}

/** The bytes of a table: the length of the trie, the trie in units of four bytes, the replacements, each with a NUL behind it. */
class CharsMap {
  private readonly units: Uint32Array;
  private readonly texts: Uint8Array;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = bytes.length < 4 ? -1 : view.getUint32(0, true);
    if (size < 4 || size % 4 !== 0 || 4 + size > bytes.length) throw noTable();
    this.units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
    this.texts = bytes.subarray(4 + size);
  }

  /** Of the shortest entry that the bytes begin with. */
  replacement(bytes: Uint8Array): string | undefined {
    let at = offsetOf(this.unit(0));
    for (const byte of bytes) {
      if (byte === 0) return undefined;
      at ^= byte;
      const unit = this.unit(at);
      if ((unit & 0x80_00_00_ff) !== byte) return undefined;
      at ^= offsetOf(unit);
      if ((unit >>> 8) & 1) return this.textAt(this.unit(at) & 0x7f_ff_ff_ff);
    }
    return undefined;
  }

  private unit(at: number): number {
    const unit = this.units[at];
    if (unit === undefined) throw noTable();
    return unit;
  }

  private textAt(start: number): string {
    const end = this.texts.indexOf(0, start);
    try {
      return this.decoder.decode(this.texts.subarray(start, end < 0 ? undefined : end));
    } catch {
      throw noTable();
    }
  }
}

/** From the place of a unit to those that follow it. */
function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x2_00) >>> 6);
}
