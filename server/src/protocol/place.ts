/** Lines and characters are from 0, UTF-16, as in the Language Server Protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A place as a client opens it. */
export interface PlaceLink {
  readonly uri: string;
  readonly range: Range;
  /** `gsm8k_gen.py:14`. */
  readonly label: string;
}

/** A place where a cursor is. */
export interface CursorPlace {
  readonly uri: string;
  readonly position: Position;
}
