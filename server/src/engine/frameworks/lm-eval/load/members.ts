import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import { dirname, joinPath } from '../../../core/paths.js';
import type { FileId, Span } from '../../../core/span.js';
import { DictValue, nameKey, str, textOf, type DictEntry, type Value } from '../../../core/value.js';
import { newestHarness, type HarnessRelease } from '../releases/harness-release.js';
import type { TaskEntry, TaskIndex } from './task-index.js';

/** A task or group that a group is made of. */
export interface Member {
  readonly kind: 'task' | 'group';
  /** As the harness shows it: for one that is defined in the group itself `parent::name`, before 0.4.12 its name alone. */
  readonly name: string;
  /** Where it is defined; undefined where the group itself defines it. */
  readonly file: FileId | undefined;
  /** The item of a `task:` list that names it. */
  readonly span: Span;
  /** Whether it is a mere name that no task, group or tag has: the harness takes it for a task that is defined in place, and fails to build it. */
  readonly unknownName: boolean;
  /** Of a task: its config with what groups and the item override, without `tag`, `group` and `task_list`. Of a group: the file or item as it is. */
  readonly config: DictValue;
  /** Of a group. */
  readonly members: readonly Member[];
  /** What building it raises, for reasons that lie in the group. */
  readonly error: PyError | undefined;
}

type Entries = ReadonlyMap<string, DictEntry>;
type BuildingRelease = Pick<HarnessRelease, 'groups' | 'memberInclude'>;
/** What a task's config becomes by what it includes. */
type Including = (config: Entries) => Entries;

/** Keys of a group that are its own (lm-evaluation-harness 0.4.13 `config/group.py`); every other one overrides that of all members. */
const groupFields: ReadonlySet<string> = new Set(['group', 'group_alias', 'task', 'aggregate_metric_list', 'metadata']);

const ownKeys = new Set([...groupFields].map(nameKey));
/** What a group of 0.4.3 keeps for itself. */
const calledKeys = new Set(['task', 'group', 'group_alias'].map(nameKey));
const dropped = ['tag', 'group', 'task_list'].map(nameKey);
const taskKey = nameKey('task');
const groupKey = nameKey('group');
const includeKey = nameKey('include');
const onlyTask = new Set([taskKey]);
const nothing: ReadonlyMap<string, DictEntry> = new Map();

/**
 * What a group is made of, groups within it included (lm-evaluation-harness 0.4.13 `tasks/_factory.py`). Overrides of the caller win over those of the group, and
 * both over the task's own keys, each as a whole. A group whose `task` is no list has no members.
 * @param release the harness that builds it: `HarnessRelease.groups` says what others do otherwise
 */
export function membersOf(group: DictValue, index: TaskIndex, release: BuildingRelease = newestHarness): Member[] {
  return new GroupBuilder(index, release, group.span.file).membersOf(textOf(group.get('group')) ?? '', group, nothing);
}

/** Items of groups that are followed, those of groups within groups counted each time: they double with each level where each names the next one twice. */
const mostItems = 20_000;
/** Levels of groups within groups: Python's stack holds about as many. */
const deepest = 250;

class GroupBuilder {
  private readonly way: HarnessRelease['groups'];
  /** Groups under way: one may name another that names it. */
  private readonly open: string[] = [];
  /** By their files: what many groups name is read once. */
  private readonly groups = new Map<FileId, DictValue>();
  private items = 0;
  private readonly include: Including;

  /** @param file of the group that is called: what its items include is looked for beside it */
  constructor(
    private readonly index: TaskIndex,
    { groups, memberInclude }: BuildingRelease,
    file: FileId,
  ) {
    this.way = groups;
    this.include = memberInclude === 'taken' ? (entries) => withIncluded(entries, file, index) : (entries) => entries;
  }

  membersOf(name: string, group: DictValue, overrides: Entries): Member[] {
    const items = group.get('task');
    if (items?.kind !== 'list') return [];
    const all = merged(this.ownOf(group), overrides);
    this.open.push(name);
    const members = items.items.flatMap((item) => this.bounded(name, item, all));
    this.open.pop();
    return withoutDoubles(members);
  }

  /** What a group gives its members of its own. */
  private ownOf(group: DictValue): Entries {
    if (this.way !== 'called') return without(group.entries, ownKeys);
    return this.open.length === 0 ? without(group.entries, calledKeys) : nothing;
  }

  private bounded(parent: string, item: Value, overrides: Entries): Member[] {
    if (++this.items < mostItems) return this.item(parent, item, overrides);
    if (this.items > mostItems) return [];
    const reason = say`This group has more than ${String(mostItems)} tasks and groups, those of groups within groups counted each time; more are not followed.`;
    return [broken(parent, item.span, new PyError('MemoryError', '', item.span, reason))];
  }

