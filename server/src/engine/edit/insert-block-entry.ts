import type { TextEdit } from '../core/text-edit.js';
import type { DictValue } from '../core/value.js';
import { lineStartOf } from '../core/line-start.js';
import { lineBreakOf, lineEndOf } from './language.js';

/** Adds a line `entry` below a YAML block mapping, in the column of its first key. */
export function insertBlockEntry(text: string, dict: DictValue, entry: string): TextEdit | undefined {
  const { file, start, end } = dict.span;
  if (dict.entries.size === 0 || start >= end) return undefined;
  const column = start - lineStartOf(text, start);
  const at = lineEndOf(text, end);
  // Behind the last value only a comment may stand: anything else belongs to a flow collection around, or to what we do not understand.
  if (!/^[ \t]*(#.*)?$/.test(text.slice(end, at))) return undefined;
  return { span: { file, start: at, end: at }, newText: lineBreakOf(text) + ' '.repeat(column) + entry };
}
