import type { Finding } from '../../face/rule.js';
import { beforeAnswers } from './support/before-answers.js';
import { edgeOf, edgeOfText } from './support/edges.js';
import { choiceTexts } from './support/template-fields.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** Scripts that put no space between words, and their punctuation. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u3000-\u303f\uff00-\uffef]/u;

/** Nothing between the question and the answer (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const noSpace = taskRule(
  {
    id: 'no-space',
    title: 'Nothing between the question and the answer',
    severity: 'information',
    prevents: 'An answer that is glued to the last word of the question',
  },
  function* (task): Iterable<Finding> {
    const asked = beforeAnswers(task);
    const text = asked?.entry;
    const delimiter = asked?.delimiter;
    if (text?.value.kind !== 'str' || delimiter?.value.kind !== 'str' || delimiter.value.text !== '') return;
    if (edgeOf(text.value.text, 'end') !== 'text' || unspaced.test(text.value.text.slice(-2)) || answersStartApart(task)) return;
    yield {
      span: delimiter.keySpan,
      message: say`The answer follows the last word of \`doc_to_text\` without a space: \`target_delimiter\` is empty, and neither text adds white space.`,
      related: [{ span: text.keySpan, message: say`the text ends without white space` }],
    };
  },
);

/** Whether the answers bring white space of their own, are of a script without spaces, or come from a function. */
function answersStartApart(task: Task): boolean {
  const choices = task.given('doc_to_choice');
  if (choices)
    return (
      choices.value.kind === 'ref' ||
      (choiceTexts(task)?.some((choice) => edgeOfText(choice, 'start') === 'space' || unspaced.test(choice.slice(0, 1))) ?? false)
    );
  const target = task.fewshotEntry('doc_to_target')?.value;
  return target?.kind === 'ref' || (target?.kind === 'str' && (target.text === '' || edgeOf(target.text, 'start') === 'space'));
}
