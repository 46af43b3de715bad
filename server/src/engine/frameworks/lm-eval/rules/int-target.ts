import { quoteScalar } from '../../../edit/index.js';
import type { Value } from '../../../core/value.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { columnValues } from './support/columns.js';
import { taskRule } from './support/task-rule.js';
import { looksLikeColumn } from './support/template.js';
import { say } from '../../../core/say.js';

/** A number for an answer in examples (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const intTarget = taskRule(
  {
    id: 'int-target',
    title: 'A target that is a number, with no choices to look it up in',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'AssertionError: Answer is not a string!, in the first prompt with an example',
  },
  function* (task, context): Iterable<Finding> {
    const entry = task.fewshotEntry('doc_to_target');
    const choices = task.fewshotEntry('doc_to_choice');
    const noChoices = choices ? choices.value.kind === 'none' : task.whole;
    if (!task.whole || !entry || !noChoices || !task.hasShots || task.given('use_prompt')) return;
    const column =
      entry.value.kind === 'str' && looksLikeColumn(entry.value.text) ? columnValues(task, context, entry.value.text) : undefined;
    if (isNumber(entry.value)) {
      yield {
        span: entry.valueSpan,
        message: say`The answer of an example must be text, and this is a number: with num_fewshot ${String(task.shots)} the first prompt raises AssertionError: Answer is not a string! : ${String('value' in entry.value ? entry.value.value : '')}.`,
        fixes: oneEdit(say`Put it in quotes`, false, quoteScalar(context.text(entry.valueSpan.file), entry.value)),
      };
    } else if (column && column.length > 0 && column.every(isNumber)) {
      const name = entry.value.kind === 'str' ? entry.value.text : '';
      yield {
        span: entry.valueSpan,
        message: say`The column ${name} holds numbers, and the answer of an example must be text: the first prompt raises AssertionError: Answer is not a string!. Write it as a template: "{{${name}}}".`,
        fixes: oneEdit(say`Write "{{${name}}}"`, false, { span: entry.valueSpan, newText: `"{{${name}}}"` }),
      };
    }
  },
);

function isNumber(value: Value): boolean {
  return value.kind === 'int' || value.kind === 'float' || value.kind === 'bool';
}
