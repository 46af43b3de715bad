import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { Finding } from '../../face/rule.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, statementsOf, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

const questions = /^[ \t]*(?:Q|Question|Input|Problem|Text|Sentence|问题|题目)[ \t]*(?:\d+[ \t]*)?[:：.]/gim;
const answers = /^[ \t]*(?:A|Answer|Output|Solution|Target|Label|答案|回答)[ \t]*(?:\d+[ \t]*)?[:：.][ \t]*\S/gim;

/** Examples within the text of the question (lm-evaluation-harness 0.4.13 `docs/task_guide.md`). */
export const fewshotInText = taskRule(
  {
    id: 'fewshot-in-text',
    title: 'Examples within the text of the question',
    severity: 'information',
    prevents: 'Examples that a chat model gets as one turn, and that --num_fewshot cannot change',
  },
  function* (task): Iterable<Finding> {
    const text = task.given('doc_to_text');
    if (text?.value.kind !== 'str' || text.value.text.length < 100) return;
    const written = literalOf(text.value.text);
    const count = Math.min([...written.matchAll(questions)].length, [...written.matchAll(answers)].length);
    if (count < 2) return;
    yield {
      span: text.keySpan,
      message: say`The text holds ${String(count)} examples with their answers: under a chat template they are all one user turn, and --num_fewshot adds to them. Give them in fewshot_config.samples.`,
    };
  },
);

/** The text that is printed as it is written. */
function literalOf(text: string): string {
  if (isPlain(text)) return text;
  const template = templateOf(text);
  if (template instanceof TemplateFault) return '';
  return [...statementsOf(template.body)]
    .map((statement) => (statement.type === 'Data' ? text.slice(statement.start, statement.end) : '\u0000'))
    .join('');
}
