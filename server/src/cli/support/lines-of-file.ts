import { LineIndex } from '../../engine/core/line-index.js';
import type { FileId } from '../../engine/core/span.js';
import type { Project } from '../../engine/project/project.js';

/** The lines of a file as it is read, whether it is a document of the project or not: what is included needs no ending of a language. Empty where it cannot be read. */
export function linesOfFile(project: Project, file: FileId): LineIndex {
  const read = project.workspace.read(file);
  return new LineIndex(read.kind === 'text' ? read.text : '');
}
