import type { TextEdit } from '../core/text-edit.js';
import type { DictEntry } from '../core/value.js';
import { lineStartOf } from '../core/line-start.js';
import { lineEndOf } from './language.js';

/**
 * The edit that removes an entry of a YAML block mapping with its lines.
 * @param text the document that the entry's spans refer to @returns undefined where anything else stands on these lines
 */
export function removeEntry(text: string, entry: DictEntry): TextEdit | undefined {
  const { file, start: keyStart } = entry.keySpan;
  const valueEnd = entry.valueSpan.file === file ? Math.max(entry.keySpan.end, entry.valueSpan.end) : entry.keySpan.end;
  const start = lineStartOf(text, keyStart);
  const lineEnd = lineEndOf(text, valueEnd);
  if (text.slice(start, keyStart).trim() !== '' || !/^:?[ \t]*(?:#.*)?$/.test(text.slice(valueEnd, lineEnd))) return undefined;
  const end = text.startsWith('\r\n', lineEnd) ? lineEnd + 2 : Math.min(lineEnd + 1, text.length);
  return { span: { file, start, end }, newText: '' };
}
