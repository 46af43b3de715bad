import type { Token } from '../python/syntax/tokens/token.js';
import { codeTokens } from './code-tokens.js';

/** A dict as it is written: `dict(…)` or `{…}`. Offsets are of the document. */
export interface Display {
  readonly kind: 'call' | 'braces';
  /** Behind the opening bracket. */
  readonly open: number;
  /** At the closing bracket. */
  readonly close: number;
  readonly entries: readonly { readonly start: number; readonly end: number }[];
  /** Behind the comma that follows the last entry, where one does. */
  readonly comma: number | undefined;
}

/** The dict display that stands from `start` to `end`; undefined if anything else does: another call, a comprehension, broken text. */
export function readDisplay(text: string, start: number, end: number): Display | undefined {
  const source = text.slice(start, end);
  const tokens = codeTokens(source);
  if (!tokens) return undefined;
  const word = (token: Token | undefined): string => (token ? source.slice(token.start, token.end) : '');
  const isCall = word(tokens[0]) === 'dict' && word(tokens[1]) === '(';
  if (!isCall && word(tokens[0]) !== '{') return undefined;
  const inner = tokens.slice(isCall ? 2 : 1, -1);
  const last = tokens[tokens.length - 1];
  if (!last || word(last) !== (isCall ? ')' : '}')) return undefined;
  const entries = split(inner, word);
  if (!entries) return undefined;
  const comma = inner.length > 0 && word(inner[inner.length - 1]) === ',' ? start + inner[inner.length - 1]!.end : undefined;
  return {
    kind: isCall ? 'call' : 'braces',
    open: start + (isCall ? tokens[1]!.end : tokens[0]!.end),
    close: start + last.start,
    entries: entries.map((entry) => ({ start: start + entry.start, end: start + entry.end })),
    comma,
  };
}

/** The entries between the commas of the outermost level; undefined for a comprehension or if the first bracket closes early. */
function split(tokens: readonly Token[], word: (token: Token) => string): { start: number; end: number }[] | undefined {
  const entries: { start: number; end: number }[] = [];
  let current: { start: number; end: number } | undefined;
  let depth = 0;
  for (const token of tokens) {
    const text = token.kind === 'string' ? '' : word(token);
    if ('([{'.includes(text) && text !== '') depth++;
    if (')]}'.includes(text) && text !== '') depth--;
    if (depth < 0 || (depth === 0 && text === 'for')) return undefined;
    if (depth === 0 && text === ',') {
      if (current) entries.push(current);
      current = undefined;
    } else current = { start: current?.start ?? token.start, end: token.end };
  }
  if (current) entries.push(current);
  return entries;
}
