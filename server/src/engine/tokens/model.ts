/** A piece of text as a model knows it. */
export interface VocabularyToken {
  readonly id: number;
  /** As Python's `Encoding.tokens` gives it: the vocabulary's piece, of Unigram the text itself where it is unknown. */
  readonly piece: string;
}

/** What makes tokens of a word: the part of a tokenizer that has the vocabulary. */
export interface TokenModel {
  idOf(piece: string): number | undefined;
  readonly size: number;
  /** @throws TokensRefused for a word that Python's library refuses */
  encode(word: string, into: VocabularyToken[]): void;
}
