import { TemplateFault } from '../../../../jinja/syntax/template-fault.js';
import type { ConfigRule, Finding, Fix } from '../../../face/rule.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { templateFields } from './fields.js';
import { taskRule } from './task-rule.js';
import { isPlain, spanWithin, templateOf } from './template.js';
import { say } from '../../../../core/say.js';

/** The rule for names of filters or of tests that do not exist. */
export function unknownNameRule(what: 'filter' | 'test', names: ReadonlySet<string>): ConfigRule {
  return taskRule(
    {
      id: `unknown-${what}`,
      title: `A ${what} that Jinja does not have`,
      severity: 'error',
      fix: 'unsafe',
      prevents: `TemplateAssertionError: No ${what} named, when the task is loaded`,
    },
    function* (task, { text }): Iterable<Finding> {
      for (const { key, value } of templateFields(task)) {
        const fault = isPlain(value.text) ? undefined : templateOf(value.text);
        const name = fault instanceof TemplateFault ? new RegExp(`^No ${what} named '(.*?)'`).exec(fault.text)?.[1] : undefined;
        if (!(fault instanceof TemplateFault) || name === undefined) continue;
        const meant = nearest(name, names);
        const from = value.text.indexOf(name, fault.start);
        const span = spanWithin(value, from < 0 ? fault.start : from, from < 0 ? fault.end : from + name.length);
        const written = text(span.file).slice(span.start, span.end) === name;
        const fixes: Fix[] =
          meant !== undefined && written ? [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }] : [];
        yield {
          span,
          message: say`Jinja has no ${what} ${name}, which \`${key}\` uses: loading the task raises TemplateAssertionError.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
          fixes,
        };
      }
    },
  );
}
