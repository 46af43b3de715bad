import { trimScalar } from '../../../edit/index.js';
import { textOf, type DictEntry } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { addFieldFix } from './support/add-field.js';
import { beforeAnswers } from './support/before-answers.js';
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
    yield* atTarget(task, context);
    const asked = beforeAnswers(task);
    if (asked?.entry?.value.kind !== 'str' || task.given('use_prompt')) return;
    const delimiter = asked.delimiter ? textOf(asked.delimiter.value) : task.whole ? ' ' : undefined;
    if (delimiter === undefined || edgeOfText(delimiter, 'start') !== 'space') return;
    const { entry } = asked;
    const question = asked.entry.value;
    if (edgeOf(question.text, 'end') !== 'space') return;
    const given = asked.delimiter;
    yield {
      span: entry.keySpan,
      // Behind a line break one space is less odd than a second one.
      ...(endsInBreak(question.text) && { severity: 'information' as const }),
      message: say`\`doc_to_text\` ends in white space, and \`target_delimiter\` ${given ? '' : say`(one space by default) `}adds more in front of the answer. Keep one of the two.`,
      ...(given && { related: [{ span: given.valueSpan, message: say`the delimiter is written here` }] }),
      fixes: [
        ...oneEdit(
          say`Remove the white space at the end of doc_to_text`,
          false,
          trimScalar(context.text(question.span.file), question, 'end'),
        ),
        ...noDelimiter(task, context, given),
      ],
    };
  },
);

/** A target of examples that begins with the space that the delimiter ends in. The scored answer of `generate_until` has none of both. */
function* atTarget(task: Task, { text }: CheckContext): Iterable<Finding> {
  const entry = task.fewshotEntry('doc_to_target');
  const given = task.fewshot?.entry('target_delimiter') ?? task.given('target_delimiter');
  const delimiter = given ? textOf(given.value) : task.whole ? ' ' : undefined;
  if (task.outputType !== 'generate_until' || entry?.value.kind !== 'str' || !delimiter?.endsWith(' ') || task.given('use_prompt')) return;
  if (!/\S/.test(entry.value.text) || edgeOf(entry.value.text, 'start') !== 'space' || (!task.hasShots && !task.lacks('num_fewshot')))
    return;
  yield {
    span: entry.keySpan,
    // Without examples there is nothing behind the question.
    ...(!task.hasShots && { severity: 'information' as const }),
    message: say`\`doc_to_target\` begins with white space, and in examples \`target_delimiter\` ${given ? '' : say`(one space by default) `}adds a space in front of it. Keep one of the two.`,
    fixes: oneEdit(
      say`Remove the white space at the start of doc_to_target`,
      false,
      trimScalar(text(entry.value.span.file), entry.value, 'start'),
    ),
  };
}

function endsInBreak(text: string): boolean {
  return /\n[ \t]*$/.test(text);
}

function noDelimiter(task: Task, context: CheckContext, given: DictEntry | undefined): Fix[] {
  const title = say`Set target_delimiter to ""`;
  if (given) return given.valueSpan.file === context.file ? oneEdit(title, false, { span: given.valueSpan, newText: '""' }) : [];
  return addFieldFix(context, task, 'target_delimiter', '""', title);
}
