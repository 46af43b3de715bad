import type { Project } from '../project.js';
import type { FileId, Span } from '../text/span.js';

export interface DocumentLink {
  readonly span: Span;
  readonly target: FileId;
}

/** The modules and includes that lead to a base config. */
export function documentLinks(project: Project, file: FileId): DocumentLink[] {
  if (!project.load(file)) return [];
  return (project.evaluate(file)?.baseImports ?? []).flatMap(({ moduleSpan, file: target }) => (target === undefined ? [] : [{ span: moduleSpan, target }]));
}
