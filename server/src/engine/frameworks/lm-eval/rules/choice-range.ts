import { replaceScalar } from '../../../edit/index.js';
import type { Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { quoted } from '../../../checks/support/words.js';
import type { Task } from './support/task.js';
import { choiceTexts, writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A target index that no choice has (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceRange = taskRule(
  {
    id: 'choice-range',
    title: 'A target index that no choice has',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'IndexError: list index out of range, when the task is loaded',
  },
  function* (task, context): Iterable<Finding> {
    yield* otherCase(task, context);
    const target = task.given('doc_to_target');
    const count = writtenChoices(task)?.length;
    const index = target && indexOf(target.value);
    if (!task.whole || !target || count === undefined || index === undefined || (index < count && index >= -count)) return;
    yield {
      span: target.valueSpan,
      message: say`The target is choice ${String(index)}, and there are ${String(count)}, counted from 0: loading the task raises IndexError: list index out of range.`,
      related: [{ span: task.given('doc_to_choice')!.keySpan, message: say`the choices` }],
    };
  },
);

/** A written target that differs from a choice in case or blanks alone (`process_results`: it is looked for letter by letter). */
function* otherCase(task: Task, context: CheckContext): Iterable<Finding> {
  const target = task.given('doc_to_target')?.value;
  const choices = choiceTexts(task);
  if (target?.kind !== 'str' || !choices || task.outputType !== 'multiple_choice' || !task.whole || !task.lacks('process_results')) return;
  if (target.text.includes('{') || choices.includes(target.text)) return;
  const bare = (text: string): string => text.trim().toLowerCase();
  const meant = choices.filter((choice) => bare(choice) === bare(target.text) && bare(choice) !== '');
  if (meant.length !== 1) return;
  yield {
    span: target.span,
    severity: 'warning',
    message: say`The target is the text ${quoted(target.text)}, and none of the choices is, only ${quoted(meant[0]!)}: every answer counts as wrong.`,
    fixes: oneEdit(say`Write ${meant[0]!}`, false, replaceScalar(context.text(target.span.file), target, meant[0]!)),
  };
}

/** The index that a written target is: an int, or a text of digits without one that makes it another kind of number. */
function indexOf(value: Value): number | undefined {
  if (value.kind === 'int') return Number(value.value);
  const digits = value.kind === 'str' ? /^(?:\{\{ *(\d{1,9}) *\}\}|(\d{1,9}))$/.exec(value.text) : undefined;
  const written = digits?.[1] ?? digits?.[2];
  // A zero in front makes it no number of Python's.
  return written !== undefined && /^(?:0|[1-9]\d*)$/.test(written) ? Number(written) : undefined;
}
