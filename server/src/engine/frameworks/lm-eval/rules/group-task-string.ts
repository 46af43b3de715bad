import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { say } from '../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type ListValue, type Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { kindOf } from '../load/task-file.js';
import type { TaskIndex } from '../load/task-index.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import { releaseOf } from '../releases/find-harness.js';
import { fieldsOfTasks } from './group-in-task.js';
import { isHardlyGroup } from './support/hardly-group.js';
import { withoutDash } from './support/without-dash.js';
import { fileRule } from './support/task-rule.js';

/** A group whose members are no list, or not all that is written (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_group`; `api/group.py`, `add`). */
export const groupTaskString = fileRule(
  {
    id: 'group-task-string',
    title: 'A group whose members are not a list under `task`, or of which one replaces another',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'The group has no members, and evaluates nothing; or one of two members is not run',
  },
  function* (context): Iterable<Finding> {
    const { value } = context.evaluation;
    if (kindOf(value) !== 'GROUP' || fieldsOfTasks.some((key) => value.entry(key))) return;
    const task = value.entry('task');
    if (task?.value.kind === 'str') yield oneName(context, task);
    if (!task) yield* otherKey(context, value);
    yield* ofMembers(context);
  },
);

function oneName(context: CheckContext, { value, valueSpan }: DictEntry): Finding {
  const source = context.text(valueSpan.file).slice(valueSpan.start, valueSpan.end);
  // Names with blanks or commas between them are several.
  const names = (textOf(value) ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return {
    span: valueSpan,
    message: say`The members of a group are only built from a list: with the name alone the group is empty. Write it as a list of one.`,
    fixes: oneEdit(
      say`Write a list`,
      false,
      names.length > 1 && names.every((name) => /^[\w.-]+$/.test(name))
        ? { span: valueSpan, newText: `[${names.join(', ')}]` }
        : /\n/.test(source)
          ? undefined
          : { span: valueSpan, newText: `[${source}]` },
    ),
  };
}

/** A list under another key: the harness hands it to the members, of which there are none. */
function* otherKey(context: CheckContext, group: DictValue): Iterable<Finding> {
  const entry = [...group.entries.values()].find(
    ({ key, value }) => value.kind === 'list' && isMeantAsMembers(textOf(key) ?? '', group) && namesTask(context, value),
  );
  if (!entry) return;
  yield {
    span: entry.keySpan,
    message: say`A group has its members under \`task\`: without it the group is empty, and --tasks ${textOf(group.get('group')) ?? ''} evaluates nothing.`,
    fixes: renameKeyFix(context, entry, 'task'),
  };
}

/** A key that tasks may have, or another one of what is hardly known to be a group; those that nothing has are told as such. */
function isMeantAsMembers(key: string, group: DictValue): boolean {
  return key === 'task_list' || (isHardlyGroup(group) && ['tasks', 'subtasks'].includes(key));
}

/** Whether one of the names in a list is that of a task, a group or a tag: other programs have groups and lists, too. */
function namesTask(context: CheckContext, { items }: ListValue): boolean {
  const index = readyTaskIndexOf(context.file, context.surroundings);
  return index !== undefined && items.some((item) => index.entry(textOf(item) ?? '') !== undefined);
}

/** Groups that are written within a group, and members of one name: a group knows its members by that. */
function* ofMembers(context: CheckContext): Iterable<Finding> {
  const { file, surroundings, config } = context;
  if (releaseOf(file, surroundings).groups !== 'item') return;
  const groups = config.places.filter(({ kind, value }) => value.kind === 'dict' && (kind === 'group' || value.entry('group')));
  for (const { kind, value } of config.places)
    if (kind === 'group-member' && value.kind === 'dict') {
      yield* unnamed(context, value);
      yield* listAlone(context, value);
    }
  const lists = groups.flatMap(({ value }) => (value.kind === 'dict' ? (value.get('task') ?? []) : []));
  for (const list of lists) if (list.kind === 'list') yield* namedTwice(list);
  const inner = groups.filter(({ kind }) => kind === 'group-member');
  const isAsked = inner.length > 0 || lists.some((list) => list.kind === 'list' && list.items.some(({ kind }) => kind === 'dict'));
  const index = isAsked ? readyTaskIndexOf(file, surroundings) : undefined;
  if (!index) return;
  for (const { value } of inner) {
    const task = value.kind === 'dict' && index.entry(textOf(value.get('group')) ?? '') === undefined ? value.entry('task') : undefined;
    if (task?.value.kind === 'str') yield oneName(context, task);
  }
  for (const list of lists) if (list.kind === 'list') yield* replaced(list, index);
}

/** A member that is told by its tag: a tag is a name like any other, under `task` (0.4.10 to 0.4.13 `tasks/_factory.py`, `_build_group_members`). */
function* unnamed(context: CheckContext, member: DictValue): Iterable<Finding> {
  const tag = member.entry('tag');
  if (!tag || member.entry('task') || member.entry('group') || hasUnknownKey(member)) return;
  yield {
    span: tag.keySpan,
    message: say`A member of a group has its name under \`task\`, be it that of a task or of a tag, and this one has none: building the group raises ValueError: Dict entry in group must have 'task' or 'group' key.`,
    fixes: tag.value.kind === 'str' ? renameKeyFix(context, tag, 'task') : [],
  };
}

/** A list of members without the name of the group that has them: mostly behind a dash too many. */
function* listAlone({ text }: CheckContext, member: DictValue): Iterable<Finding> {
  const task = member.entry('task');
  if (task?.value.kind !== 'list' || member.entry('group') || hasUnknownKey(member)) return;
  yield {
    span: task.keySpan,
    message: say`A list of members belongs to a group with a name, and this item has no \`group\`: building the group raises TypeError: unhashable type: 'list'.`,
    fixes: oneEdit(say`Remove the dash`, false, withoutDash(text(member.span.file), member.span)),
  };
}

/** A mere name that stands twice in a list: what is run is the same as if it stood there once. */
function* namedTwice({ items }: ListValue): Iterable<Finding> {
  const first = new Map<string, Value>();
  for (const item of items) {
    if (item.kind !== 'str') continue;
    const earlier = first.get(item.text);
    if (!earlier) first.set(item.text, item);
    else
      yield {
        span: item.span,
        severity: 'warning',
        message: say`The member ${item.text} stands in this list twice, and is run once. Perhaps another one is meant.`,
        related: [{ span: earlier.span, message: say`the first one` }],
      };
  }
}

/** Tasks that a later member of the same list replaces, with what is said for them alone. */
function* replaced({ items }: ListValue, index: TaskIndex): Iterable<Finding> {
  const last = new Map<string, Value>();
  for (const item of [...items].reverse()) {
    const name = nameOf(item);
    if (name?.kind !== 'str' || index.entry(name.text)?.kind !== 'TASK') continue;
    const later = last.get(name.text);
    if (!later) last.set(name.text, item);
    else if (item.kind === 'dict' || later.kind === 'dict')
      yield {
        span: name.span,
        severity: 'warning',
        message: say`A group knows its members by their names: a later member is ${name.text}, too, and this one is not run. To run a task in two ways give each way a file and a name of its own.`,
        related: [{ span: later.span, message: say`this one is run` }],
      };
  }
}

/** The name of a member that is a task: written alone, or with what else it gets. */
function nameOf(item: Value): Value | undefined {
  return item.kind === 'dict' ? (item.entry('group') ? undefined : item.get('task')) : item;
}
