import { RecentMap } from '../engine/core/recent-map.js';
import { say } from '../engine/core/say.js';
import { shownText } from '../engine/core/shown.js';
import type { BytesResult } from '../engine/core/workspace.js';
import { readTokenizer } from '../engine/tokens/read-tokenizer.js';
import { TokensRefused } from '../engine/tokens/refusal.js';
import type { Tokenizer } from '../engine/tokens/tokenizer.js';
import { tokensOfText } from '../engine/tokens/tokens-of-texts.js';
import type { TokensAnswer, TokensRequest } from '../protocol/tokens.js';
import { beacon } from '../worker/own-beacon.js';

/** To the thread of tokens, and back. */
export interface TokensQuestion {
  readonly id: number;
  readonly request: TokensRequest;
}
export interface TokensReply {
  readonly id: number;
  readonly answer: TokensAnswer;
}

/** A `tokenizer.json` as it is now. */
export interface TokenizerFile {
  /** Tells it from what it was before. */
  readonly size: number | undefined;
  /** Asked only where the tokenizer is not kept. */
  readonly read: () => BytesResult;
}

/** Bytes of the files whose tokenizers are kept: two usual ones, or one of Gemma's size. */
const keptBytes = 36_000_000;

/** The tokenizers that were asked for last. */
export class KeptTokenizers {
  private readonly kept = new RecentMap<string, { readonly tokenizer: Tokenizer; readonly bytes: number }>(
    keptBytes,
    (_, { bytes }) => bytes,
  );

  has({ file }: TokensRequest, size: number | undefined): boolean {
    return this.kept.get(keyOf(file, size)) !== undefined;
  }

  /** @param at the file of a request; asked only where such a file may be read */
  answer({ file, texts, shown }: TokensRequest, at: () => TokenizerFile): TokensAnswer {
    try {
      const tokenizer = this.tokenizerOf(file, at);
      const all = texts.map((text, i) => tokensOfText(tokenizer, text, i === shown));
      const one = all[shown ?? -1];
      return {
        kind: 'tokens',
        counts: all.map(({ count }) => count),
        tokens: one?.shown ?? [],
        ...(one?.problem !== undefined && { problem: one.problem }),
        ...(one?.doubleBos !== undefined && { doubleBos: one.doubleBos }),
      };
    } catch (error) {
      if (error instanceof TokensRefused) return { kind: 'refused', reason: shownText(error.message) };
      return {
        kind: 'refused',
        reason: say`The tokens cannot be had: ${shownText(error instanceof Error ? error.message : String(error))}`,
      };
    }
  }

  private tokenizerOf(file: string, at: () => TokenizerFile): Tokenizer {
    if (!file.endsWith('.json')) throw new TokensRefused(say`A tokenizer is read from a file tokenizer.json only.`);
    const { size, read } = at();
    const key = keyOf(file, size);
    const there = this.kept.get(key);
    if (there) return there.tokenizer;
    const found = read();
    if (found.kind === 'none') throw new TokensRefused(found.reason);
    const tokenizer = readTokenizer(found.bytes, () => beacon.goesOn());
    this.kept.set(key, { tokenizer, bytes: found.bytes.length });
    return tokenizer;
  }
}

function keyOf(file: string, size: number | undefined): string {
  return `${file}\n${String(size)}`;
}
