import { insertBlockEntry } from '../../../../edit/insert-block-entry.js';
import type { DictValue } from '../../../../core/value.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import { addEntryFix, oneEdit } from '../../../../checks/support/fixes.js';
import type { Task } from './task.js';

/** A fix that gives a task a field in its own file. `literal` is Python source. */
export function addFieldFix(context: CheckContext, task: Task, key: string, literal: string, title: string): Fix[] {
  return addEntryFix(context, ownDict(context, task), key, literal, title, false);
}

/** A fix that gives the examples of a task a field of their own, in `fewshot_config`. `yaml` is the value as YAML writes it on one line. */
export function addExampleFieldFix(context: CheckContext, task: Task, key: string, yaml: string, title: string): Fix[] {
  const { text, file } = context;
  const given = task.fewshot?.entry(key);
  if (given) return given.valueSpan.file === file ? oneEdit(title, false, { span: given.valueSpan, newText: yaml }) : [];
  const { fewshot } = task;
  if (!fewshot) return oneEdit(title, false, insertBlockEntry(text(file), ownDict(context, task), `fewshot_config: {${key}: ${yaml}}`));
  const isBlock = fewshot.span.file === file && text(file)[fewshot.span.start] !== '{';
  return isBlock ? oneEdit(title, false, insertBlockEntry(text(file), fewshot, `${key}: ${yaml}`)) : [];
}

/** What the task's own file says, without what it includes. */
function ownDict({ evaluation }: CheckContext, task: Task): DictValue {
  return evaluation.taskFile?.own ?? task.config;
}
