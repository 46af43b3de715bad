import { visit, type Document } from 'yaml';

/** A quoted text that goes on further to the left than YAML allows; offsets of its quotes, `end` behind the closing one. */
export interface LooseQuote {
  readonly start: number;
  readonly end: number;
}

/**
 * The first quoted scalar that the reader broke off since a line of it stands too far to the left. PyYAML takes these lines as they come.
 * @param documents what the reader made of the text, or of one of the same length
 */
export function findLooseQuote(text: string, documents: readonly Document.Parsed[]): LooseQuote | undefined {
  if (documents.every(({ errors }) => errors.length === 0)) return undefined;
  let found: LooseQuote | undefined;
  for (const document of documents)
    visit(document, {
      Scalar(_key, { range, type }) {
        if (!range || !type?.startsWith('QUOTE') || (found && found.start < range[0])) return;
        const end = closing(text, range[0]);
        if (end !== undefined && end > range[1]) found = { start: range[0], end };
      },
    });
  return found;
}

/** The offset behind the closing quote; undefined where there is none before the document ends. */
function closing(text: string, start: number): number | undefined {
  const token = text[start] === "'" ? /'(?:''|[^'])*'/y : /"(?:\\[^]|[^"\\])*"/y;
  token.lastIndex = start;
  const found = token.exec(text);
  return found && !/^(?:---|\.\.\.)(?:\s|$)/m.test(found[0].slice(1)) ? start + found[0].length : undefined;
}

/** The same text with the quoted scalar on one line: as long as before, so that every offset stays. */
export function onOneLine(text: string, { start, end }: LooseQuote): string {
  // An escaped line break would become an escaped space, which is no mistake either.
  return text.slice(0, start) + text.slice(start, end).replace(/[\r\n]/g, ' ') + text.slice(end);
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b', ' ': ' ', '"': '"', '/': '/', '\\': '\\',
  N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
};

/** The text that a quoted scalar stands for, as PyYAML's scanner reads it: line breaks are folded, escape sequences replaced. `source` has its quotes. */
export function decodeQuoted(source: string): string {
  const inner = source.slice(1, -1);
  if (source.startsWith("'")) return inner.replace(/''|[ \t]*(?:\r\n?|\n)\s*/g, (part) => (part === "''" ? "'" : folded(part)));
  return inner.replace(/\\(?:(\r\n?|\n)([ \t]*)((?:(?:\r\n?|\n)[ \t]*)*)|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))|[ \t]*(?:\r\n?|\n)\s*/g, decodePart);
}

function decodePart(part: string, escapedBreak?: string, _indent?: string, more = '', x?: string, u?: string, long?: string, plain?: string): string {
  if (escapedBreak !== undefined) return '\n'.repeat(breaks(more));
  const code = x ?? u ?? long;
  if (code !== undefined) return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  return plain === undefined ? folded(part) : (escapes[plain] ?? plain);
}

function folded(space: string): string {
  const count = breaks(space);
  return count === 1 ? ' ' : '\n'.repeat(count - 1);
}

function breaks(space: string): number {
  return space.match(/\r\n?|\n/g)?.length ?? 0;
}
