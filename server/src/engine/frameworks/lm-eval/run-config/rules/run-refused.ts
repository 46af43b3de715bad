import type { Finding } from '../../../face/rule.js';
import { textOf } from '../../../../core/value.js';
import { isChatService } from '../model-chat.js';
import { releaseOf } from '../../releases/find-harness.js';
import { refusalsOf } from '../run-refusals.js';
import { stopOfTask, tasksOfRun } from '../run-tasks.js';
import { runRule } from './run-rule.js';

/** So many tasks are looked at: what is wrong with one of a group is wrong with the group. */
const most = 300;

/** What a run stops with before it asks anything. */
export const runRefused = runRule(
  {
    id: 'run-refused',
    title: 'Options that a run of lm-evaluation-harness refuses together, in this form, or for one of its tasks',
    severity: 'error',
    prevents: 'ValueError or NotImplementedError before the first request, often after the model has been loaded',
  },
  function* ({ evaluation, surroundings, file }): Iterable<Finding> {
    yield* refusalsOf(evaluation.value, releaseOf(file, surroundings));
    // Only a service cannot give what some tasks ask for.
    if (!isChatService(textOf(evaluation.value.get('model')) ?? '')) return;
    const told = new Set<number>();
    for (const task of tasksOfRun(evaluation, surroundings).slice(0, most)) {
      const message = stopOfTask(task);
      if (message === undefined || !task.namedAt || told.has(task.namedAt.start)) continue;
      told.add(task.namedAt.start);
      yield { span: task.namedAt, message };
    }
  },
);
