import { replaceScalar } from '../../../edit/index.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { edgeOf } from './support/edges.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A description that runs into the first example (lm-evaluation-harness 0.4.13 `api/task.py`, `fewshot_context`). */
export const descriptionGlue = taskRule(
  {
    id: 'description-glue',
    title: 'A description that runs into the first question',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The last sentence of the description and the first word of the question in one',
  },
  function* (task, { text }): Iterable<Finding> {
    const description = task.given('description');
    if (
      description?.value.kind !== 'str' ||
      task.outputType === 'loglikelihood_rolling' ||
      edgeOf(description.value.text, 'end') !== 'text'
    )
      return;
    // A backslash and an n where a line break was meant have a rule of their own.
    if (description.value.text.endsWith('\\n')) return;
    // Sentences of Chinese and Japanese follow each other without white space.
    if (/[。．！？：；，、）」』】》]$/.test(description.value.text)) return;
    const question = task.fewshotEntry('doc_to_text')?.value;
    if (!question || (question.kind === 'str' && edgeOf(question.text, 'start') === 'space')) return;
    yield {
      span: description.keySpan,
      message: say`Nothing comes between \`description\` and the first question: without a chat template they run into each other. End it with a line break.`,
      fixes: oneEdit(
        say`End with an empty line`,
        false,
        replaceScalar(text(description.value.span.file), description.value, `${description.value.text}\n\n`),
      ),
    };
  },
);
