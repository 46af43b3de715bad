import type { Value } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A target index that no choice has (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceRange = taskRule(
  {
    id: 'choice-range',
    title: 'A target index that no choice has',
    severity: 'error',
    prevents: 'IndexError: list index out of range, when the task is loaded',
  },
  function* (task): Iterable<Finding> {
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

/** The index that a written target is: an int, or a text of digits without one that makes it another kind of number. */
function indexOf(value: Value): number | undefined {
  if (value.kind === 'int') return Number(value.value);
  const digits = value.kind === 'str' ? /^(?:\{\{ *(\d{1,9}) *\}\}|(\d{1,9}))$/.exec(value.text) : undefined;
  const written = digits?.[1] ?? digits?.[2];
  // A zero in front makes it no number of Python's.
  return written !== undefined && /^(?:0|[1-9]\d*)$/.test(written) ? Number(written) : undefined;
}
