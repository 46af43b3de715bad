import type { SyntaxProblem } from '../tree/ast.js';

/** A token as far as problems are looked for: its place and what kind of thing it is. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'mark' | 'newline';
  readonly start: number;
  readonly end: number;
}

/** `length` units at `start` are replaced by `by`, of the same length, before the text goes to the grammar. */
export interface Patch {
  readonly start: number;
  readonly by: string;
}

export interface Bracket {
  readonly at: number;
  readonly mark: string;
}

/** What a quick look at the characters of a document says: all that CPython's tokenizer would complain about, and where it can be cut. */
export interface Lexed {
  readonly problems: SyntaxProblem[];
  /** Where top-level statements start: lines at column 0 outside of brackets and strings. */
  readonly cuts: number[];
  /** Repairs that make the text readable in spite of the problems. */
  readonly patches: Patch[];
  /** Line breaks and comments within brackets: to the grammar these may be blanks. */
  readonly blanks: Patch[];
  /** Closing brackets to be added at the end of the piece that holds the offset. */
  readonly closers: { readonly at: number; readonly text: string }[];
  /** Pieces (by an offset in them) that nest too deeply to be parsed. */
  readonly tooDeep: number[];
  /** Lines that end too early: the grammar would read on in the next one, so only the pieces can be parsed. */
  readonly cutShort: number[];
}
