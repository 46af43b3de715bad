import { indexOf, splitText } from './search.js';
import { cover, type Span } from './span.js';
import { say } from './say.js';

/**
 * Where a piece of text came from.
 * - `source`: written in a document. `exact` means that the piece is, character for character, what stands at `span`;
 *   else the span is coarser (an escape sequence, an expression that computed the text).
 * - `row`: the value of a column of a row of data, put in for the placeholder at `placeholder`; `span` is its place in the
 *   row's file, where the row came from a file.
 * - `framework`: text that no config holds, added by the framework; `what` names it ("separator between shots").
 * - `unknown`: stands for text that cannot be known; `reason` is a sentence for the user.
 */
export type Origin =
  | { readonly kind: 'source'; readonly span: Span; readonly exact: boolean }
  | {
      readonly kind: 'row';
      readonly split: 'train' | 'test';
      readonly index: number;
      readonly column: string;
      readonly placeholder?: Span;
      readonly span?: Span;
    }
  | { readonly kind: 'framework'; readonly what: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly span?: Span };

/** What a stage says of a piece: the inner stage's word stays, an outer stage only adds what is still unsaid. */
export interface Note {
  /** Role of the turn that the piece belongs to: `HUMAN`. */
  readonly role?: string;
  /** What the piece is to its turn. */
  readonly part?: 'prompt' | 'role-begin' | 'role-end' | 'meta-begin' | 'meta-end' | 'chat-template' | 'separator';
  /** Number of the turn within the rendered prompt, from 0: pieces of one turn have the same. */
  readonly turn?: number;
  /** Which in-context example the piece belongs to, from 0; absent outside examples. */
  readonly shot?: number;
  /** Index of the train row that the example shows. */
  readonly shotRow?: number;
  /** Number of the chat message whose text this is, where that is asked for. */
  readonly message?: number;
  /** The model does not read this piece to go on from it: how likely it finds it is what is asked. */
  readonly scored?: boolean;
}

/** `length` UTF-16 units of a text with one origin. */
export interface Piece {
  readonly length: number;
  readonly origin: Origin;
  readonly note?: Note;
}

/** Of what a text was made: how to find its pieces, or the texts that it is, in a row. */
interface Recipe {
  readonly from: (() => readonly Piece[]) | readonly TracedText[];
  /** How many recipes ask each other before one has pieces. */
  readonly depth: number;
}

/** Recipes deeper than this are followed at once: a string that a long loop grows would else ask deeper than the stack goes. */
const deepestRecipe = 200;

/** Most pieces that a text is followed in: what is behind them has one origin. Each stage of a prompt has its own of all pieces. */
export const mostPieces = 50_000;

const theRest: Origin = { kind: 'framework', what: say`the rest of a text of more than ${String(mostPieces)} pieces` };

/** The pieces as far as they are followed. Whether something is unknown is told of the rest, too. */
function bounded(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length <= mostPieces) return pieces;
  const gathered = new Gathered();
  gathered.add(pieces);
  return gathered.pieces;
}

function followed({ from }: Recipe): readonly Piece[] {
  return bounded(typeof from === 'function' ? from() : joinedPieces(from));
}

/** A string that knows, piece by piece, where it came from. Immutable. All offsets and lengths are UTF-16. */
export class TracedText {
  static readonly empty = new TracedText('', []);

  /** The pieces, the origin of the only one, or how to find them. */
  private source: readonly Piece[] | Origin | Recipe;
  /** Where the pieces begin, once somebody has looked for one. */
  private starts: readonly number[] | undefined;

  /** @param source the pieces in order, their lengths adding up to the text's; the origin of the whole; or how to find the pieces when they are first asked for. */
  constructor(
    readonly text: string,
    source: readonly Piece[] | Origin | Recipe | (() => readonly Piece[]),
  ) {
    this.source = typeof source === 'function' ? { from: source, depth: 0 } : 'length' in source ? bounded(source) : source;
  }

  /** @param sources the texts whose pieces are asked for to find those of this one */
  private static madeOf(text: string, sources: readonly TracedText[], from: Recipe['from']): TracedText {
    let depth = 0;
    for (const { source } of sources) if ('depth' in source) depth = Math.max(depth, source.depth + 1);
    const recipe = { from, depth };
    return new TracedText(text, depth > deepestRecipe ? followed(recipe) : recipe);
  }

  /** A text with a single origin. */
  static of(text: string, origin: Origin): TracedText {
    return text === '' ? TracedText.empty : new TracedText(text, origin);
  }

