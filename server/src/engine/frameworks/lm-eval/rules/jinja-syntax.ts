import { TemplateFault, TemplateTooLong } from '../../../jinja/syntax/template-fault.js';
import type { Finding } from '../../face/rule.js';
import { templateFields } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, spanWithin, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** A template that Jinja cannot read (jinja2 3.1 `parser.py`, `compiler.py`). Filters and tests that do not exist have rules of their own. */
export const jinjaSyntax = taskRule(
  {
    id: 'jinja-syntax',
    title: 'A template that Jinja cannot read',
    severity: 'error',
    prevents: 'TemplateSyntaxError, when the task is loaded',
  },
  function* (task): Iterable<Finding> {
    for (const { key, value } of templateFields(task)) {
      const fault = isPlain(value.text) ? undefined : templateOf(value.text);
      if (!(fault instanceof TemplateFault) || fault instanceof TemplateTooLong || /^No (?:filter|test) named/.test(fault.text)) continue;
      yield {
        span: spanWithin(value, fault.start, fault.end),
        message: say`Jinja cannot read \`${key}\`: loading the task raises ${fault.type}: ${fault.text.replace(/\.$/, '')}.`,
      };
    }
  },
);
