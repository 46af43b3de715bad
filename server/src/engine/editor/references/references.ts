import type { FileId } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { codeHighlights, nameOfCode, nameOfCodeAt } from './code-name.js';
import { asPlaces, sharedHighlights, sharedNameAt, sharedThingOf } from './shared-names.js';
import { NamedModules, placesInFile, variableAt, variableOf, type PlaceOfName } from './variable.js';

/**
 * Where the name at an offset is written, in every file that has it from another: a variable of configs through `read_base`, `import *`, and as far as the import that gives it an
 * alias; a function or class that tasks name; a role, a column or an abbr in all configs that have one of its places, a column in the code of the dataset class that gives it, too. Empty
 * where nothing of these stands.
 * @param index with all names of the workspace
 */
export function* referencesAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number): Steps<readonly PlaceOfName[]> {
  const bound = nameOfCodeAt(project, index, file, offset);
  const code = bound && (yield* nameOfCode(project, index, bound));
  if (code) return code.places;
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  if (found) return (yield* variableOf(modules, index, found.file, found.name)).places;
  const shared = sharedNameAt(project, file, offset, index);
  if (!shared) return [];
  const { places, written } = yield* sharedThingOf(project, index, shared);
  return [...places, ...asPlaces(written)];
}

/** Where the name at an offset is written in the same file. */
export function highlightsAt(project: Project, file: FileId, offset: number): readonly PlaceOfName[] {
  const modules = new NamedModules(project);
  const found = variableAt(modules, file, offset);
  if (!found) {
    const code = codeHighlights(project, file, offset);
    return code.length > 0 ? code : sharedHighlights(project, file, offset);
  }
  // Of `from .x import a as b` the `a` stands for nothing else in this file.
  return found.file === file ? placesInFile(modules, file, found.name) : [{ span: found.span, binds: false }];
}
