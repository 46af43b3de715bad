/** Bytes of a token where no tokenizer is at hand: what English text has on average with the vocabularies of today. */
const bytesOfToken = 4;

/** How many tokens a text has, by its length alone: an estimate, and to be called one. */
export function estimatedTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / bytesOfToken);
}
