import type { FileId } from '../../engine/core/span.js';
import type { PreflightFile } from '../../engine/project/preflight-file.js';
import type { Project } from '../../engine/project/project.js';
import { CommandError } from '../support/command.js';
import { linesOfFile } from '../support/lines-of-file.js';
import { shownPath } from '../support/shown-path.js';
import { note } from '../support/terminal.js';

/**
 * Says on standard error what cannot be used of the project files above the files that are checked; of those among them the check itself says it.
 * @throws CommandError where one cannot be used at all: what the team has agreed on is not known then
 */
export function tellOfProjectFiles(project: Project, files: readonly FileId[]): void {
  const checked = new Set(files);
  for (const found of filesAbove(project, files)) {
    if (checked.has(found.file)) continue;
    for (const line of linesOf(project, found)) {
      if (found.unusable !== undefined) throw new CommandError(line);
      note(line);
    }
  }
}

/** The project files above files. */
export function projectFilesOf(project: Project, files: readonly FileId[]): FileId[] {
  return [...filesAbove(project, files)].map(({ file }) => file);
}

function filesAbove(project: Project, files: readonly FileId[]): Set<PreflightFile> {
  return new Set(files.flatMap((file) => project.preflight(file) ?? []));
}

/** Places are counted from 1. */
function linesOf(project: Project, { file, problems }: PreflightFile): string[] {
  const lines = linesOfFile(project, file);
  return problems.map(({ span, message }) => {
    const { line, character } = lines.positionAt(span.start);
    return `${shownPath(file)}:${line + 1}:${character + 1}: ${message}`;
  });
}
