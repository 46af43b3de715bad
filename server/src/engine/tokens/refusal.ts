/** Why a tokenizer, or a text for it, is not taken: a sentence for the user. What is not taken never gets ids that may be wrong. */
export class TokensRefused extends Error {}
