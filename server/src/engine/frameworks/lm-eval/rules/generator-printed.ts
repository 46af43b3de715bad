import { say } from '../../../core/say.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { Finding } from '../../face/rule.js';
import { templateFields } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, spanWithin, statementsOf, templateOf } from './support/template.js';

/** Filters whose result is gone through once, and which print as an object (jinja2 3.1 `filters.py`). */
const generators: ReadonlySet<string> = new Set(['map', 'select', 'reject', 'selectattr', 'rejectattr', 'unique', 'batch', 'slice']);

/** What Python prints for a generator, in place of what it gives. */
export const generatorPrinted = taskRule(
  {
    id: 'generator-printed',
    title: 'A filter that gives no text, list or number',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The model sees "<generator object …>", with an address that differs from run to run',
  },
  function* (task, { text }): Iterable<Finding> {
    for (const { key, value } of templateFields(task)) {
      const template = isPlain(value.text) ? undefined : templateOf(value.text);
      if (!template || template instanceof TemplateFault) continue;
      for (const statement of statementsOf(template.body)) {
        if (statement.type !== 'Print' || statement.value.type !== 'Filter' || !generators.has(statement.value.name)) continue;
        const { name, nameStart, end } = statement.value;
        const last = spanWithin(value, end - 1, end);
        const at = { ...last, start: last.end };
        const written = text(last.file).slice(last.start, last.end) === value.text.slice(end - 1, end);
        const meant = key === 'doc_to_choice' ? 'list' : 'join';
        yield {
          span: spanWithin(value, nameStart, nameStart + name.length),
          message: say`What the filter ${name} gives is a generator, and \`${key}\` prints it as it is: "<generator object …>". Put \`| ${meant}\` behind it.`,
          fixes: written ? [{ title: say`Put | ${meant} behind it`, safe: false, edits: [{ span: at, newText: ` | ${meant}` }] }] : [],
        };
      }
    }
  },
);
