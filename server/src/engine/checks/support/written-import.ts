import type { FileId } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';

/** An import statement with its lines. */
export interface WrittenImport {
  /** The statement alone, with a comment behind it. */
  readonly text: string;
  /** Removes its lines. */
  readonly edit: TextEdit;
}

/** On one line, over several within parentheses, or with backslashes at their ends. */
const statement = /^from[ \t]*[\w.]+[ \t]*import(?:[ \t]*\([^()]*\)[ \t]*|(?:[^()#;\\\r\n]|\\\r?\n)*)(?:#[^\r\n]*)?\r?(?:\n|$)/gm;

/** The import statement at the start of a line that `offset` stands in; undefined for any other. */
export function writtenImport(source: string, file: FileId, offset: number): WrittenImport | undefined {
  for (const { index, 0: text } of source.matchAll(statement)) {
    const end = index + text.length;
    if (index <= offset && offset < end) return { text: text.trimEnd(), edit: { span: { file, start: index, end }, newText: '' } };
  }
  return undefined;
}
