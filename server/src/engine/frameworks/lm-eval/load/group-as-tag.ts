import { say } from '../../../core/say.js';
import { TracedText } from '../../../core/traced-text.js';
import { nameKey, StrValue, type DictEntry, type Value } from '../../../core/value.js';

const groupKey = nameKey('group');
const taskKey = nameKey('task');
const tagKey = nameKey('tag');

/** Whether a harness in which tasks have a field `group`, as up to 0.4.4, would take the file for no group. */
export function groupsAreTags(entries: ReadonlyMap<string, DictEntry>): boolean {
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

const madeByUs = { kind: 'framework', what: say`group, which is called tag in later releases` } as const;

/** Whether a key was written as `group`: no release of such a harness has to know `tag`. */
export function isGroupAsTag(key: Value): boolean {
  return key.kind === 'str' && key.traced.pieces.length === 1 && key.traced.pieces[0]!.origin === madeByUs;
}