  private item(parent: string, item: Value, overrides: Entries): Member[] {
    const { span } = item;
    if (item.kind === 'str') return this.named(parent, item.text, overrides, span, true);
    if (item.kind === 'unknown') return [];
    if (item.kind !== 'dict')
      return [broken(parent, span, new PyError('TypeError', `Unsupported sub-entry ${pyRepr(item).text} in group '${parent}'`, span))];
    if (this.way !== 'item') return this.olderItem(parent, item, overrides);
    if (item.entry('group')) return this.groupItem(parent, item, overrides);
    const name = item.get('task');
    if (!name) {
      const keys = [...item.entries.values()].map(({ key }) => pyRepr(key).text).join(', ');
      return [
        broken(
          parent,
          span,
          new PyError('ValueError', `Dict entry in group '${parent}' must have 'task' or 'group' key, got: [${keys}]`, span),
        ),
      ];
    }
    if (name.kind === 'unknown') return [];
    if (name.kind !== 'str') return [broken(parent, span, new PyError('TypeError', 'The name of a member is not text', name.span))];
    return this.named(parent, name.text, merged(overrides, item.entries), span, false);
  }

  /**
   * An item before 0.4.12 (`tasks/__init__.py`, `_load_individual_task_or_group`): one with a name as its `task` is a task, group or tag, and what is around it wins over it; any other is a
   * group that is defined here.
   */
  private olderItem(parent: string, item: DictValue, overrides: Entries): Member[] {
    const { span } = item;
    const task = item.get('task');
    if (task?.kind === 'str') {
      const isGroup = this.index.entry(task.text)?.kind === 'GROUP';
      return this.named(parent, task.text, merged(without(item.entries, isGroup ? ownKeys : onlyTask), overrides), span, false);
    }
    if (task?.kind === 'unknown') return [];
    const name = textOf(item.get('group')) ?? '';
    if (task?.kind !== 'list') {
      const said = task === undefined ? "'NoneType' object is not iterable" : `'${task.kind}' object is not iterable`;
      return [broken(name, span, new PyError('TypeError', said, span, say`Before 0.4.12 a group in a list has its own list of tasks.`))];
    }
    if (this.way === 'caller') return [{ ...base(name, span), kind: 'group', config: item, members: this.membersOf(name, item, nothing) }];
    const inherited = merged(without(item.entries, calledKeys), overrides);
    return [{ ...base(name, span), kind: 'group', config: item, members: this.membersOf(name, item, inherited) }];
  }

  /** A group by its name, with overrides, or one that is defined here. */
  private groupItem(parent: string, item: DictValue, overrides: Entries): Member[] {
    const name = textOf(item.get('group'));
    if (name === undefined) return [];
    const entry = this.index.entry(name);
    if (entry?.kind === 'TAG')
      return [
        broken(
          name,
          item.span,
          new PyError('AttributeError', "'list' object has no attribute 'name'", item.span, `${name} is a tag, not a group.`),
        ),
      ];
    if (entry) return this.existing(entry, merged(overrides, without(item.entries, new Set([groupKey]))), item.span);
    const full = `${parent}::${name}`;
    return [{ ...base(full, item.span), kind: 'group', config: item, members: this.membersOf(full, item, overrides) }];
  }

  private named(parent: string, name: string, overrides: Entries, span: Span, isPlain: boolean): Member[] {
    const entry = this.index.entry(name);
    if (!entry) return [inlineTask(this.way === 'item' ? `${parent}::${name}` : name, this.include(overrides), span, isPlain)];
    const own = entry.kind === 'GROUP' || entry.kind === 'TAG' ? overrides : merged(nameEntry(name, span), overrides);
    return this.existing(entry, own, span);
  }

  private existing(entry: TaskEntry, overrides: Entries, span: Span): Member[] {
    const { name, kind, file } = entry;
    if (kind === 'TAG') return [...entry.tagged].sort().flatMap((task) => this.tagged(task, overrides, span));
    const renamed = overrides.get(taskKey)?.value;
    if (kind !== 'GROUP' && (renamed?.kind === 'list' || renamed?.kind === 'dict')) {
      const reason = say`A group that is named beside \`task\` gives each of its members that value as its name, and ${renamed.kind === 'list' ? say`a list` : say`a mapping`} is not a name.`;
      return [broken(name, span, new PyError('TypeError', `unhashable type: '${renamed.kind}'`, renamed.span, reason))];
    }
    if (kind !== 'GROUP') return [new TaskMember(name, file!, span, overrides, this.index, this.include)];
    if (this.open.includes(name))
      return [
        broken(name, span, new PyError('RecursionError', 'maximum recursion depth exceeded', span, `The group ${name} contains itself.`)),
      ];
    if (this.open.length >= deepest)
      return [
        broken(
          name,
          span,
          new PyError(
            'RecursionError',
            'maximum recursion depth exceeded',
            span,
            `Groups contain each other more than ${String(deepest)} levels deep.`,
          ),
        ),
      ];
    const config = this.groupIn(file!, span);
    return [{ ...base(name, span), kind: 'group', file, config, members: this.membersOf(name, config, overrides) }];
  }

