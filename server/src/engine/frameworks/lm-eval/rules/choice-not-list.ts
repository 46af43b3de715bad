import type { JinjaStatement } from '../../../jinja/syntax/jinja-ast.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { replaceScalar } from '../../../edit/index.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { templateFields } from './support/template-fields.js';
import { taskRule } from './support/task-rule.js';
import { usesIn } from './support/columns.js';
import type { Task } from './support/task.js';
import { isToldHere } from './support/told-here.js';
import { isPlain, spanWithin, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** A template of choices that prints no Python list (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_to_choice`). */
export const choiceNotList = taskRule(
  {
    id: 'choice-not-list',
    title: 'A template of choices that does not print a list',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ValueError or SyntaxError of ast.literal_eval, when the task is loaded',
  },
  function* (task, context): Iterable<Finding> {
    for (const { key, entry, value } of templateFields(task)) {
      if (key !== 'doc_to_choice') continue;
      yield* wholeDict(task, context, value);
      if (isPlain(value.text)) {
        if (isNoLiteral(value.text)) yield plainFinding(context, value);
        continue;
      }
      const template = templateOf(value.text);
      if (template instanceof TemplateFault || !printsNoLiteral(template.body, value.text)) continue;
      yield {
        span: entry.keySpan,
        message: say`What \`doc_to_choice\` prints must be a Python list, and this prints a text: loading the task raises an exception of ast.literal_eval. Print one list: "{{[a, b]}}".`,
        fixes: listFix(context, value, template.body),
      };
    }
  },
);

/** `{{choices}}` where other fields take parts of it by their names: a dict, of which the keys are taken for choices. */
function* wholeDict(task: Task, context: CheckContext, value: StrValue): Iterable<Finding> {
  const name = /^\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}$/.exec(value.text)?.[1] ?? (/^[A-Za-z_]\w*$/.test(value.text) ? value.text : undefined);
  if (name === undefined || !isToldHere(value.span.file, context)) return;
  for (const { key, value: other } of templateFields(task)) {
    if (key === 'doc_to_choice') continue;
    const use = usesIn(other.text).find((one) => one.name === name);
    const part = use && /^\.([A-Za-z_]\w*)(?!\w*\s*\()/.exec(other.text.slice(use.end, use.end + 100))?.[1];
    if (part === undefined) continue;
    yield {
      span: value.span,
      severity: 'warning',
      message: say`\`${key}\` takes the part ${part} of ${name}: that is a dict, and as \`doc_to_choice\` it has its keys for choices, for every document. Write the part that has the choices, as {{${name}.text}}.`,
      related: [{ span: spanWithin(other, use!.start, use!.end), message: say`a part is taken here` }],
    };
    return;
  }
}

/** Whether a text without Jinja is certainly neither a column nor a Python list, tuple or number. */
function isNoLiteral(text: string): boolean {
  return /^\s*\p{L}/u.test(text) && /\s|,/.test(text.trim()) && !/^\s*[bBrRuU]*['"]/.test(text);
}

function plainFinding({ text }: CheckContext, value: StrValue): Finding {
  const items = value.text.split(',').map((item) => item.trim());
  const written = items.length > 1 && items.every((item) => item !== '' && !item.includes('"'));
  const { span } = value;
  const oneLine = !/[|>]/.test(text(span.file)[span.start] ?? '|');
  return {
    span,
    message: say`\`doc_to_choice\` is one text, and no column is called so: loading the task raises ValueError or SyntaxError of ast.literal_eval. Write a list.`,
    fixes:
      written && oneLine
        ? oneEdit(say`Write a list`, false, { span, newText: `[${items.map((item) => JSON.stringify(item)).join(', ')}]` })
        : [],
  };
}

/** Whether the first thing that is printed is certainly no part of a list, tuple or text in quotes. */
function printsNoLiteral(body: readonly JinjaStatement[], text: string): boolean {
  const shown = body.filter((statement) => statement.type !== 'Data' || text.slice(statement.start, statement.end).trim() !== '');
  if (shown.some(({ type }) => type !== 'Data' && type !== 'Print')) return false;
  const [first, second] = shown;
  if (first?.type === 'Data') return !/^\s*[[({'"\d-]/.test(text.slice(first.start, first.end));
  // Two values with words or commas between them; a text in quotes would have its quote in front.
  return (
    first?.type === 'Print' &&
    first.value.type !== 'String' &&
    second?.type === 'Data' &&
    /^\s*[,;/|]/.test(text.slice(second.start, second.end))
  );
}

/** `{{a}}, {{b}}` becomes `{{[a, b]}}`. */
function listFix({ text }: CheckContext, value: StrValue, body: readonly JinjaStatement[]): Fix[] {
  const prints = body.flatMap((statement) =>
    statement.type === 'Print' ? [value.text.slice(statement.value.start, statement.value.end)] : [],
  );
  const between = body.flatMap((statement) => (statement.type === 'Data' ? [value.text.slice(statement.start, statement.end).trim()] : []));
  if (prints.length < 2 || between.some((data) => data !== ',' && data !== '')) return [];
  return oneEdit(say`Print a list`, false, replaceScalar(text(value.span.file), value, `{{[${prints.join(', ')}]}}`));
}
