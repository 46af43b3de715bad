import type { Project } from '../project/project.js';
import type { FileId } from '../core/span.js';
import type { DocumentLink } from '../frameworks/face/editor.js';

/** The modules and includes that lead to a base config, and what else the framework knows to lead to a file. */
export function documentLinks(project: Project, file: FileId): DocumentLink[] {
  const loaded = project.load(file);
  if (!loaded) return [];
  const bases = (project.evaluate(file)?.baseImports ?? []).flatMap(({ moduleSpan, file: target }) =>
    target === undefined ? [] : [{ span: moduleSpan, target }],
  );
  return [...bases, ...(loaded.framework.editor?.links?.(loaded) ?? [])];
}
