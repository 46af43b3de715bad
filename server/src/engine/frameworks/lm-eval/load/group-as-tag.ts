import { say } from '../../../core/say.js';
import { TracedText } from '../../../core/traced-text.js';
import { nameKey, StrValue, type DictEntry, type DictValue, type Value } from '../../../core/value.js';

const groupKey = nameKey('group');
const taskKey = nameKey('task');
const tagKey = nameKey('tag');

/** Whether a harness before 0.4.12 would take the file for no group: it has no list of tasks. */
export function isTaskWithGroup(entries: ReadonlyMap<string, DictEntry>): boolean {
  return entries.has(groupKey) && entries.get(taskKey)?.value.kind !== 'list';
}

/** What such a task calls its group is the tag of later releases; its own tags win, as in 0.4.4 `api/task.py`. */
export function withTag(entries: ReadonlyMap<string, DictEntry>): Map<string, DictEntry> {
  const renamed = new Map<string, DictEntry>();
  for (const [id, entry] of entries) {
    if (id !== groupKey) renamed.set(id, entry);
    else if (!entries.has(tagKey)) renamed.set(tagKey, { ...entry, key: new StrValue(TracedText.of('tag', madeByUs), entry.keySpan) });
  }
  return renamed;
}

/** The place of a `group` that is no name of a group: nothing that asks for one finds it. */
const strayGroupKey = `${groupKey} of a task`;

/**
 * Such a task in 0.4.5 to 0.4.11, whose groups are the files with a list of tasks (`tasks/__init__.py`, `_config_is_group`) and whose tasks have no field `group` any more: it is
 * registered as a task, and building it raises TypeError for the key.
 */
export function withStrayGroup(entries: ReadonlyMap<string, DictEntry>): Map<string, DictEntry> {
  return new Map([...entries].map(([id, entry]) => [id === groupKey ? strayGroupKey : id, entry]));
}

/** Whether an entry is such a `group`. */
export function isStrayGroup(dict: DictValue, entry: DictEntry): boolean {
  return dict.entries.get(strayGroupKey) === entry;
}

const madeByUs = { kind: 'framework', what: say`group, which is called tag in later releases` } as const;

/** Whether a key was written as `group`: no release of such a harness has to know `tag`. */
export function isGroupAsTag(key: Value): boolean {
  return key.kind === 'str' && key.traced.pieces.length === 1 && key.traced.pieces[0]!.origin === madeByUs;
}
