import type { Position } from '../engine/core/line-index.js';

export type { Position };

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
