import { lex } from '../python/syntax/tokens/lex.js';
import type { Token } from '../python/syntax/tokens/token.js';

/** The tokens of a stretch of code without line ends; undefined where the text is broken. */
export function codeTokens(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  if (lex(source, tokens).problems.length > 0) return undefined;
  return tokens.filter((token) => token.kind !== 'newline');
}
