import type { Document } from '../../engine/core/document.js';
import { LineIndex } from '../../engine/core/line-index.js';
import type { FileId } from '../../engine/core/span.js';
import type { Project } from '../../engine/project/project.js';

/** The lines of a file as it is read, whether it is a document of the project or not: what is included needs no ending of a language. Empty where it cannot be read. */
export function linesOfFile(project: Project, file: FileId): LineIndex {
  const read = project.workspace.read(file);
  return new LineIndex(read.kind === 'text' ? read.text : '');
}

/**
 * The lines of any file as it is read, for one report: each file is read and divided once, however many places of it are told. Not to be kept, since files change.
 * @param known a document whose lines are there
 */
export function linesOfFiles(project: Project, known?: Document): (file: FileId) => LineIndex {
  const indexes = new Map<FileId, LineIndex>(known && [[known.file, known.lines]]);
  return (file) => {
    let lines = indexes.get(file);
    if (!lines) indexes.set(file, (lines = linesOfFile(project, file)));
    return lines;
  };
}
