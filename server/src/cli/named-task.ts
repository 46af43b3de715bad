import { existsSync } from 'node:fs';
import { selectionOf } from '../frameworks/lm-eval/formats/index.js';
import { taskIndexOf } from '../frameworks/lm-eval/load/indexes.js';
import type { TaskIndex } from '../frameworks/lm-eval/load/task-index.js';
import { fileOfPath } from '../lsp/uris.js';
import type { Project } from '../project.js';
import { nearest } from '../rules/support/nearest.js';
import type { FileId } from '../text/span.js';
import { CommandError } from './command.js';
import { openConfig } from './engine.js';
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
 * Opens the task or group of a name, `task@format` included, as `--tasks` takes it.
 * @throws CommandError where no directory of tasks within reach has the name, with the nearest ones
 */
export function openTask(project: Project, word: string): NamedTask {
  const index = taskIndexOf(`${fileOfPath(process.cwd())}/task.yaml`, project);
  const selection = index.entry(word) ? undefined : selectionOf(word);
  const name = selection === undefined ? word : word.slice(0, -selection.length - 1);
  const entry = index.entry(name);
  if (!entry) throw new CommandError(notFound(index, name));
  if (entry.kind === 'TAG') throw new CommandError(`${name} is a tag. Its tasks are: ${listed([...entry.tagged].sort())}.`);
  if (entry.kind === 'PY_TASK') throw new CommandError(`${name} is a class in Python, which is not run: its prompts are known only to its code (${shownPath(entry.file!)}).`);
  return { file: openConfig(project, entry.file!), format: selection };
}

function notFound(index: TaskIndex, name: string): string {
  const similar = nearest(name, [...index.entries.keys()]);
  const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
  return `There is no file ${name}, and no task or group of that name in ${index.roots.map(shownPath).join(', ')}.${hint}`;
}

function listed(names: readonly string[]): string {
  return names.length > 20 ? `${names.slice(0, 20).join(', ')} and ${String(names.length - 20)} more` : names.join(', ');
}
