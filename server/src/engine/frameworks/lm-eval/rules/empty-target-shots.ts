import type { Span } from '../../../core/span.js';
import type { Value } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { releaseOf } from '../releases/find-harness.js';
import { edgeOf } from './support/edges.js';
import { sampleColumn } from './support/samples.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** An example without an answer loses its delimiters too (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const emptyTargetShots = taskRule(
  {
    id: 'empty-target-shots',
    title: 'Examples without an answer',
    severity: 'warning',
    prevents: 'Questions that run into each other, and several user turns in a row',
  },
  function* (task, context): Iterable<Finding> {
    const entry = task.fewshotEntry('doc_to_target');
    if (
      !entry ||
      !task.hasShots ||
      task.outputType === 'loglikelihood_rolling' ||
      task.given('use_prompt') ||
      !mayBeEmpty(task, entry.value)
    )
      return;
    // A text that ends in white space, or a function, may hold the answer and what stands behind it.
    const text = task.fewshotEntry('doc_to_text')?.value;
    if (text?.kind === 'ref' && entry.value.kind === 'str' && releaseOf(context.file, context.surroundings).multiturnByDefault)
      yield inOneTurn(entry.keySpan);
    if (text?.kind !== 'str' || edgeOf(text.text, 'end') !== 'text') return;
    yield {
      span: entry.keySpan,
      message: say`An example whose target is empty shows no answer and neither delimiter: the questions run into each other, and under a chat template the user speaks several times in a row.`,
    };
  },
);

/** A function that gives the answer with the question: only a chat template tells the two apart. */
function inOneTurn(span: Span): Finding {
  return {
    span,
    severity: 'information',
    message: say`With an empty target an example is a user turn alone under a chat template: the answer that \`doc_to_text\` may give is shown as the user's, and the user speaks several times in a row. Give the answer in \`doc_to_target\`.`,
  };
}

function mayBeEmpty(task: Task, value: Value): boolean {
  if (value.kind !== 'str') return false;
  if (value.text === '') return true;
  const column = task.usesSamples ? sampleColumn(task, value.text) : undefined;
  return column?.some((item) => item.kind === 'none' || (item.kind === 'str' && item.text === '')) ?? false;
}
