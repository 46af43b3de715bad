import type { Finding } from '../../face/rule.js';
import { TemplateFault, type JinjaTemplate } from '../../../jinja/index.js';
import type { JinjaExpression } from '../../../jinja/syntax/jinja-ast.js';
import type { StrValue } from '../../../core/value.js';
import { templateFields, writtenChoices } from './support/template-fields.js';
import type { Task } from './support/task.js';
import { expressionsIn, spanWithin, templateOf } from './support/template.js';
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
    yield* inIndex(task);
    yield* inTemplate(task);
    yield* inPrompt(task);
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

/** `['A', 'A', 'C'].index(answer)`: a list in which a target is looked up, and that is written out with one text twice. */
function* inIndex(task: Task): Iterable<Finding> {
  for (const { value, body } of parsedFields(task, 'doc_to_target')) {
    for (const { node } of expressionsIn(body)) {
      const twice = node.type === 'Attribute' && node.name === 'index' ? repeated(node.object) : undefined;
      if (!twice) continue;
      yield {
        span: spanWithin(value, twice.start, twice.end),
        message: say`The list in which the target is looked up has ${JSON.stringify(twice.text)} twice: the first one is found each time, and no target is the second. Another text is probably meant.`,
      };
    }
  }
}

/** `{{[ending0, ending1, ending1]}}`: choices of which two are made by the same expression. */
function* inTemplate(task: Task): Iterable<Finding> {
  for (const { value, body } of parsedFields(task, 'doc_to_choice')) {
    const [printed, more] = body;
    if (printed?.type !== 'Print' || printed.value.type !== 'List' || more) continue;
    const seen = new Set<string>();
    for (const { type, start, end } of printed.value.items) {
      const text = value.text.slice(start, end);
      if (seen.has(text) && type !== 'Call')
        yield {
          span: spanWithin(value, start, end),
          message: say`The choices have ${text} twice: both get the same score, and the first one wins whenever it is the best. Another one is probably meant.`,
        };
      seen.add(text);
    }
  }
}

/** The letter of an option at the end of a text: `B. `, `(B) `, `B: `. */
const letterAtEnd = /(?:^|[\s(])([A-J])[.):]\s*$/;

/** `C. {{c}}`, `D. {{c}}`: options from A on of which two are printed by the same expression. */
function* inPrompt(task: Task): Iterable<Finding> {
  for (const { value, body } of parsedFields(task, 'doc_to_text')) {
    let seen = new Map<string, string>();
    for (const [index, statement] of body.entries()) {
      const before = body[index - 1];
      const letter = before?.type === 'Data' ? letterAtEnd.exec(value.text.slice(before.start, before.end))?.[1] : undefined;
      if (statement.type !== 'Print' || letter === undefined) continue;
      if (letter === 'A') seen = new Map();
      if (letter.charCodeAt(0) !== 'A'.charCodeAt(0) + seen.size) continue;
      const { start, end } = statement.value;
      const text = value.text.slice(start, end);
      const earlier = [...seen].find(([, printed]) => printed === text)?.[0];
      if (earlier !== undefined)
        yield {
          span: spanWithin(value, start, end),
          message: say`The prompt shows ${text} as option ${letter} and as option ${earlier}: another one is probably meant.`,
        };
      seen.set(letter, text);
    }
  }
}

/** The templates of a field, in the task and in its `fewshot_config`; without those that Jinja does not take. */
function* parsedFields(task: Task, field: string): Iterable<{ readonly value: StrValue; readonly body: JinjaTemplate['body'] }> {
  for (const { key, value } of templateFields(task)) {
    const template = key === field ? templateOf(value.text) : undefined;
    if (template && !(template instanceof TemplateFault)) yield { value, body: template.body };
  }
}

/** The second of two equal texts in a list. */
function repeated(list: JinjaExpression): (JinjaExpression & { readonly type: 'String' }) | undefined {
  if (list.type !== 'List') return undefined;
  const seen = new Set<string>();
  for (const item of list.items) {
    if (item.type !== 'String') continue;
    if (seen.has(item.text)) return item;
    seen.add(item.text);
  }
  return undefined;
}
