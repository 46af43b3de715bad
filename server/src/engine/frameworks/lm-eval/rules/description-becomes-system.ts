import type { Finding } from '../../face/rule.js';
import { untilValues } from './support/template-fields.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Names and stop texts that tell of a chat template. */
const chatWords = /(?:^|[_-])(?:chat|instruct)(?:[_-]|$)/i;
const chatStops = /^<\|?(?:im_end|eot_id|end|eom_id|end_of_turn|assistant|user)\|?>$/;

/** A description in a task that is meant for chat models (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_context`). */
export const descriptionBecomesSystem = taskRule(
  {
    id: 'description-becomes-system',
    title: 'A description that becomes the system message',
    severity: 'hint',
    prevents: 'An instruction that models without a system role never see',
  },
  function* (task): Iterable<Finding> {
    const description = task.given('description');
    if (description?.value.kind !== 'str' || description.value.text === '' || task.outputType !== 'generate_until' || !meantForChat(task))
      return;
    yield {
      span: description.keySpan,
      message: say`With --apply_chat_template the description is the system message, and a chat template that refuses system messages drops it with only a warning.`,
    };
  },
);

/** The harness applies a chat template by an option of the command line; only the config's own words tell of it. */
function meantForChat(task: Task): boolean {
  if (task.given('gen_prefix') || chatWords.test(task.text('task') ?? '')) return true;
  return (untilValues(task) ?? []).some((value) => value.kind === 'str' && chatStops.test(value.text));
}
