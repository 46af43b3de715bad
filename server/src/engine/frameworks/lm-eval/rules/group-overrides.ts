import { textOf, type Value } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { taskFileFields } from '../load/schemas.js';
import { renameKeyFix } from '../../../checks/support/fixes.js';
import { listed } from '../../../checks/support/words.js';
import { kindOf } from '../load/task-file.js';
import { fieldsOfTasks } from './group-in-task.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** The fields of GroupConfig, and what loading takes out. */
const ofGroup: ReadonlySet<string> = new Set([
  'group',
  'group_alias',
  'task',
  'aggregate_metric_list',
  'metadata',
  'include',
  'tag',
  'task_list',
]);

/** Keys of a group that are set in all its members (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_group`). */
export const groupOverrides = fileRule(
  {
    id: 'group-overrides',
    title: 'A group that changes all its members',
    severity: 'information',
    fix: 'unsafe',
    prevents: 'Members that run with settings other than those in their own files',
  },
  function* (context): Iterable<Finding> {
    const { value } = context.evaluation;
    const members = value.get('task');
    if (kindOf(value) !== 'GROUP' || members?.kind !== 'list') return;
    const isTask = (key: string): boolean => taskFileFields.field('task', key) !== undefined;
    const entries = [...value.entries.values()].filter(({ key }) => key.kind === 'str' && !ofGroup.has(key.text) && isTask(key.text));
    const first = entries[0];
    if (!first) return;
    const names = entries.map(({ key }) => textOf(key)!);
    const much = fieldsOfTasks.some((key) => names.includes(key)) ? ' whole' : '';
    const meant = entries.find((entry) => textOf(entry.key) === 'metric_list' && weighsMembers(entry.value));
    if (meant && !value.entry('aggregate_metric_list')) {
      yield {
        span: meant.keySpan,
        severity: 'warning',
        message: say`In a group \`metric_list\` replaces that of each member, and nothing is combined: weight_by_size is a key of \`aggregate_metric_list\`. Did you mean that?`,
        fixes: renameKeyFix(context, meant, 'aggregate_metric_list'),
      };
      return;
    }
    yield {
      span: first.keySpan,
      message: say`A key that is not a field of a group replaces the${much} value of each member, whatever its own file says: here ${listed(names)}.`,
    };
  },
);

/** Metrics as a group combines them. */
function weighsMembers(list: Value): boolean {
  return list.kind === 'list' && list.items.some((item) => item.kind === 'dict' && item.entry('weight_by_size') !== undefined);
}
