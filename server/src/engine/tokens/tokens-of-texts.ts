import { boundariesOf, type Boundaries } from './boundaries.js';
import type { TextToken, Tokenizer } from './tokenizer.js';

/** A text, how it is given to the tokenizer, and where its parts end (UTF-16). */
export interface AskedText {
  readonly text: string;
  readonly special: boolean | 'unless-begun';
  readonly parts: readonly number[];
}

/** A token as a page shows it. */
export interface DisplayedToken {
  readonly id: number;
  readonly text: string;
  readonly kind: 'text' | 'special' | 'added' | 'bytes';
}

export interface TextTokens {
  readonly count: { readonly all: number; readonly parts: readonly number[] };
  readonly shown: readonly DisplayedToken[];
  readonly problem?: string;
  readonly doubleBos?: string;
}

/** Tokens of a text that are shown one by one at most. */
const mostShownTokens = 20_000;

/**
 * The tokens of a text, counted and, where that is asked for, written for people.
 * @throws TokensRefused
 */
export function tokensOfText(tokenizer: Tokenizer, { text, special, parts }: AskedText, show: boolean): TextTokens {
  const begun = tokenizer.opening.some(({ piece }) => piece !== '' && text.startsWith(piece));
  const tokens = tokenizer.encode(text, special === 'unless-begun' ? !begun : special);
  const places = boundariesOf(tokenizer, tokens, text);
  const bounded = 'ends' in places ? places : undefined;
  const twice = doubleBos(tokenizer, tokens);
  return {
    count: { all: tokens.length, parts: bounded ? countsOf(bounded, parts) : [] },
    shown: show ? tokens.slice(0, mostShownTokens).map((token, i) => displayed(tokenizer, token, i, text, bounded)) : [],
    ...('problem' in places && { problem: places.problem }),
    ...(twice !== undefined && { doubleBos: twice }),
  };
}

/** A token belongs to the part in which it ends. */
function countsOf({ ends }: Boundaries, parts: readonly number[]): number[] {
  const counts = parts.map(() => 0);
  let part = 0;
  for (const end of ends) {
    while (part < parts.length - 1 && end > parts[part]!) part++;
    if (part < counts.length) counts[part]!++;
  }
  return counts;
}

/** The text begins with the BOS token, and the tokenizer puts another before it. */
function doubleBos(tokenizer: Tokenizer, tokens: readonly TextToken[]): string | undefined {
  const [first, second] = tokens;
  const bos = tokenizer.opening.at(-1);
  return first?.kind === 'framed' && second?.kind === 'added' && first.id === bos?.id && second.id === first.id ? first.piece : undefined;
}

function displayed(tokenizer: Tokenizer, token: TextToken, i: number, text: string, places: Boundaries | undefined): DisplayedToken {
  const { id, piece, kind } = token;
  if (kind === 'framed') return { id, text: piece, kind: 'added' };
  if (kind === 'added') return { id, text: piece, kind: tokenizer.isSpecial(id) ? 'special' : 'text' };
  if (!places) return { id, text: piece, kind: 'text' };
  const slice = text.slice(places.ends[i - 1] ?? 0, places.ends[i]);
  const bytes = places.bytes[i]!;
  if (new TextEncoder().encode(slice).length === bytes.length) return { id, text: slice, kind: 'text' };
  return { id, text: Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' '), kind: 'bytes' };
}
