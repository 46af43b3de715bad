import type { DictValue } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { renameKeyFix } from '../../../checks/support/fixes.js';
import { kindOf } from '../load/task-file.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Fields with which a file is meant as a task of its own. */
export const fieldsOfTasks = ['dataset_path', 'custom_dataset', 'doc_to_text', 'doc_to_target', 'test_split', 'validation_split'];

/** Whether a file that is a group by its `group` is written as a task. */
export function isMeantAsTask(value: DictValue): boolean {
  const members = value.get('task');
  return (!members || members.kind === 'str' || members.kind === 'none') && fieldsOfTasks.some((key) => value.entry(key));
}

/** `group` in the file of a task (lm-evaluation-harness 0.4.13 `tasks/_index.py`). */
export const groupInTask = fileRule(
  {
    id: 'group-in-task',
    title: 'A task that names its group, and becomes one',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'The task is not registered: the file is taken to be a group without members',
  },
  function* (context): Iterable<Finding> {
    const { value } = context.evaluation;
    const group = value.entry('group');
    const members = value.get('task');
    if (kindOf(value) !== 'GROUP' || !group || !isMeantAsTask(value)) return;
    const task = members?.kind === 'str' ? ` ${members.text}` : '';
    yield {
      span: group.keySpan,
      message: say`A file with \`group\` is a group, whatever else it holds: the task${task} is not registered, and --tasks does not find it. Use \`tag\` to run it together with others.`,
      fixes: value.entry('tag') ? [] : renameKeyFix(context, group, 'tag'),
    };
  },
);
