import { quoteScalar } from '../../edit/index.js';
import type { Value } from '../../value.js';
import type { Finding } from '../rule.js';
import { oneEdit } from '../support/fixes.js';
import { writtenChoices } from './support/fields.js';
import { taskRule } from './support/task-rule.js';

const typeNames: Partial<Record<Value['kind'], string>> = { bool: 'bool', int: 'int', float: 'float', none: 'NoneType' };

/** A choice that YAML 1.1 does not read as a text (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const choiceNonstring = taskRule(
  {
    id: 'choice-nonstring',
    title: 'A choice that is no text',
    severity: 'error',
    prevents: "TypeError: 'bool' object is not subscriptable, when the task is loaded",
  },
  function* (task, { text }): Iterable<Finding> {
    for (const value of writtenChoices(task) ?? []) {
      const type = typeNames[value.kind] ?? (isDate(value) ? 'datetime.date' : undefined);
      if (type === undefined) continue;
      const source = text(value.span.file);
      const written = source.slice(value.span.start, value.span.end);
      yield {
        span: value.span,
        message: `YAML reads ${written || 'nothing'} as ${type}, and a choice must be a text: loading the task raises TypeError: '${type}' object is not subscriptable. Put it in quotes.`,
        fixes: oneEdit('Put it in quotes', false, quoteScalar(source, value)),
      };
    }
  },
);

/** Dates are known to be none of our values. */
function isDate(value: Value): boolean {
  return (value.kind === 'object' && value.typeName.startsWith('date')) || (value.kind === 'unknown' && / as a date; /.test(value.reason));
}
