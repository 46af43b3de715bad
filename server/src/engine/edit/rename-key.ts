import type { TextEdit } from '../core/text-edit.js';
import { textOf, type DictEntry } from '../core/value.js';

/**
 * The edit that renames the key of an entry where it is written: a keyword of `dict(…)`, a quoted key, a plain YAML key.
 * @param text the document that `entry.keySpan` refers to @param newName a plain name
 * @returns undefined where the text at the span is not the key as such (it is computed, or written with escape sequences)
 */
export function renameKey(text: string, entry: DictEntry, newName: string): TextEdit | undefined {
  const key = textOf(entry.key);
  if (key === undefined || !/^[A-Za-z_]\w*$/.test(newName)) return undefined;
  const { file, start, end } = entry.keySpan;
  const written = text.slice(start, end);
  if (written === key) return { span: { file, start, end }, newText: newName };
  const quoted = /^(?:[uUrR]?)("""|'''|"|')/.exec(written);
  if (!quoted) return undefined;
  const from = start + quoted[0].length;
  const to = end - quoted[1]!.length;
  return text.slice(from, to) === key ? { span: { file, start: from, end: to }, newText: newName } : undefined;
}
