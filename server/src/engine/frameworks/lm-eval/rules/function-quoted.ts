import type { StrValue, Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { valuesOfTask } from './support/walk.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** `!function` within quotes (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`: only a YAML tag is looked up). */
export const functionQuoted = fileRule(
  {
    id: 'function-quoted',
    title: '!function within quotes',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'Text in place of the function: it is printed as it is, or not callable',
  },
  function* (context): Iterable<Finding> {
    for (const value of valuesOfTask(context)) {
      if (value.kind !== 'str') continue;
      if (/^function\s+\w+(?:\.\w+)+$/.test(value.text)) yield withoutMark(context, value);
      if (!/^!function\s+\S/.test(value.text)) continue;
      yield {
        span: value.span,
        message: say`Within quotes this is plain text, not a function: write it without quotes.`,
        fixes: oneEdit(say`Remove the quotes`, false, unquoted(context, value)),
      };
    }
  },
);

function withoutMark({ text }: CheckContext, value: StrValue): Finding {
  const { file, start, end } = value.span;
  const plain = text(file).slice(start, end) === value.text;
  return {
    span: value.span,
    message: say`Without the exclamation mark this is plain text, not a function: write !function.`,
    fixes: oneEdit(say`Write !function`, false, plain ? { span: { file, start, end: start }, newText: '!' } : undefined),
  };
}

function unquoted({ text }: CheckContext, value: Value & { readonly kind: 'str' }): { span: Finding['span']; newText: string } | undefined {
  const quote = text(value.span.file)[value.span.start];
  return (quote === '"' || quote === "'") && /^!function\s+[\w.]+$/.test(value.text)
    ? { span: value.span, newText: value.text }
    : undefined;
}
