import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import type { FileId } from '../../../core/span.js';
import type { DictValue } from '../../../core/value.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { shippedFolderOf } from './find-tasks.js';

/**
 * What a release raises for a task by where its file lies, when the task is called by its name or by a tag (`HarnessRelease.logsPathInOwnFolder`); undefined where it
 * takes the file. It is raised once the task is loaded, before any prompt is made.
 * @param task the config as it is read
 */
export function raisedByPlace(task: DictValue, file: FileId, { logsPathInOwnFolder, name }: HarnessRelease): PyError | undefined {
  if (!logsPathInOwnFolder || shippedFolderOf(file) !== undefined) return undefined;
  return new PyError(
    'ValueError',
    `'${file}' is not in the subpath of 'lm_eval/tasks' OR one path is relative and the other is absolute.`,
    task.entry('task')?.keySpan ?? task.span,
    say`lm_eval ${name} raises it for each task outside of its own folder lm_eval/tasks that is called by its name or a tag, as with --include_path: the prompt is never sent. Members of a group of tasks run, and every other release runs it.`,
  );
}
