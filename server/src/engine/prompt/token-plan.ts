/** How a run gives a prompt to the model's tokenizer, and what it does where there are too many tokens. */
export interface TokenPlan {
  /** The folder, or the name on the Hugging Face hub, that the tokenizer is loaded from. */
  readonly tokenizer?: string;
  /** Whether the tokenizer adds its special tokens; `unless-begun`: only to a text that does not begin with the BOS token. */
  readonly special: boolean | 'unless-begun';
  /** For how many tokens there is room, and how that is reckoned: `max_seq_len 2048 − max_out_len 256`. */
  readonly budget?: { readonly most: number; readonly reckoned: string };
  /** How many tokens the answer may have, where one is generated and that is known. */
  readonly answer?: number;
  /** The last example is left out, again and again, as long as there are more tokens than this. */
  readonly dropsAbove?: number;
  /** What is done with a text of more than `most` tokens: its end is kept, its beginning, or half of each. */
  readonly cut?: { readonly most: number; readonly keeps: 'end' | 'beginning' | 'both ends' };
  /** What else to know, and what is not known: sentences. */
  readonly notes: readonly string[];
}
