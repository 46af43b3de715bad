import { oneEdit } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import type { TaskIndex } from '../../load/task-index.js';
import { taskMeant } from '../../rules/support/task-meant.js';
import { isTaskPath, matchesOf, runNamesIn, type RunName } from '../run-names.js';
import { indexOfRun } from '../run-tasks.js';
import { runRule } from './run-rule.js';

/** A name that no task, group or tag has (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`, `process_tasks`). */
export const runTaskUnknown = runRule(
  {
    id: 'run-task-unknown',
    title: 'A run that names a task, group or tag which does not exist',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ValueError: Tasks not found',
  },
  function* (context): Iterable<Finding> {
    const { evaluation, surroundings, file } = context;
    const names = runNamesIn(evaluation.value.get('tasks')).filter((name) => !isTaskPath(name));
    const index = names.length > 0 ? indexOfRun(evaluation, surroundings) : undefined;
    if (!index) return;
    // Where the harness is out of reach its own tasks are not known: then only what cannot be a name, or a slip of the fingers, counts.
    const complete = surroundings.workspace.packageRoot('lm_eval', file) !== undefined;
    // One name is a folder of tasks, or none.
    const alone = names.length === 1;
    for (const name of names) {
      if (matchesOf(name.text, index).length > 0 || (alone && /[/\\]|^\.+$/.test(name.text))) continue;
      const found = findingOf(context, name, index, complete);
      if (found) yield found;
    }
  },
);

function findingOf(context: CheckContext, name: RunName, index: TaskIndex, complete: boolean): Finding | undefined {
  const { text, span } = name;
  if (text.trim() !== text || /\s/.test(text)) return withBlanks(name);
  const meant = taskMeant(text, index, complete);
  if (!complete && meant === undefined) return undefined;
  const advice = meant === undefined ? '' : say` Did you mean ${meant}?`;
  return {
    span,
    severity: complete ? 'error' : 'warning',
    message: say`No task, group or tag is called ${text}: the run stops with ValueError: Tasks not found: ${text}.${advice}`,
    fixes: meant === undefined ? [] : replaced(context, name, meant),
  };
}

/** A text is split at its commas and nowhere else. */
function withBlanks({ text, span }: RunName): Finding {
  return {
    span,
    message: say`The harness splits names at commas and nowhere else, so it looks for a task called ${`"${text}"`}: the run stops with ValueError: Tasks not found. Write a list, one name an item.`,
  };
}

function replaced({ text: textOfFile }: CheckContext, { text, span }: RunName, meant: string): Fix[] {
  const isWritten = textOfFile(span.file).slice(span.start, span.end) === text;
  return oneEdit(say`Write ${meant}`, false, isWritten ? { span, newText: meant } : undefined);
}
