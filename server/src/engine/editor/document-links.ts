import type { Project } from '../project/project.js';
import type { FileId, Span } from '../core/span.js';
import { functionPlaces } from '../frameworks/lm-eval/editor/places-in-text.js';

export interface DocumentLink {
  readonly span: Span;
  readonly target: FileId;
}

/** The modules and includes that lead to a base config, and the functions of a task. */
export function documentLinks(project: Project, file: FileId): DocumentLink[] {
  const loaded = project.load(file);
  if (!loaded) return [];
  const bases = (project.evaluate(file)?.baseImports ?? []).flatMap(({ moduleSpan, file: target }) => (target === undefined ? [] : [{ span: moduleSpan, target }]));
  return [...bases, ...functionPlaces(loaded).map(({ ref, found }) => ({ span: ref.span, target: found.file }))];
}