  /** A text computed by the expression at `span`, whose pieces have no closer origin. */
  static computed(text: string, span: Span): TracedText {
    return TracedText.of(text, { kind: 'source', span, exact: false });
  }

  static join(parts: readonly TracedText[]): TracedText {
    if (parts.length === 1) return parts[0]!;
    let text = '';
    for (const part of parts) text += part.text;
    return TracedText.madeOf(text, parts, parts);
  }

  get pieces(): readonly Piece[] {
    const { source } = this;
    if ('length' in source) return source;
    return (this.source = 'kind' in source ? [{ length: this.length, origin: source }] : followed(source));
  }

  get length(): number {
    return this.text.length;
  }

  /** The text `count` times, each copy with the origins of the first. */
  repeat(count: number): TracedText {
    if (count <= 0 || this.length === 0) return TracedText.empty;
    if (count === 1) return this;
    return new TracedText(this.text.repeat(count), () => {
      const gathered = new Gathered();
      for (let i = 0; i < count; i++) gathered.add(this.pieces);
      return gathered.pieces;
    });
  }

  concat(other: TracedText): TracedText {
    if (other.length === 0) return this;
    if (this.length === 0) return other;
    return TracedText.join([this, other]);
  }

  /** The part from `start` to `end` (both within the text). Exact origins are narrowed with it. */
  slice(start: number, end: number = this.length): TracedText {
    const from = Math.max(0, start);
    const to = Math.min(this.length, end);
    if (from >= to) return TracedText.empty;
    if (from === 0 && to === this.length) return this;
    return TracedText.madeOf(this.text.slice(from, to), [this], () => slicePieces(this.pieces, from, to));
  }

  /** As Python's `str.replace`: at most `count` times where given, not overlapping; an empty `search` goes between all characters. */
  replace(search: string, replacement: TracedText, count = Infinity): TracedText {
    if (count <= 0) return this;
    if (search === '') return this.interleave(replacement, count);
    if (count === Infinity) return this.substitute(search, replacement, (put) => put);
    let at = indexOf(this.text, search);
    if (at < 0) return this;
    const parts: TracedText[] = [];
    let from = 0;
    for (let done = 0; at >= 0 && done < count; done++) {
      parts.push(this.slice(from, at), replacement);
      from = at + search.length;
      at = indexOf(this.text, search, from);
    }
    parts.push(this.slice(from));
    return TracedText.join(parts.filter((p) => p.length > 0));
  }

  /**
   * Replaces each `search`, which is not empty, by `put`. One pass over the pieces, however many there are.
   * @param adapt the pieces of `put` as they shall stand for the given pieces of this text
   */
  substitute(search: string, put: TracedText, adapt: (put: readonly Piece[], found: readonly Piece[]) => readonly Piece[]): TracedText {
    const parts = splitText(this.text, search);
    if (parts.length === 1) return this;
    return new TracedText(parts.join(put.text), () => {
      const cursor = new PieceCursor(this.pieces);
      const gathered = new Gathered();
      parts.forEach((part, i) => {
        gathered.add(cursor.take(part.length));
        if (i < parts.length - 1) gathered.add(adapt(put.pieces, cursor.take(search.length)));
      });
      return gathered.pieces;
    });
  }

  private interleave(replacement: TracedText, count: number): TracedText {
    const parts: TracedText[] = [];
    let done = 0;
    let offset = 0;
    for (const c of this.text) {
      if (done++ < count) parts.push(replacement);
      parts.push(this.slice(offset, (offset += c.length)));
    }
    if (done < count) parts.push(replacement);
    return TracedText.join(parts);
  }

  /** The same origins under another text: the whole gets one coarse origin that covers the sources of its pieces. */
  recomputed(text: string): TracedText {
    if (text === this.text) return this;
    return TracedText.of(text, coarse(this.pieces));
  }

  /** Adds `note` to every piece, keeping what a piece already says. */
  noted(note: Note): TracedText {
    return TracedText.madeOf(this.text, [this], () => this.pieces.map((p) => ({ ...p, note: { ...note, ...p.note } })));
  }

  /** Each piece with the offset at which it starts. */
  *located(): IterableIterator<{ readonly start: number; readonly piece: Piece }> {
    let start = 0;
    for (const piece of this.pieces) {
      yield { start, piece };
      start += piece.length;
    }
  }

  /** The parts of a text that is nothing but these in a row and whose pieces nobody has asked for yet. */
  get unsettledParts(): readonly TracedText[] | undefined {
    return 'from' in this.source && typeof this.source.from !== 'function' ? this.source.from : undefined;
  }

