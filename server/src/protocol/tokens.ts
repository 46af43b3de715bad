/** The server's command behind the stage "Tokens": takes a `TokensRequest`, answers `TokensAnswer`. A thread of its own does the work. */
export const tokensCommand = 'promptPreflight.tokens';

/** A text as a run gives it to the tokenizer. */
export interface TokensText {
  readonly text: string;
  /** Whether the run lets the tokenizer add its special tokens; `unless-begun`: only where the text does not begin with the BOS token itself. */
  readonly special: boolean | 'unless-begun';
  /** UTF-16 offsets at which parts of the text end whose tokens are counted; the last is the end of the text. Empty: only the whole is counted. */
  readonly parts: readonly number[];
}

export interface TokensRequest {
  /** The `tokenizer.json`, as a path with forward slashes. */
  readonly file: string;
  readonly texts: readonly TokensText[];
  /** Which of the texts is shown token by token; absent: none. */
  readonly shown?: number;
}

/** A token of a text that is shown. */
export interface ShownToken {
  readonly id: number;
  /** What of the text it is; where it is a part of a character its bytes (`E4 BD`), and of a text without boundaries the piece of the vocabulary. */
  readonly text: string;
  /** `special`: found in the text as a token of its own. `added`: put there by the tokenizer. `bytes`: a part of a character. */
  readonly kind: 'text' | 'special' | 'added' | 'bytes';
}

export type TokensAnswer =
  | {
      readonly kind: 'tokens';
      /** Of each text. */
      readonly counts: readonly { readonly all: number; readonly parts: readonly number[] }[];
      readonly tokens: readonly ShownToken[];
      /** Why the tokens have no places in the text. */
      readonly problem?: string;
      /** The BOS token stands twice at the beginning: its text. */
      readonly doubleBos?: string;
    }
  /** Why there are none: a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };
