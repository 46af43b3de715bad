import { visit, type Document } from 'yaml';

/** A quoted text, list or mapping in brackets that goes on further to the left than YAML allows; offsets of what opens it, and behind what closes it. */
export interface LooseText {
  readonly kind: 'quoted' | 'brackets';
  readonly start: number;
  readonly end: number;
}

/**
 * The first text in quotes or brackets that the reader broke off since a line of it stands too far to the left. PyYAML takes these lines as they come.
 * @param documents what the reader made of the text, or of one of the same length
 */
export function findLooseText(text: string, documents: readonly Document.Parsed[]): LooseText | undefined {
  if (documents.every(({ errors }) => errors.length === 0)) return undefined;
  let found: LooseText | undefined;
  const consider = (kind: LooseText['kind'], range: readonly number[] | null | undefined): void => {
    const [start, readTo] = range ?? [];
    if (start === undefined || readTo === undefined || (found && found.start < start)) return;
    const end = kind === 'quoted' ? closingQuote(text, start) : closingBracket(text, start);
    if (end !== undefined && end > readTo) found = { kind, start, end };
  };
  for (const document of documents)
    visit(document, {
      Scalar: (_key, { range, type }) => (type?.startsWith('QUOTE') ? consider('quoted', range) : undefined),
      Collection: (_key, { range, flow }) => (flow ? consider('brackets', range) : undefined),
    });
  return found;
}

/** The first text in quotes whose end, as the reader has it, is an escaped quote; the offset at which it opens. */
export function findOpenQuote(text: string, documents: readonly Document.Parsed[]): number | undefined {
  if (!/(?:\\"|'')[ \t]*$/m.test(text)) return undefined;
  let found: number | undefined;
  for (const document of documents)
    visit(document, {
      Scalar: (_key, { range, type }) => {
        if (!range || !type?.startsWith('QUOTE') || (found !== undefined && found < range[0])) return;
        if (quoteEnd(text.slice(0, range[1]), range[0]) !== range[1]) found = range[0];
      },
    });
  return found;
}

/** What may stand behind a value on its line; anything else shows that a quote or bracket was never closed, and the next one was taken for its end. */
const behind = /[ \t]*(?:$|[#,\]}:\r\n])/my;
const marker = /^(?:---|\.\.\.)(?:\s|$)/m;

/** The offset behind the closing quote; undefined where there is none before the document ends. */
function closingQuote(text: string, start: number): number | undefined {
  const end = quoteEnd(text, start);
  return end === undefined || marker.test(text.slice(start + 1, end)) || !endsValue(text, end) ? undefined : end;
}

function quoteEnd(text: string, start: number): number | undefined {
  const token = text[start] === "'" ? /'(?:''|[^'])*'/y : /"(?:\\[^]|[^"\\])*"/y;
  token.lastIndex = start;
  return token.test(text) ? token.lastIndex : undefined;
}

function endsValue(text: string, end: number): boolean {
  behind.lastIndex = end;
  return behind.test(text);
}

/** The offset behind the bracket that closes the one at `start`. */
function closingBracket(text: string, start: number): number | undefined {
  const token = /[[\]{}]|(?<=[\s,[{:])["']|(?<=\s)#[^\r\n]*/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [mark] = match;
    if (mark === '"' || mark === "'") {
      const end = quoteEnd(text, match.index);
      if (end === undefined) return undefined;
      token.lastIndex = end;
    } else if (mark === '[' || mark === '{') depth++;
    else if (!mark.startsWith('#') && --depth === 0) {
      const end = match.index + 1;
      return marker.test(text.slice(start + 1, end)) || !endsValue(text, end) ? undefined : end;
    }
  }
  return undefined;
}

/** The same text with the quoted or bracketed one on one line: as long as before, so that every offset stays. */
export function onOneLine(text: string, { kind, start, end }: LooseText): string {
  const inside = text.slice(start, end);
  // An escaped line break would become an escaped space, which is no mistake either.
  const line =
    kind === 'quoted'
      ? inside
      : inside.replace(/"(?:\\[^]|[^"\\])*"|'[^']*'|(?<=\s)#[^\r\n]*/g, (part) => (part.startsWith('#') ? ' '.repeat(part.length) : part));
  return text.slice(0, start) + line.replace(/[\r\n]/g, ' ') + text.slice(end);
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

/** The text that a quoted scalar stands for, as PyYAML's scanner reads it: line breaks are folded, escape sequences replaced. `source` has its quotes. */
export function decodeQuoted(source: string): string {
  const inner = source.slice(1, -1);
  if (source.startsWith("'"))
    return inner.replace(/''|[ \t]+(?:(?:\r\n?|\n)\s*)?|(?:\r\n?|\n)\s*/g, (part) => (part === "''" ? "'" : folded(part)));
  return inner.replace(
    /\\(?:(\r\n?|\n)([ \t]*)((?:(?:\r\n?|\n)[ \t]*)*)|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))|[ \t]+(?:(?:\r\n?|\n)\s*)?|(?:\r\n?|\n)\s*/g,
    decodePart,
  );
}

/** The text of a plain scalar over several lines. */
export function decodePlain(source: string): string {
  return source.replace(/[ \t]+(?:(?:\r\n?|\n)\s*)?|(?:\r\n?|\n)\s*/g, folded);
}

function decodePart(
  part: string,
  escapedBreak?: string,
  _indent?: string,
  more = '',
  x?: string,
  u?: string,
  long?: string,
  plain?: string,
): string {
  if (escapedBreak !== undefined) return '\n'.repeat(breaks(more));
  const code = x ?? u ?? long;
  if (code !== undefined) return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  return plain === undefined ? folded(part) : (escapes[plain] ?? plain);
}

/** Blanks without a line break are as they are: they are matched as well, since a search for a break behind them would begin anew at each of them. */
function folded(space: string): string {
  const count = breaks(space);
  if (count === 0) return space;
  return count === 1 ? ' ' : '\n'.repeat(count - 1);
}

function breaks(space: string): number {
  return space.match(/\r\n?|\n/g)?.length ?? 0;
}
