import type { CheckContext, ConfigRule, Finding, RuleFacts } from '../../../face/rule.js';
import { tasksOf, type Task } from './task.js';

type Facts = Omit<RuleFacts, 'frameworks'>;

/**
 * A rule about the fields of tasks. What it finds in an included file is shown at the include, and in that file itself as far as it is certain there.
 */
export function taskRule(facts: Facts, check: (task: Task, context: CheckContext) => Iterable<Finding>): ConfigRule {
  return {
    ...facts,
    frameworks: ['lm-eval'],
    scope: 'task',
    check(context): Iterable<Finding> {
      const tasks = tasksOf(context);
      // Nearly every file is one task, and there are thousands of files and a hundred rules.
      return tasks.length === 1 ? check(tasks[0]!, context) : inAll(tasks, context, check);
    },
  };
}

function* inAll(
  tasks: readonly Task[],
  context: CheckContext,
  check: (task: Task, context: CheckContext) => Iterable<Finding>,
): Iterable<Finding> {
  for (const task of tasks) yield* check(task, context);
}

/** A rule about the document as a whole: a group, or what makes a file a task. */
export function fileRule(facts: Facts, check: (context: CheckContext) => Iterable<Finding>): ConfigRule {
  return { ...facts, frameworks: ['lm-eval'], scope: 'task', check };
}
