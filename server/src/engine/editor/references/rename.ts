import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { nameOfCodeAt, unboundAt } from './code-name.js';
import { columnInCode } from './naming-code.js';
import { renameCode } from './rename-code.js';
import { fixedByCode } from './rename-in-class.js';
import type { Renamable, RenameResult } from './rename-result.js';
import { renameShared } from './rename-shared.js';
import { renamableVariable, renameConfigVariable } from './rename-variable.js';
import { sharedNameAt } from './shared-names.js';
import { NamedModules, variableAt } from './variable.js';

/** What `renameAt` would change at an offset. Undefined where no name stands that may be renamed. @param index as far as it is read */
export function renamableAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number): Renamable | undefined {
  const bound = nameOfCodeAt(project, index, file, offset);
  if (bound) return { span: { file, start: bound.at.start, end: bound.at.end }, name: bound.name };
  const variable = renamableVariable(project, file, offset);
  if (variable) return variable;
  const column = columnInCode(project, file, offset);
  const fixed = column && fixedByCode(column.classes, column.name);
  return fixed === undefined ? sharedNameAt(project, file, offset, index) : { refused: fixed };
}

/**
 * Renames what is named at an offset, in all files of the workspace that have it.
 * @param index with all names of the workspace
 */
export function* renameAt(project: Project, index: WorkspaceIndex, file: FileId, offset: number, to: string): Steps<RenameResult> {
  const bound = nameOfCodeAt(project, index, file, offset);
  const code = bound && (yield* renameCode(project, index, bound, to));
  if (code) return code;
  const unbound = unboundAt(project, file, offset);
  if (unbound !== undefined) return { refused: say`What ${unbound} is can only be known by loading its module.` };
  if (variableAt(new NamedModules(project), file, offset)) return yield* renameConfigVariable(project, index, file, offset, to);
  const shared = sharedNameAt(project, file, offset, index);
  return shared ? yield* renameShared(project, index, shared, to) : { refused: say`There is no config name here that can be renamed.` };
}
