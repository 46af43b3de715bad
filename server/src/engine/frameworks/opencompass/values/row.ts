import { flatText } from '../../../python/runtime/flat-text.js';
import { pyStr } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { oncePer } from '../../../core/once-per.js';
import type { DictValue, ListValue, Value } from '../../../core/value.js';
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
  if (row.masked === column) return pyStr(value);
  const flat = value.kind === 'list' || value.kind === 'dict' ? textOfCell(value) : undefined;
  if (flat !== undefined) return ofCell(row, column, value, flat);
  const text = pyStr(value);
  return text.pieces.some((piece) => piece.origin.kind === 'unknown') ? text : ofCell(row, column, value, text.text);
}

/** Of each stage and label it is the same, and a cell may hold much. Nothing changes a row any more that is on its way into a template. */
const textOfCell = oncePer((cell: ListValue | DictValue) => flatText(cell));

function ofCell(row: Row, column: string, value: Value, text: string): TracedText {
  const span = value.span.file === '' ? undefined : value.span;
  return TracedText.of(text, { kind: 'row', split: row.split, index: row.index, column, ...(span && { span }) });
}
