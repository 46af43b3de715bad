import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { addExampleFieldFix } from './support/add-field.js';
import { columnValues } from './support/columns.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, looksLikeColumn, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** Several right choices in examples: their indices are not looked up (lm-evaluation-harness 0.4.13 `api/task.py`, `build_qa_turn`). */
export const listIndexTarget = taskRule(
  {
    id: 'list-index-target',
    title: 'A target of several indices, in a task with examples',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'AssertionError: Answer is not a string!, in the first prompt with an example',
  },
  function* (task, context): Iterable<Finding> {
    const entry = task.fewshotEntry('doc_to_target');
    if (!task.whole || !entry || !task.hasShots || task.given('use_prompt') || !isListOfInts(task, context, entry.value)) return;
    const one = firstOf(entry.value);
    yield {
      span: entry.valueSpan,
      message: say`An example shows the first item of a list of targets as it is, and this is a number: with num_fewshot ${String(task.shots)} the first prompt raises AssertionError: Answer is not a string!. Give examples one target in fewshot_config: "{{gold[0]}}".`,
      fixes: one === undefined ? [] : addExampleFieldFix(context, task, 'doc_to_target', one, say`Give examples the first of them: ${one}`),
    };
  },
);

/** The first target, as YAML writes it; undefined where a template makes the list. */
function firstOf(value: Value): string | undefined {
  const first = value.kind === 'list' ? value.items[0] : undefined;
  if (first?.kind === 'int') return String(first.value);
  if (value.kind !== 'str') return undefined;
  return looksLikeColumn(value.text) ? `"{{${value.text}[0]}}"` : /^\[(\d+)/.exec(value.text)?.[1];
}

function isListOfInts(task: Task, context: CheckContext, value: Value): boolean {
  if (value.kind === 'list') return value.items[0]?.kind === 'int';
  if (value.kind !== 'str') return false;
  const column = looksLikeColumn(value.text) ? columnValues(task, context, value.text) : undefined;
  if (column) return column.length > 0 && column.every((item) => item.kind === 'list' && item.items[0]?.kind === 'int');
  if (isPlain(value.text)) return /^\[\d+(?:, *\d+)*\]$/.test(value.text);
  const template = templateOf(value.text);
  const only = template instanceof TemplateFault || template.body.length !== 1 ? undefined : template.body[0];
  return only?.type === 'Print' && only.value.type === 'List' && only.value.items[0]?.type === 'Int';
}
