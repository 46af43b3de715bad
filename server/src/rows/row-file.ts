import type { Span } from '../text/span.js';
import type { DictValue } from '../value.js';

/** A part of a row file that cannot be used; the rest still can. */
export interface RowProblem {
  /** Line, from 0. */
  readonly line: number;
  readonly span: Span;
  /** A whole sentence for the user, with the line counted from 1. */
  readonly message: string;
}

/** The rows of a file, in order. Their values' spans are places in that file. */
export interface RowFile {
  readonly rows: readonly DictValue[];
  readonly problems: readonly RowProblem[];
}
