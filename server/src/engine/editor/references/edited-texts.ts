import type { FileId } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Project } from '../../project/project.js';

/** The texts of files after edits; undefined where one of them cannot be read. */
export function editedTexts(project: Project, edits: readonly TextEdit[]): Map<FileId, string> | undefined {
  const texts = new Map<FileId, string>();
  // From the end, so that the places before are not moved.
  for (const { span, newText } of [...edits].sort((a, b) => b.span.start - a.span.start)) {
    const read = project.workspace.read(span.file);
    const text = texts.get(span.file) ?? (read.kind === 'text' ? read.text : undefined);
    if (text === undefined) return undefined;
    texts.set(span.file, text.slice(0, span.start) + newText + text.slice(span.end));
  }
  return texts;
}
