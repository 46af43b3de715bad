import { TemplateFault } from '../../../../jinja/syntax/template-fault.js';
import type { ConfigRule, Finding, Fix } from '../../../face/rule.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { templateFields } from './template-fields.js';
import { taskRule } from './task-rule.js';
import { expressionsIn, isPlain, spanWithin, templateOf } from './template.js';
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
        if (isPlain(value.text)) continue;
        for (const { name, start, end, late } of namesIn(value.text, what, names)) {
          const meant = nearest(name, names);
          const from = value.text.indexOf(name, start);
          const span = spanWithin(value, from < 0 ? start : from, from < 0 ? end : from + name.length);
          const written = text(span.file).slice(span.start, span.end) === name;
          const fixes: Fix[] =
            meant !== undefined && written ? [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }] : [];
          const consequence = late
            ? say`where a document gets that far, it raises TemplateRuntimeError`
            : say`loading the task raises TemplateAssertionError`;
          yield {
            span,
            ...(late && { severity: 'warning' }),
            message: say`Jinja has no ${what} ${name}, which \`${key}\` uses: ${consequence}.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
            fixes,
          };
        }
      }
    },
  );
}

interface UnknownName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Inside of an `if` Jinja forgives the name until it is used (jinja2 3.1 `compiler.py`). */
  readonly late: boolean;
}

/** The first that keeps the template from being compiled, else all that wait inside of an `if`. */
function namesIn(text: string, what: 'filter' | 'test', names: ReadonlySet<string>): readonly UnknownName[] {
  const template = templateOf(text);
  if (template instanceof TemplateFault) {
    const name = new RegExp(`^No ${what} named '(.*?)'`).exec(template.text)?.[1];
    return name === undefined ? [] : [{ name, start: template.start, end: template.end, late: false }];
  }
  const type = what === 'filter' ? 'Filter' : 'Test';
  return [...expressionsIn(template.body)].flatMap(({ node }) =>
    node.type === type && !names.has(node.name) ? [{ name: node.name, start: node.nameStart, end: node.end, late: true }] : [],
  );
}
