import { say } from '../core/say.js';
import { bytePiece } from './bpe.js';
import type { VocabularyToken, TokenModel } from './model.js';
import { TokensRefused } from './refusal.js';
import type { Vocabulary } from './vocabulary.js';

/** What an unknown character costs below the least likely piece (`K_UNK_PENALTY`). */
const unknownPenalty = 10;
/** Sums that differ by less of themselves may differ by rounding alone. */
const nearlyEqual = 1e-13;

interface Branch {
  id: number;
  readonly next: Map<number, Branch>;
}

/** The likeliest pieces of a sentence: `encode_optimized` of `models/unigram` in tokenizers 0.23. */
export class Unigram implements TokenModel {
  private readonly root: Branch = { id: -1, next: new Map() };
  private readonly unknownScore: number;

  /** @param scores by id */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly scores: Float64Array,
    private readonly settings: { readonly unkId: number | undefined; readonly byteFallback: boolean },
  ) {
    let least = Infinity;
    for (let id = 0; id < scores.length; id++) {
      least = Math.min(least, scores[id]!);
      this.plant(vocabulary.pieceOf(id)!, id);
    }
    this.unknownScore = least - unknownPenalty;
  }

  get size(): number {
    return this.vocabulary.size;
  }

  idOf(piece: string): number | undefined {
    return this.vocabulary.idOf(piece);
  }

  private plant(piece: string, id: number): void {
    let branch = this.root;
    for (let i = 0; i < piece.length; i++) {
      const unit = piece.charCodeAt(i);
      let next = branch.next.get(unit);
      if (!next) branch.next.set(unit, (next = { id: -1, next: new Map() }));
      branch = next;
    }
    if (piece !== '') branch.id = id;
  }

  encode(word: string, into: VocabularyToken[]): void {
    for (const part of this.parts(word)) {
      const id = this.vocabulary.idOf(part);
      if (id !== undefined) into.push({ id, piece: part });
      else this.unknown(part, into);
    }
  }

  private unknown(part: string, into: VocabularyToken[]): void {
    const { unkId, byteFallback } = this.settings;
    if (byteFallback) {
      const bytes = Array.from(new TextEncoder().encode(part), (byte) => ({
        id: this.vocabulary.idOf(bytePiece(byte)),
        piece: bytePiece(byte),
      }));
      if (bytes.every((byte): byte is VocabularyToken => byte.id !== undefined)) {
        into.push(...bytes);
        return;
      }
    }
    into.push({ id: this.known(unkId), piece: part });
  }

  private known(unkId: number | undefined): number {
    if (unkId === undefined)
      throw new TokensRefused(say`The text has a character that the vocabulary does not know, and it has no unknown token.`);
    return unkId;
  }

  /** Unknown characters that follow each other are one part. */
  private parts(word: string): string[] {
    const { startsAt, ids, close } = this.best(word);
    const parts: string[] = [];
    let unknownEnd = -1;
    let end = word.length;
    while (end > 0) {
      const start = startsAt[end]!;
      if (close[end] === 1)
        throw new TokensRefused(
          say`The text can be split in two ways that are equally likely: which one is taken depends on the last bit of a number.`,
        );
      if (ids[end] === -1) {
        if (unknownEnd < 0) unknownEnd = end;
      } else {
        if (unknownEnd >= 0) parts.push(word.slice(end, unknownEnd));
        unknownEnd = -1;
        parts.push(word.slice(start, end));
      }
      end = start;
    }
    if (unknownEnd >= 0) parts.push(word.slice(0, unknownEnd));
    return parts.reverse();
  }

  private best(word: string): { readonly startsAt: Int32Array; readonly ids: Int32Array; readonly close: Uint8Array } {
    /** Two ways lead here that are as likely, but for the rounding of their sums. */
    const close = new Uint8Array(word.length + 1);
    const startsAt = new Int32Array(word.length + 1).fill(-1);
    const ids = new Int32Array(word.length + 1);
    const scores = new Float64Array(word.length + 1);
    const reach = (from: number, to: number, score: number, id: number): void => {
      const total = score + scores[from]!;
      const gap = startsAt[to] === -1 ? 1 : Math.abs(total - scores[to]!);
      if (gap < nearlyEqual * Math.abs(total)) close[to] = 1;
      else if (total > scores[to]!) close[to] = 0;
      if (startsAt[to] !== -1 && !(total > scores[to]!)) return;
      startsAt[to] = from;
      scores[to] = total;
      ids[to] = id;
    };
    for (let at = 0; at < word.length;) {
      const width = word.codePointAt(at)! > 0xffff ? 2 : 1;
      let single = false;
      let branch: Branch | undefined = this.root;
      for (let to = at; to < word.length;) {
        branch = branch.next.get(word.charCodeAt(to++));
        if (!branch) break;
        if (branch.id < 0) continue;
        // The unknown token's own piece is unknown too.
        reach(at, to, this.scores[branch.id]!, branch.id === this.settings.unkId ? -1 : branch.id);
        single ||= to - at === width;
      }
      if (!single) {
        this.known(this.settings.unkId);
        reach(at, at + width, this.unknownScore, -1);
      }
      at += width;
    }
    return { startsAt, ids, close };
  }
}
