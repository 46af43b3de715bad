import type { FileId } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { NamedModules, placesInFile, variableAt, variableOf, type VariablePlace } from './variable.js';

/**
 * Where the name at an offset is written, in every file that has it from another: through `read_base`, `import *`, and as far as the import that gives it an alias. Empty where no
 * name of a config's module stands.
 * @param index with all names of the workspace
 */
export function referencesAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number): readonly VariablePlace[] {
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  return found ? variableOf(modules, index, found.file, found.name).places : [];
}

/** Where the name at an offset is written in the same file. */
export function highlightsAt(project: Project, file: FileId, offset: number): readonly VariablePlace[] {
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  if (!found) return [];
  // Of `from .x import a as b` the `a` stands for nothing else in this file.
  return found.file === file ? placesInFile(modules, file, found.name) : [{ span: found.span, binds: false }];
}