  private groupIn(file: FileId, span: Span): DictValue {
    let config = this.groups.get(file);
    if (!config) this.groups.set(file, (config = this.index.evaluate(file)?.value ?? new DictValue(span)));
    return config;
  }

  private tagged(task: string, overrides: Entries, span: Span): Member[] {
    const entry = this.index.entry(task);
    return entry && entry.kind !== 'TAG' ? this.existing(entry, merged(nameEntry(task, span), overrides), span) : [];
  }
}

/** A group knows its members by their names: of two of one name the last counts, in the first one's place (0.4.13 `api/group.py`). */
function withoutDoubles(members: readonly Member[]): Member[] {
  const byName = new Map<string | PyError, Member>();
  for (const member of members) byName.set(member.error ?? member.name, member);
  return [...byName.values()];
}

/** A task of the index. Its file is read when its config is first asked for: groups may have thousands of them. */
class TaskMember implements Member {
  readonly kind = 'task';
  readonly unknownName = false;
  readonly members: readonly Member[] = [];
  readonly error = undefined;
  private made: DictValue | undefined;

  constructor(
    private readonly registered: string,
    readonly file: FileId,
    readonly span: Span,
    private readonly overrides: Entries,
    private readonly index: TaskIndex,
    private readonly include: Including,
  ) {}

  get name(): string {
    return textOf(this.overrides.get(taskKey)?.value) ?? this.registered;
  }

  get config(): DictValue {
    return (this.made ??= this.make());
  }

  private make(): DictValue {
    const loaded = this.index.evaluate(this.file)?.value ?? new DictValue(this.span);
    return taskConfig(this.include(merged(loaded.entries, this.overrides)), loaded.span);
  }
}

/** What a config includes stands below it, the first of several files above the others (0.4.3 `tasks/__init__.py`, `load_task`). A file that is not there is left out. */
function withIncluded(config: Entries, group: FileId, index: TaskIndex): Entries {
  const include = config.get(includeKey)?.value;
  if (!include) return config;
  const paths = (include.kind === 'list' ? include.items : [include]).flatMap((path) => textOf(path) ?? []);
  const files = paths.map((path) => joinPath(dirname(group), path)).reverse();
  const below = files.reduce<Entries>((all, file) => merged(all, index.evaluate(file)?.value.entries ?? nothing), nothing);
  return merged(below, without(config, new Set([includeKey])));
}

/** What is given to the task: `metadata` that is no dict is put into one. */
function taskConfig(entries: Entries, span: Span): DictValue {
  const config = new DictValue(span, 'dict', () => new Map(entries));
  for (const key of dropped) config.entries.delete(key);
  const metadata = config.entry('metadata');
  if (metadata && metadata.value.kind !== 'dict' && metadata.value.kind !== 'unknown') {
    const dict = new DictValue(metadata.value.span);
    dict.set('_metadata', metadata.value);
    config.set('metadata', dict, metadata.keySpan, metadata.valueSpan);
  }
  return config;
}

function inlineTask(name: string, overrides: Entries, span: Span, unknownName: boolean): Member {
  const config = new DictValue(span, 'dict', () => copied(overrides));
  config.set('task', str(name, span), overrides.get(taskKey)?.keySpan ?? span, span);
  const metadata = config.get('metadata');
  const fails = metadata && metadata.kind !== 'dict' && metadata.kind !== 'unknown';
  const error = fails ? new PyError('TypeError', 'unsupported operand type(s) for |: metadata is not a dict', metadata.span) : undefined;
  return { ...base(name, span), kind: 'task', config, unknownName, error };
}

function broken(name: string, span: Span, error: PyError): Member {
  return { ...base(name, span), kind: 'task', config: new DictValue(span), error };
}

function base(name: string, span: Span): Omit<Member, 'kind' | 'config'> {
  return { name, file: undefined, span, unknownName: false, members: [], error: undefined };
}

function nameEntry(name: string, span: Span): Entries {
  const value = str(name, span);
  return new Map([[taskKey, { key: str('task', span), value, keySpan: span, valueSpan: span }]]);
}

/** `{**first, **second}`: a key of both keeps its place and takes the second value. */
function merged(first: Entries, second: Entries): Map<string, DictEntry> {
  const result = copied(first);
  for (const [id, entry] of second) result.set(id, { ...entry });
  return result;
}

function copied(entries: Entries): Map<string, DictEntry> {
  return new Map([...entries].map(([id, entry]) => [id, { ...entry }]));
}

function without(entries: Entries, keys: ReadonlySet<string>): Map<string, DictEntry> {
  return new Map([...entries].filter(([id]) => !keys.has(id)));
}
