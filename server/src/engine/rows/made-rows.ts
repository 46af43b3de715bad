import { DictValue, ListValue, str, type Value } from '../core/value.js';
import { nowhere } from '../core/span.js';
import type { Columns } from './columns.js';

/** Rows that exist only to show where their columns go. `at` has an answer for every index below `count`. */
export interface MadeRows {
  readonly train: { readonly count: number; at(index: number): DictValue };
  readonly test: DictValue;
}

/** Any id that a config may name has its row. A multiple of ten, so that negative ids count from the end of a block of ten. */
const trainCount = 1_000_000_000_000;

/**
 * Makes rows up.
 * @param text what stands in a column: of a train row by its index, of the test row without one
 */
export function makeRows(columns: Columns, text: (column: string, index: number | undefined) => string): MadeRows {
  const row = (index: number | undefined): DictValue => {
    const result = new DictValue(nowhere);
    for (const name of columns.names)
      result.set(
        name,
        cell(columns, name, (column) => text(column, index), index),
      );
    return result;
  };
  return { train: { count: trainCount, at: row }, test: row(undefined) };
}

function cell(columns: Columns, name: string, textOf: (column: string) => string, index: number | undefined): Value {
  const { exampleLabels } = columns;
  if (index !== undefined && name === columns.output && exampleLabels.length > 0) return exampleLabels[index % exampleLabels.length]!;
  if (name === 'content' && columns.segments.length > 0) return str(contentOf(columns.segments, textOf), nowhere);
  const text = textOf(name);
  if (columns.turns.has(name))
    return new ListValue(
      [0, 1].map((turn) => str(`${text.slice(0, -1)}.${String(turn)}${text.slice(-1)}`, nowhere)),
      nowhere,
    );
  if (!columns.conversations.has(name)) return str(text, nowhere);
  return new ListValue([message('user', `${text}.0`), message('assistant', `${text}.1`)], nowhere);
}

/** A row of several media as AISBench's datasets write it (AISBench 3.1.0 `utils/prompt/prompt.py`). */
function contentOf(segments: readonly string[], textOf: (column: string) => string): string {
  return segments
    .map((kind) => `<AIS_${kind.toUpperCase()}_START>${textOf(kind === 'text' ? 'question' : kind)}`)
    .join('<AIS_CONTENT_TAG>');
}

function message(role: string, content: string): DictValue {
  const result = new DictValue(nowhere);
  result.set('role', str(role, nowhere));
  result.set('content', str(content, nowhere));
  return result;
}
