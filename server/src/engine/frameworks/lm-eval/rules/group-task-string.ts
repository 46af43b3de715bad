import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { kindOf } from '../load/task-file.js';
import { fieldsOfTasks } from './group-in-task.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A group whose members are no list (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_group`). */
export const groupTaskString = fileRule(
  {
    id: 'group-task-string',
    title: 'A group whose `task` is a single name, not a list',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'The group has no members, and evaluates nothing',
  },
  function* (context): Iterable<Finding> {
    const { value } = context.evaluation;
    const task = value.entry('task');
    if (kindOf(value) !== 'GROUP' || task?.value.kind !== 'str' || fieldsOfTasks.some((key) => value.entry(key))) return;
    const source = context.text(task.valueSpan.file).slice(task.valueSpan.start, task.valueSpan.end);
    yield {
      span: task.valueSpan,
      message: say`The members of a group are only built from a list: with the name alone the group is empty. Write it as a list of one.`,
      fixes: oneEdit(say`Write a list`, false, /\n/.test(source) ? undefined : { span: task.valueSpan, newText: `[${source}]` }),
    };
  },
);
