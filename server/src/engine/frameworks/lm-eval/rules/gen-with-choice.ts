import { replaceScalar } from '../../../edit/index.js';
import type { DictEntry } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { addFieldFix } from './support/add-field.js';
import { isMeantAsChoice } from './support/meant-as-choice.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';

/** Choices of a task that is generated (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`). */
export const genWithChoice = taskRule(
  {
    id: 'gen-with-choice',
    title: 'Choices of a task whose answers are generated',
    severity: 'information',
    fix: 'unsafe',
    prevents: 'A target that is compared as a text where the index of a choice was meant, or the other way round',
  },
  function* (task, context): Iterable<Finding> {
    const choices = task.given('doc_to_choice');
    // A prompt format says itself what is made of the choices.
    if (!choices || task.given('formats') || task.outputType !== 'generate_until') return;
    if (isMeantAsChoice(task, context)) {
      yield notGenerated(task, context, choices);
      return;
    }
    yield {
      span: choices.keySpan,
      message: say`With output_type generate_until the choices are not scored: they only turn the index that \`doc_to_target\` gives into the text that the answer is compared with.`,
    };
  },
);

/** Choices whose metrics are all those of choices: the output type is another one than was meant, or was left out. */
function notGenerated(task: Task, context: CheckContext, choices: DictEntry): Finding {
  const written = task.given('output_type');
  const meant = 'multiple_choice';
  const replaced =
    written?.value.kind === 'str'
      ? oneEdit(say`Write ${meant}`, false, replaceScalar(context.text(written.valueSpan.file), written.value, meant))
      : [];
  return {
    span: written?.valueSpan ?? choices.keySpan,
    severity: 'warning',
    message: written
      ? say`The metrics of this task are all of choices, and it has choices, but with output_type generate_until answers are generated: after the run the mean of these metrics raises TypeError. Did you mean ${meant}?`
      : say`The metrics of this task are all of choices, and it has choices, but without \`output_type\` answers are generated: after the run the mean of these metrics raises TypeError. Did you mean output_type: ${meant}?`,
    fixes: written ? replaced : addFieldFix(context, task, 'output_type', meant, say`Add output_type: ${meant}`),
  };
}
