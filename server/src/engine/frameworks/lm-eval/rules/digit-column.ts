import type { Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { columnValues } from './support/columns.js';
import { taskRule } from './support/task-rule.js';
import { looksLikeColumn } from './support/template.js';
import { say } from '../../../core/say.js';

/** A column of digits as texts for a target: only templates make indices of them (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_to_target`). */
export const digitColumn = taskRule(
  {
    id: 'digit-column',
    title: 'A target column that holds digits as text',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The answer 1 in place of the second choice, and a gold index that is never right',
  },
  function* (task, context): Iterable<Finding> {
    const target = task.given('doc_to_target');
    if (target?.value.kind !== 'str' || !task.given('doc_to_choice')) return;
    const name = target.value.text;
    const column = looksLikeColumn(name) ? columnValues(task, context, name) : undefined;
    if (!column || column.length === 0 || !column.every((value) => value.kind === 'str' && /^\d+$/.test(value.text))) return;
    yield {
      span: target.valueSpan,
      message: say`The column ${name} holds digits as text, and a column is taken as it is: no choice is looked up, and no answer is right. The template "{{${name}}}" turns them into indices.`,
      fixes: oneEdit(say`Write "{{${name}}}"`, false, { span: target.valueSpan, newText: `"{{${name}}}"` }),
    };
  },
);
