import type { Finding } from '../rule.js';
import { taskRule } from './support/task-rule.js';

/** multiple_choice without choices (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`). */
export const mcNoChoice = taskRule(
  {
    id: 'mc-no-choice',
    title: 'A multiple choice without choices',
    severity: 'error',
    prevents: 'TypeError when the first request is made',
  },
  function* (task): Iterable<Finding> {
    if (!task.whole || task.outputType !== 'multiple_choice' || !task.lacks('doc_to_choice') || task.given('use_prompt')) return;
    const entry = task.config.entry('output_type')!;
    yield { span: entry.valueSpan, message: 'The output_type multiple_choice needs `doc_to_choice`: without it the first request raises TypeError. Give the choices as a list, a column or a template that prints a list.' };
  },
);
