import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import type { Renamable, RenameResult } from './rename-result.js';
import { renameShared } from './rename-shared.js';
import { renamableVariable, renameConfigVariable } from './rename-variable.js';
import { sharedNameAt } from './shared-names.js';
import { NamedModules, variableAt } from './variable.js';

/** What `renameAt` would change at an offset. Undefined where no name stands that may be renamed. @param index as far as it is read */
export function renamableAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number): Renamable | undefined {
  return renamableVariable(project, file, offset) ?? sharedNameAt(project, file, offset, index);
}

/**
 * Renames what is named at an offset, in all files of the workspace that have it.
 * @param index with all names of the workspace
 */
export function renameAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number, to: string): RenameResult {
  if (variableAt(new NamedModules(project), file, offset)) return renameConfigVariable(project, index, file, offset, to);
  const shared = sharedNameAt(project, file, offset, index);
  return shared ? renameShared(project, index, shared, to) : { refused: say`There is no name of a config here that can be renamed.` };
}
