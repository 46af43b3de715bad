/** Engine → relay: a `TokensRequest`, answered by the thread of tokens with a `TokensAnswer`. The client hears nothing of it. */
export const countTokensRequest = 'promptPreflight/countTokens';
