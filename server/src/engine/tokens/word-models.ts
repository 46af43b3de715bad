import { say } from '../core/say.js';
import type { VocabularyToken, TokenModel } from './model.js';
import { TokensRefused } from './refusal.js';
import type { Vocabulary } from './vocabulary.js';

/** The longest beginning of what is left, again and again: `models/wordpiece` of tokenizers 0.23. */
export class WordPiece implements TokenModel {
  /** @param settings `most`: a word of more code points is unknown */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly settings: { readonly unk: string; readonly prefix: string; readonly most: number },
  ) {}

  get size(): number {
    return this.vocabulary.size;
  }

  idOf(piece: string): number | undefined {
    return this.vocabulary.idOf(piece);
  }

  encode(word: string, into: VocabularyToken[]): void {
    const chars = [...word];
    const tokens = chars.length > this.settings.most ? undefined : this.parts(chars);
    if (tokens) for (const token of tokens) into.push(token);
    else into.push(this.unknown());
  }

  private parts(chars: readonly string[]): VocabularyToken[] | undefined {
    const tokens: VocabularyToken[] = [];
    for (let start = 0; start < chars.length;) {
      const token = this.longestFrom(chars, start);
      if (!token) return undefined;
      tokens.push(token.token);
      start = token.end;
    }
    return tokens;
  }

  private longestFrom(chars: readonly string[], start: number): { readonly token: VocabularyToken; readonly end: number } | undefined {
    const prefix = start > 0 ? this.settings.prefix : '';
    for (let end = Math.min(chars.length, start + this.vocabulary.longest); end > start; end--) {
      const piece = prefix + chars.slice(start, end).join('');
      const id = this.vocabulary.idOf(piece);
      if (id !== undefined) return { token: { id, piece }, end };
    }
    return undefined;
  }

  private unknown(): VocabularyToken {
    return unknownOf(this.vocabulary, this.settings.unk);
  }
}

/** A word is a piece, or unknown. */
export class WordLevel implements TokenModel {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly unk: string,
  ) {}

  get size(): number {
    return this.vocabulary.size;
  }

  idOf(piece: string): number | undefined {
    return this.vocabulary.idOf(piece);
  }

  encode(word: string, into: VocabularyToken[]): void {
    const id = this.vocabulary.idOf(word);
    into.push(id === undefined ? unknownOf(this.vocabulary, this.unk) : { id, piece: word });
  }
}

function unknownOf(vocabulary: Vocabulary, unk: string): VocabularyToken {
  const id = vocabulary.idOf(unk);
  if (id === undefined)
    throw new TokensRefused(
      say`The text has a word that the vocabulary does not know, and its unknown token ${JSON.stringify(unk)} is missing.`,
    );
  return { id, piece: unk };
}
