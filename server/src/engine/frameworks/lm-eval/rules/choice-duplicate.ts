import type { Finding } from '../../face/rule.js';
import { writtenChoices } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** So many are told of; a list with more of them is made by no person. */
const most = 100;

/** A choice that stands twice (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`). */
export const choiceDuplicate = taskRule(
  {
    id: 'choice-duplicate',
    title: 'A choice that appears twice',
    severity: 'warning',
    prevents: 'Two choices with one score, of which the first always wins',
  },
  function* (task): Iterable<Finding> {
    const choices = task.config.get('doc_to_choice');
    if (choices?.kind !== 'list') return;
    const first = new Map<string, Finding['span']>();
    let told = 0;
    for (const value of writtenChoices(task) ?? []) {
      if (value.kind !== 'str' || value.text === '') continue;
      const earlier = first.get(value.text);
      if (!earlier) first.set(value.text, value.span);
      else if (told++ === most) return;
      else
        yield {
          span: value.span,
          message: say`The choice ${JSON.stringify(value.text)} appears twice: both get the same score, and the first one wins whenever it is the best.`,
          related: [{ span: earlier, message: say`the same choice` }],
        };
    }
  },
);
