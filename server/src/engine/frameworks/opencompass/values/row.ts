import { pyStr } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import type { DictValue, Value } from '../../../core/value.js';
import { withEntry } from './python-value.js';

/** One row of data on its way into a template. */
export interface Row {
  readonly split: 'train' | 'test';
  readonly index: number;
  readonly columns: DictValue;
  /** The column whose value the inferencer has replaced, so that the answer does not leak. */
  readonly masked?: string;
}

/** The row with `column` replaced by `token`, in its place or else appended. */
export function masked(row: Row, column: string, token: Value): Row {
  return { ...row, columns: withEntry(row.columns, column, token), masked: column };
}

/** What stands in the prompt for a column: `str(value)`. */
export function columnText(row: Row, column: string, value: Value): TracedText {
  const text = pyStr(value);
  if (row.masked === column || text.pieces.some((piece) => piece.origin.kind === 'unknown')) return text;
  const span = value.span.file === '' ? undefined : value.span;
  return TracedText.of(text.text, { kind: 'row', split: row.split, index: row.index, column, ...(span && { span }) });
}
