import { existsSync } from 'node:fs';
import { frameworks } from '../../engine/frameworks/registry.js';
import type { Project } from '../../engine/project/project.js';
import type { FileId } from '../../engine/core/span.js';
import { fileOfPath } from '../../node/uris.js';
import { CommandError } from './command.js';
import { openConfig } from './open-project.js';
import { shownPath } from './shown-path.js';

/** The document of a task, and which of its prompt formats is meant. */
export interface NamedTask {
  readonly file: FileId;
  readonly format?: string | undefined;
}

/** Whether the word on the command line must be the name of a task: no file is there, and it is no path of one. */
export function isTaskName(word: string): boolean {
  return !existsSync(word) && !/[\\/]|\.(?:py|ya?ml|jsonc?)$/.test(word);
}

/**
 * Opens the task, group or tag of a name, as a framework's own command line takes it.
 * @throws CommandError where no framework within reach has the name, with the nearest ones
 */
export function openTask(project: Project, word: string): NamedTask {
  const request = { directory: fileOfPath(process.cwd()), surroundings: project, shown: shownPath };
  const answers = frameworks.flatMap((framework) => framework.findByName?.(word, request) ?? []);
  for (const answer of answers) {
    if (!('file' in answer)) continue;
    if (answer.text !== undefined) project.update(answer.file, answer.text, 1, 'yaml');
    return { file: openConfig(project, answer.file), format: answer.format };
  }
  throw new CommandError(answers.map((answer) => ('refused' in answer ? answer.refused : '')).join('\n'));
}
