import type { Cell, ColumnarFile, ColumnarFormat } from '../engine/core/columnar.js';

/** To the program that reads a file of columns. It does one thing at a time, and answers each `open` and `read`. */
export type ToReader =
  | { readonly kind: 'open'; readonly format: ColumnarFormat; readonly size: number }
  | { readonly kind: 'read'; readonly start: number; readonly end: number }
  /** The answer to a `slice`. */
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'no-bytes'; readonly id: number; readonly message: string };

/** From it. */
export type FromReader =
  | { readonly kind: 'opened'; readonly file: Omit<ColumnarFile, 'read'> }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'failed'; readonly message: string }
  /** Asks for bytes of the file: the program itself reads no files. */
  | { readonly kind: 'slice'; readonly id: number; readonly start: number; readonly end: number };
