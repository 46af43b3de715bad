import { trimScalar } from '../../../edit/index.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { addFieldFix } from './support/add-field.js';
import { edgeOf, edgeOfText } from './support/edges.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** White space at the end of the question and at the start of the delimiter behind it (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const doubleSpace = taskRule(
  {
    id: 'double-space',
    title: 'Double white space between the question and the answer',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'Tokens in front of the answer that models do not expect, which lowers the score',
  },
  function* (task, context): Iterable<Finding> {
    const entry = task.given('doc_to_text');
    const delimiter = task.text('target_delimiter', ' ');
    if (entry?.value.kind !== 'str' || delimiter === undefined || task.given('use_prompt') || !putsDelimiter(task)) return;
    if (edgeOfText(delimiter, 'start') !== 'space' || edgeOf(entry.value.text, 'end') !== 'space') return;
    const given = task.given('target_delimiter');
    yield {
      span: entry.keySpan,
      message: say`\`doc_to_text\` ends in white space, and \`target_delimiter\` ${given ? '' : say`(one space by default) `}adds more in front of the answer. Keep one of the two.`,
      ...(given && { related: [{ span: given.valueSpan, message: say`the delimiter is written here` }] }),
      fixes: [
        ...oneEdit(
          say`Remove the white space at the end of doc_to_text`,
          false,
          trimScalar(context.text(entry.value.span.file), entry.value, 'end'),
        ),
        ...noDelimiter(task, context),
      ],
    };
  },
);

/** A whole text has no answer behind it; a `gen_prefix` stands between. */
function putsDelimiter(task: Task): boolean {
  return task.outputType !== undefined && task.outputType !== 'loglikelihood_rolling' && !task.given('gen_prefix');
}

function noDelimiter(task: Task, context: CheckContext): Fix[] {
  const title = say`Set target_delimiter to ""`;
  const given = task.given('target_delimiter');
  if (given) return given.valueSpan.file === context.file ? oneEdit(title, false, { span: given.valueSpan, newText: '""' }) : [];
  return addFieldFix(context, task, 'target_delimiter', '""', title);
}
