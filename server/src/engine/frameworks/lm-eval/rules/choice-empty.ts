import type { Finding } from '../../face/rule.js';
import { writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** An empty choice, or none at all (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceEmpty = taskRule(
  {
    id: 'choice-empty',
    title: 'An empty choice',
    severity: 'error',
    prevents: 'IndexError: string index out of range, when the task is loaded',
  },
  function* (task): Iterable<Finding> {
    const choices = task.given('doc_to_choice');
    if (choices && task.outputType === 'multiple_choice' && writtenChoices(task)?.length === 0)
      yield {
        span: choices.value.span.start < choices.value.span.end ? choices.valueSpan : choices.keySpan,
        message: say`There is no choice: the task asks the model nothing, and loading it or scoring its answers raises an exception.`,
      };
    for (const value of writtenChoices(task) ?? []) {
      if (value.kind !== 'str' || value.text !== '') continue;
      yield { span: value.span, message: say`A choice may not be empty: loading the task raises IndexError: string index out of range.` };
    }
  },
);
