import type { Span } from '../core/span.js';
import { mostPieces, TracedText, type Piece } from '../core/traced-text.js';

export type ScalarStyle = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED';

/**
 * The text of a scalar with its origin: what stands in the source as it is becomes exact pieces; escape sequences, folded line breaks and stripped
 * indentation become pieces of their own. Where the two cannot be matched the whole has one coarse origin.
 * @param decoded the text that the YAML reader made of it @param text the document @param span the scalar with its quotes or `|`
 */
export function scalarText(decoded: string, style: ScalarStyle, text: string, span: Span): TracedText {
  if (decoded === '') return TracedText.empty;
  const inner = insideOf(style, text, span);
  if (text.startsWith(decoded, inner.start) && inner.start + decoded.length === inner.end)
    return TracedText.of(decoded, { kind: 'source', span: inner, exact: true });
  return new TracedText(decoded, () => align(decoded, style, text, inner) ?? TracedText.computed(decoded, span).pieces);
}

function insideOf(style: ScalarStyle, text: string, span: Span): Span {
  if (style === 'PLAIN') return span;
  if (style === 'QUOTE_SINGLE' || style === 'QUOTE_DOUBLE') return { ...span, start: span.start + 1, end: span.end - 1 };
  const header = text.indexOf('\n', span.start);
  return { ...span, start: header < 0 ? span.end : Math.min(header + 1, span.end) };
}

/** Goes through both texts side by side, as far as pieces are followed. */
function align(decoded: string, style: ScalarStyle, text: string, { file, start, end }: Span): Piece[] | undefined {
  const pieces: Piece[] = [];
  const add = (length: number, from: number, to: number, exact: boolean): void => {
    const last = pieces[pieces.length - 1]?.origin;
    if (exact && last?.kind === 'source' && last.exact && last.span.end === from)
      pieces[pieces.length - 1] = {
        length: pieces[pieces.length - 1]!.length + length,
        origin: { ...last, span: { file, start: last.span.start, end: to } },
      };
    else if (length > 0) pieces.push({ length, origin: { kind: 'source', span: { file, start: from, end: to }, exact } });
  };
  // With an indentation indicator (`|2`) the text itself may begin with spaces.
  const leading = /^ */.exec(decoded)![0].length;
  let at = style.startsWith('BLOCK') ? Math.max(start, skipBlanks(text, start, end) - leading) : start;
  const breaks = new BreaksAhead(text, end);
  for (let i = 0; i < decoded.length;) {
    if (pieces.length >= mostPieces - 1)
      return [...pieces, { length: decoded.length - i, origin: { kind: 'source', span: { file, start: at, end }, exact: false } }];
    const step = stepAt(decoded, i, style, text, at, end, breaks);
    if (!step) return undefined;
    add(step.decoded, at, step.end ?? step.to, step.exact);
    i += step.decoded;
    at = step.to;
  }
  return pieces;
}

interface Step {
  /** How many units of the decoded text this makes. */
  readonly decoded: number;
  /** Where its source ends, if not at `to`: what lies between is indentation that makes nothing. */
  readonly end?: number;
  /** Where to go on. */
  readonly to: number;
  readonly exact: boolean;
}

function stepAt(
  decoded: string,
  i: number,
  style: ScalarStyle,
  text: string,
  at: number,
  end: number,
  breaks: BreaksAhead,
): Step | undefined {
  if (at >= end) return undefined;
  const c = text[at]!;
  if (style === 'QUOTE_DOUBLE' && c === '\\') return escape(decoded, i, text, at);
  if (style === 'QUOTE_SINGLE' && c === "'") return decoded[i] === "'" ? { decoded: 1, to: at + 2, exact: false } : undefined;
  if (breaks.isAhead(at)) return lineBreak(decoded, i, style, text, at, end);
  return decoded[i] === c ? { decoded: 1, to: at + 1, exact: true } : undefined;
}

/** Knows whether a line break follows, maybe behind blanks (which flow scalars drop, and block scalars keep). Asked from left to right, it looks at each blank once. */
class BreaksAhead {
  /** Where the blanks end that were looked at last. */
  private blanksEnd = -1;

  constructor(
    private readonly text: string,
    private readonly end: number,
  ) {}

  isAhead(at: number): boolean {
    const { text, end } = this;
    if (at > this.blanksEnd) this.blanksEnd = skipBlanks(text, at, end);
    const next = text[this.blanksEnd];
    return this.blanksEnd < end && (next === '\n' || next === '\r');
  }
}

function lineBreak(decoded: string, i: number, style: ScalarStyle, text: string, at: number, end: number): Step | undefined {
  const block = style.startsWith('BLOCK');
  if (block && decoded[i] === text[at] && text[at] !== '\n' && text[at] !== '\r') return { decoded: 1, to: at + 1, exact: true };
  if (style === 'BLOCK_LITERAL') return literalBreak(decoded, i, text, at, end);
  const space = /^\s*/.exec(text.slice(at, end))![0];
  const made = /^\s*/.exec(decoded.slice(i))![0];
  return made === '' && at + space.length === end ? undefined : { decoded: made.length, to: at + space.length, exact: false };
}

/** One line break of a literal block; the indentation of the next line makes nothing. */
function literalBreak(decoded: string, i: number, text: string, at: number, end: number): Step | undefined {
  if (decoded[i] !== '\n') return undefined;
  const width = text.startsWith('\r\n', at) ? 2 : 1;
  const rest = decoded.slice(i + 1);
  const line = rest.slice(0, rest.indexOf('\n') < 0 ? undefined : rest.indexOf('\n'));
  let to = at + width;
  const stop = nextBreak(text, to, end);
  const indent = stop - to - line.length;
  if (indent > 0 && text.slice(to + indent, stop) === line) to += indent;
  else if (line === '') to = Math.min(stop, end);
  return { decoded: 1, end: at + width, to, exact: width === 1 };
}

function nextBreak(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && text[i] !== '\n' && text[i] !== '\r') i++;
  return i;
}

function skipBlanks(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && (text[i] === ' ' || text[i] === '\t')) i++;
  return i;
}

/** An escape sequence of a double-quoted scalar; a line break behind a backslash makes nothing. */
function escape(decoded: string, i: number, text: string, at: number): Step | undefined {
  const next = text[at + 1];
  if (next === '\n' || next === '\r') {
    const length = /^\\\r?\n?[ \t]*/.exec(text.slice(at, at + 4096))![0].length;
    return { decoded: 0, to: at + length, exact: false };
  }
  const digits = next === 'x' ? 2 : next === 'u' ? 4 : next === 'U' ? 8 : 0;
  const code = decoded.codePointAt(i);
  if (code === undefined) return undefined;
  return { decoded: digits === 8 ? String.fromCodePoint(code).length : 1, to: at + 2 + digits, exact: false };
}
