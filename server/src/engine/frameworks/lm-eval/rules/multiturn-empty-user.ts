import type { Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Nothing for the user to say (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const multiturnEmptyUser = taskRule(
  {
    id: 'multiturn-empty-user',
    title: 'A user turn without text',
    severity: 'hint',
    prevents: 'Empty messages, which chat templates and services refuse',
  },
  function* (task): Iterable<Finding> {
    const text = task.given('doc_to_text');
    if (
      text?.value.kind !== 'str' ||
      text.value.text.trim() !== '' ||
      task.outputType === undefined ||
      task.outputType.startsWith('loglikelihood')
    )
      return;
    yield {
      span: text.keySpan,
      message: say`The text is empty: under a chat template the user message is empty, which some templates and services refuse.`,
    };
  },
);
