import type { MergeTable } from './merge-table.js';
import type { VocabularyToken, TokenModel } from './model.js';
import type { Vocabulary } from './vocabulary.js';

/** Settings of a model of type BPE, as `tokenizer.json` has them. */
export interface BpeSettings {
  readonly unk: string | undefined;
  readonly fuseUnk: boolean;
  readonly byteFallback: boolean;
  readonly ignoreMerges: boolean;
  readonly prefix: string;
  readonly suffix: string;
}

/** Up to so many parts a word is searched from its beginning for each merge; a heap only pays beyond. */
const shortWord = 48;
const rankUnit = 2 ** 26;

/** Byte-pair encoding as `merge_word` and `merge_all` of tokenizers 0.23 (`models/bpe/`) do it. */
export class Bpe implements TokenModel {
  private readonly bytePieces: readonly (number | undefined)[];

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly merges: MergeTable,
    private readonly settings: BpeSettings,
  ) {
    this.bytePieces = Array.from({ length: 256 }, (_, byte) => vocabulary.idOf(bytePiece(byte)));
  }

  get size(): number {
    return this.vocabulary.size;
  }

  idOf(piece: string): number | undefined {
    return this.vocabulary.idOf(piece);
  }

  encode(word: string, into: VocabularyToken[]): void {
    if (word === '') return;
    const whole = this.settings.ignoreMerges ? this.vocabulary.idOf(word) : undefined;
    const ids = whole !== undefined ? [whole] : this.merge(this.symbols(word));
    for (const id of ids) into.push({ id, piece: this.vocabulary.pieceOf(id)! });
  }

  /** The characters of a word as ids. An unknown one that waits to be fused stands behind the bytes that come after it, as there. */
  private symbols(word: string): number[] {
    const { unk, fuseUnk, byteFallback, prefix, suffix } = this.settings;
    const ids: number[] = [];
    const unkId = unk === undefined ? undefined : this.vocabulary.idOf(unk);
    let waits = false;
    for (let at = 0; at < word.length;) {
      const end = at + (word.codePointAt(at)! > 0xffff ? 2 : 1);
      const text = (at > 0 ? prefix : '') + word.slice(at, end) + (end === word.length ? suffix : '');
      at = end;
      const id = this.vocabulary.idOf(text);
      if (id !== undefined) {
        if (waits) ids.push(unkId!);
        waits = false;
        ids.push(id);
        continue;
      }
      const bytes = byteFallback ? this.fallback(text) : undefined;
      if (bytes) ids.push(...bytes);
      else if (unkId !== undefined) {
        if (waits && !fuseUnk) ids.push(unkId);
        waits = true;
      }
    }
    if (waits) ids.push(unkId!);
    return ids;
  }

  /** Undefined where one of the bytes has no piece. */
  private fallback(text: string): number[] | undefined {
    const ids: number[] = [];
    for (const byte of new TextEncoder().encode(text)) {
      const id = this.bytePieces[byte];
      if (id === undefined) return undefined;
      ids.push(id);
    }
    return ids;
  }

  private merge(ids: number[]): number[] {
    return ids.length <= shortWord ? this.mergeShort(ids) : this.mergeLong(ids);
  }

  /** The pair of the lowest rank first, of equal ones the leftmost. */
  private mergeShort(ids: number[]): number[] {
    const { merges } = this;
    // Of each part what it makes with the next.
    const pairs = ids.map((id, i) => (i + 1 < ids.length ? merges.find(id, ids[i + 1]!) : -1));
    for (;;) {
      let best = -1;
      let bestRank = Infinity;
      for (let i = 0; i < pairs.length; i++) {
        const found = pairs[i]!;
        if (found < 0) continue;
        const rank = merges.rank(found);
        if (rank >= bestRank) continue;
        bestRank = rank;
        best = i;
      }
      if (best < 0) return ids;
      ids[best] = merges.merged(pairs[best]!);
      ids.splice(best + 1, 1);
      pairs.splice(best + 1, 1);
      pairs[best] = best + 1 < ids.length ? merges.find(ids[best]!, ids[best + 1]!) : -1;
      if (best > 0) pairs[best - 1] = merges.find(ids[best - 1]!, ids[best]!);
    }
  }

  private mergeLong(ids: number[]): number[] {
    const { merges } = this;
    const next = Int32Array.from(ids, (_, i) => (i + 1 < ids.length ? i + 1 : -1));
    const previous = Int32Array.from(ids, (_, i) => i - 1);
    const gone = new Uint8Array(ids.length);
    const heap = new Heap();
    const offer = (at: number): void => {
      if (at < 0 || next[at]! < 0) return;
      const found = merges.find(ids[at]!, ids[next[at]!]!);
      if (found >= 0) heap.push(merges.rank(found) * rankUnit + at, merges.merged(found));
    };
    for (let i = 0; i < ids.length; i++) offer(i);
    while (heap.size > 0) {
      const { key, value } = heap.pop();
      const at = key % rankUnit;
      const right = next[at]!;
      if (gone[at] === 1 || right < 0) continue;
      const found = merges.find(ids[at]!, ids[right]!);
      // What the pair was when it was offered is not what it is now.
      if (found < 0 || merges.merged(found) !== value) continue;
      ids[at] = value;
      gone[right] = 1;
      next[at] = next[right]!;
      if (next[at]! >= 0) previous[next[at]!] = at;
      offer(previous[at]!);
      offer(at);
    }
    return ids.filter((_, i) => gone[i] === 0);
  }
}

/** As `<{:#04X}>` of Rust writes a byte. */
export function bytePiece(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}

/** Numbers with a value each, the smallest first. */
class Heap {
  private readonly keys: number[] = [];
  private readonly payload: number[] = [];

  get size(): number {
    return this.keys.length;
  }

  push(key: number, value: number): void {
    const { keys, payload } = this;
    let at = keys.length;
    keys.push(key);
    payload.push(value);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (keys[up]! <= key) break;
      keys[at] = keys[up]!;
      payload[at] = payload[up]!;
      at = up;
    }
    keys[at] = key;
    payload[at] = value;
  }

  pop(): { readonly key: number; readonly value: number } {
    const { keys, payload } = this;
    const top = { key: keys[0]!, value: payload[0]! };
    const key = keys.pop()!;
    const value = payload.pop()!;
    const { length } = keys;
    if (length === 0) return top;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= length) break;
      if (down + 1 < length && keys[down + 1]! < keys[down]!) down++;
      if (keys[down]! >= key) break;
      keys[at] = keys[down]!;
      payload[at] = payload[down]!;
      at = down;
    }
    keys[at] = key;
    payload[at] = value;
    return top;
  }
}
