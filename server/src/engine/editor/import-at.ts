import type { BaseImport } from '../core/evaluation.js';
import type { Project } from '../project/project.js';
import type { FileId } from '../core/span.js';

/**
 * The import of `file` through which `origin` came in: the one that leads there directly, else one whose base depends on it.
 * Undefined for the document itself and for files that no base led to.
 */
export function importOf(project: Project, file: FileId, origin: FileId): BaseImport | undefined {
  if (origin === file) return undefined;
  const imports = project.evaluate(file)?.baseImports ?? [];
  return (
    imports.find((base) => base.file === origin) ??
    imports.find((base) => base.file !== undefined && base.file !== file && project.evaluate(base.file)?.dependencies.has(origin))
  );
}
