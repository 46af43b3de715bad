import type { Finding } from '../../face/rule.js';
import { addFieldFix } from './support/add-field.js';
import { documentColumns } from './support/columns.js';
import { writtenChoices } from './support/template-fields.js';
import { isNamedBase } from './support/is-included.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** multiple_choice without choices (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`). */
export const mcNoChoice = taskRule(
  {
    id: 'mc-no-choice',
    title: 'A multiple-choice task without choices',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError when the first request is made',
  },
  function* (task, context): Iterable<Finding> {
    if (!task.whole || task.outputType !== 'multiple_choice' || task.given('use_prompt')) return;
    const only = writtenChoices(task);
    if (only?.length === 1)
      yield {
        span: task.config.entry('doc_to_choice')!.valueSpan,
        severity: 'warning',
        message: say`There is one choice only: it is always the likeliest, so every document counts as right, or none does.`,
      };
    if (!task.lacks('doc_to_choice') || isNamedBase(task.config, context)) return;
    const entry = task.config.entry('output_type')!;
    const column = likelyColumn(documentColumns(task, context));
    yield {
      span: entry.valueSpan,
      message: say`The output_type multiple_choice needs \`doc_to_choice\`: without it the first request raises TypeError. Give the choices as a list, a column or a template that prints a list.`,
      fixes: addFieldFix(context, task, 'doc_to_choice', `'{{${column}}}'`, say`Take the choices from the column ${column}`),
    };
  },
);

/** What datasets call their choices, the most usual name first. */
const usual = ['choices', 'options', 'endings', 'answers'];

function likelyColumn(columns: ReadonlySet<string> | undefined): string {
  return usual.find((name) => columns?.has(name)) ?? usual[0]!;
}
