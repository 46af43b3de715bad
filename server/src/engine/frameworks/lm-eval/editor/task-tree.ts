import type { Evaluation } from '../../../core/evaluation.js';
import type { FileId, Span } from '../../../core/span.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import type { NamedTarget } from '../../face/editor.js';
import { releaseOf } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { membersOf, type Member } from '../load/members.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { TaskIndex } from '../load/task-index.js';

/** So many tasks and groups of a document are shown; the largest groups have thousands. */
const mostShown = 2_000;

/**
 * What a document of the harness is made of: a group its members, with those of groups within it and of tags that it names; a task itself, and the tags that it has, with all tasks of these.
 * Undefined while the names of all tasks are being read.
 */
export function taskTreeOf({ file, value }: Evaluation, surroundings: Surroundings): readonly NamedTarget[] | undefined {
  const isGroup = value.entry('group') !== undefined && !value.entry('class');
  const name = textOf(value.get(isGroup ? 'group' : 'task'));
  if (name === undefined) return [];
  const index = readyTaskIndexOf(file, surroundings);
  if (!index) return undefined;
  const tree = new TaskTree(index, releaseOf(file, surroundings));
  const at = value.entry(isGroup ? 'group' : 'task')!.valueSpan;
  if (isGroup) return [{ name, kind: 'group', at, members: tree.membersIn(value) }];
  return [{ name, kind: 'task', at, members: [] }, ...textsIn(value.get('tag')).map((tag) => tree.tag(tag, value.entry('tag')!.valueSpan))];
}

class TaskTree {
  private left = mostShown;

  constructor(
    private readonly index: TaskIndex,
    private readonly release: HarnessRelease,
  ) {}

  /** Members by the items of the group's list: those of an item that is a tag stand below it. */
  membersIn(group: DictValue): readonly NamedTarget[] {
    const all = membersOf(group, this.index, this.release);
    const items = group.get('task');
    const tags = new Map(
      (items?.kind === 'list' ? items.items : []).flatMap((item): [string, string][] =>
        item.kind === 'str' && this.index.entry(item.text)?.kind === 'TAG' ? [[placeOf(item.span), item.text]] : [],
      ),
    );
    const targets: NamedTarget[] = [];
    const open = new Map<string, NamedTarget[]>();
    for (const member of all) {
      const tag = tags.get(placeOf(member.span));
      if (tag === undefined) targets.push(...this.target(member));
      else {
        let members = open.get(tag);
        if (!members) {
          open.set(tag, (members = []));
          targets.push({ name: tag, kind: 'tag', at: member.span, members });
        }
        members.push(...this.target(member));
      }
    }
    return targets;
  }

  tag(name: string, at: Span): NamedTarget {
    const tagged = [...(this.index.entry(name)?.tagged ?? [])].sort();
    const members = tagged.flatMap((task): NamedTarget[] => {
      const file = this.index.entry(task)?.file;
      return file === undefined || this.left-- <= 0 ? [] : [{ name: task, kind: 'task', at: startOf(file), members: [] }];
    });
    return { name, kind: 'tag', at, members };
  }

  private target({ kind, name, file, span, members, error, unknownName }: Member): NamedTarget[] {
    if (this.left-- <= 0) return [];
    const problem = error?.message ?? (unknownName ? name : undefined);
    return [
      {
        name,
        kind,
        at: file === undefined ? span : startOf(file),
        members: members.flatMap((member) => this.target(member)),
        ...(problem !== undefined && { problem }),
      },
    ];
  }
}

function textsIn(value: Value | undefined): readonly string[] {
  if (value?.kind === 'str') return [value.text];
  return value?.kind === 'list' ? value.items.flatMap((item) => textOf(item) ?? []) : [];
}

function startOf(file: FileId): Span {
  return { file, start: 0, end: 0 };
}

function placeOf({ file, start, end }: Span): string {
  return `${file}:${String(start)}-${String(end)}`;
}