  /** The piece that holds the character at `offset`. */
  pieceAt(offset: number): Piece | undefined {
    return this.locate(offset)?.piece;
  }

  /** The same with where it begins. Found by halving: of a text of thousands of pieces each may be asked for. */
  locate(offset: number): { readonly start: number; readonly piece: Piece } | undefined {
    if (!(offset >= 0 && offset < this.length)) return undefined;
    this.starts ??= Array.from(this.located(), ({ start }) => start);
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    const piece = this.pieces[low];
    return piece && { start: this.starts[low]!, piece };
  }
}

/** Looks through parts that are themselves joined, so that the texts in between are never spelt out. */
function joinedPieces(parts: readonly TracedText[]): readonly Piece[] {
  const gathered = new Gathered();
  const waiting = [...parts].reverse();
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const inner = part.unsettledParts;
    if (inner) for (let i = inner.length - 1; i >= 0; i--) waiting.push(inner[i]!);
    else gathered.add(part.pieces);
  }
  return gathered.pieces;
}

/** Pieces in a row, as far as they are followed. */
class Gathered {
  private readonly followed: Piece[] = [];
  /** The last one, or all that is behind. */
  private rest: Piece | undefined;

  add(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (this.followed.length < mostPieces - 1) this.followed.push(piece);
      else this.rest = this.rest ? joinedRest(this.rest, piece) : piece;
    }
  }

  get pieces(): readonly Piece[] {
    return this.rest ? [...this.followed, this.rest] : this.followed;
  }
}

function joinedRest(rest: Piece, piece: Piece): Piece {
  const unknown = [rest, piece].find(({ origin }) => origin.kind === 'unknown');
  return { length: rest.length + piece.length, origin: unknown?.origin ?? theRest };
}

/** Walks pieces once, a length at a time. */
class PieceCursor {
  private index = 0;
  private used = 0;

  constructor(private readonly pieces: readonly Piece[]) {}

  /** The pieces of the next `length` characters. */
  take(length: number): Piece[] {
    const taken: Piece[] = [];
    for (let left = length; left > 0;) {
      const piece = this.pieces[this.index];
      if (!piece) break;
      const count = Math.min(left, piece.length - this.used);
      taken.push(cutPiece(piece, this.used, this.used + count));
      left -= count;
      this.used += count;
      if (this.used === piece.length) {
        this.index++;
        this.used = 0;
      }
    }
    return taken;
  }
}

function slicePieces(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const result: Piece[] = [];
  let { index, start } = pieces.length > manyPieces ? seek(pieces, from) : { index: 0, start: 0 };
  for (; index < pieces.length; index++) {
    const piece = pieces[index]!;
    const end = start + piece.length;
    const cutFrom = Math.max(start, from);
    const cutTo = Math.min(end, to);
    if (cutFrom < cutTo) result.push(cutPiece(piece, cutFrom - start, cutTo - start));
    if (end >= to) break;
    start = end;
  }
  return result;
}

/** In more pieces than this a place is sought by halves: a long text is cut as often as it has pieces. */
const manyPieces = 100;

/** Where each of many pieces starts. */
const startsOf = new WeakMap<readonly Piece[], Float64Array>();

/** The last piece that starts at or before `offset`. */
function seek(pieces: readonly Piece[], offset: number): { index: number; start: number } {
  let starts = startsOf.get(pieces);
  if (!starts) startsOf.set(pieces, (starts = sums(pieces)));
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { index: low, start: starts[low]! };
}

function sums(pieces: readonly Piece[]): Float64Array {
  const starts = new Float64Array(pieces.length);
  for (let i = 1; i < pieces.length; i++) starts[i] = starts[i - 1]! + pieces[i - 1]!.length;
  return starts;
}

function cutPiece(piece: Piece, from: number, to: number): Piece {
  if (from === 0 && to === piece.length) return piece;
  const { origin } = piece;
  if (origin.kind !== 'source' || !origin.exact) return { ...piece, length: to - from };
  const span = { file: origin.span.file, start: origin.span.start + from, end: origin.span.start + to };
  return { ...piece, length: to - from, origin: { kind: 'source', span, exact: true } };
}

function coarse(pieces: readonly Piece[]): Origin {
  let found: Origin | undefined;
  for (const { origin } of pieces) {
    if (origin.kind === 'unknown') return origin;
    if (!found) found = origin.kind === 'source' ? { ...origin, exact: false } : origin;
    else if (found.kind === 'source' && origin.kind === 'source')
      found = { kind: 'source', span: cover(found.span, origin.span), exact: false };
  }
  return found ?? { kind: 'framework', what: say`computed text` };
}
