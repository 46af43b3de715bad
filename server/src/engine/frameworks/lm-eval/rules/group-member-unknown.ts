import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import { kindOf } from '../load/task-file.js';
import type { TaskEntry, TaskIndex } from '../load/task-index.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { Span } from '../../../core/span.js';
import type { TextEdit } from '../../../core/text-edit.js';
import { textOf, type DictValue, type StrValue } from '../../../core/value.js';
import { lineStartOf } from '../../../core/line-start.js';
import { lineEndOf } from '../../../edit/language.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit, replaceStringFix } from '../../../checks/support/fixes.js';
import { taskMeant } from './support/task-meant.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A member that no task, group or tag is called, or the group itself (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_group_members`). */
export const groupMemberUnknown = fileRule(
  {
    id: 'group-member-unknown',
    title: 'A group member that does not exist, or is the group itself',
    severity: 'error',
    fix: 'unsafe',
    prevents:
      'The name is taken to be a task without a dataset, and building the group raises an exception that does not say so; or RecursionError',
  },
  function* (context): Iterable<Finding> {
    const names = [...memberNames(context)];
    if (names.length === 0) return;
    const { file, surroundings } = context;
    const index = readyTaskIndexOf(file, surroundings);
    if (!index) return;
    // Where the harness is out of reach its own tasks are not known, and others may be generated: then only a slip of the fingers counts.
    const complete = /\/lm_eval\/tasks\//.test(file) || surroundings.workspace.packageRoot('lm_eval', file) !== undefined;
    const own = textOf(context.evaluation.value.get('group'));
    for (const name of names) {
      const entry = index.entry(name.text);
      if (name.text === own && entry?.kind === 'GROUP' && entry.file === file) yield itself(context, name);
      else if (entry?.kind === 'GROUP' && own !== undefined && index.entry(own)?.file === file && leadsTo(own, entry, index))
        yield roundabout(context, name, own);
      if (entry !== undefined || isRegistered(context, name.text)) continue;
      const meant = taskMeant(name.text, index, complete);
      if (complete || meant !== undefined) yield finding(context, name, meant, complete);
    }
  },
);

/** Whether a group has another one among its members, or among theirs. */
function leadsTo(group: string, first: TaskEntry, index: TaskIndex): boolean {
  const seen = new Set([first.name]);
  const open = [first];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const summary = entry.kind === 'GROUP' && entry.file !== undefined ? index.summary(entry.file) : undefined;
    for (const name of (summary?.kind === 'GROUP' && summary.members) || []) {
      if (name === group) return true;
      const next = seen.has(name) ? undefined : index.entry(name);
      seen.add(name);
      if (next) open.push(next);
    }
  }
  return false;
}

function roundabout(context: CheckContext, { span, text }: StrValue, own: string): Finding {
  return {
    span,
    message: say`The group ${text} contains this group, ${own}, directly or by way of others: building either raises RecursionError: maximum recursion depth exceeded.`,
    fixes: oneEdit(say`Remove the member`, false, withoutItem(context.text(span.file), span)),
  };
}

/** Before 0.4.2 a task could be a class that a decorator gives its name; the group stands beside it. */
function isRegistered({ file, surroundings: { workspace } }: CheckContext, name: string): boolean {
  const folder = file.slice(0, file.lastIndexOf('/'));
  const registers = (other: string): boolean => {
    const read = other.endsWith('.py') ? workspace.read(`${folder}/${other}`) : undefined;
    return read?.kind === 'text' && (read.text.includes(`@register_task("${name}")`) || read.text.includes(`@register_task('${name}')`));
  };
  return workspace.list(folder)?.some(registers) ?? false;
}

/** Building the group builds its members first, and so never comes to an end. */
function itself({ text }: CheckContext, name: StrValue): Finding {
  return {
    span: name.span,
    message: say`The group contains itself: building it raises RecursionError: maximum recursion depth exceeded.`,
    fixes: oneEdit(say`Remove the member`, false, withoutItem(text(name.span.file), name.span)),
  };
}

/** The line of an item of a block list, where nothing else stands on it and another item follows or goes before. */
function withoutItem(source: string, { file, start, end }: Span): TextEdit | undefined {
  const from = lineStartOf(source, start);
  const to = lineEndOf(source, end);
  const isAlone = /^[ \t]*-[ \t]+["']?$/.test(source.slice(from, start)) && /^["']?[ \t]*$/.test(source.slice(end, to));
  if (!isAlone || !/^\r?\n/.test(source.slice(to)) || !hasNeighbour(source, from, to)) return undefined;
  return { span: { file, start: from, end: source.indexOf('\n', to) + 1 }, newText: '' };
}

function hasNeighbour(source: string, from: number, to: number): boolean {
  const item = /^[ \t]*-[ \t]/;
  return item.test(source.slice(source.indexOf('\n', to) + 1)) || item.test(source.slice(lineStartOf(source, Math.max(0, from - 1)), from));
}

function finding(context: CheckContext, name: StrValue, meant: string | undefined, complete: boolean): Finding {
  const advice = meant === undefined ? '' : say` Did you mean ${meant}?`;
  return {
    span: name.span,
    severity: complete ? 'error' : 'warning',
    message: say`No task, group or tag is called ${name.text}: the harness takes it to be a task that is defined here, which has no dataset, and building the group fails.${advice}`,
    fixes: meant === undefined ? [] : replaceStringFix(context, name, meant, say`Write ${meant}`),
  };
}

/** The members that are mere names, or names with overrides that make no task of them, those of groups within the group too. */
function* memberNames({ evaluation, config }: CheckContext): Iterable<StrValue> {
  if (kindOf(evaluation.value) !== 'GROUP') return;
  // What a group says is said of its members.
  const isTold = definesTask(evaluation.value);
  for (const { kind, value } of config.places) {
    if (value.kind !== 'dict' || (kind !== 'group' && !(kind === 'group-member' && value.entry('group')))) continue;
    const members = value.get('task');
    if (members?.kind !== 'list') continue;
    for (const item of members.items) {
      if (item.kind === 'str') yield item;
      const name = item.kind === 'dict' && !isTold && !definesTask(value) && !definesTask(item) ? item.get('task') : undefined;
      if (name?.kind === 'str') yield name;
    }
  }
}

/** Whether a dict may say where the rows of a task are. */
function definesTask(dict: DictValue): boolean {
  return hasUnknownKey(dict) || ['dataset_path', 'custom_dataset', 'include', 'class'].some((key) => dict.entry(key));
}
