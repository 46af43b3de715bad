import { itemsOf } from '../../../config/sequence.js';
import type { Value } from '../../../core/value.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { SharedNames } from '../../face/editor.js';
import { GatheredNames } from '../../face/gathered-names.js';

/** The task, the group, the tags and the members that a file names, with what it includes: they share one namespace (lm-evaluation-harness 0.4.13 `tasks/_index.py`). */
export function namesInTask({ config }: ReadConfig): SharedNames {
  const gathered = new GatheredNames();
  for (const { kind, value } of config.places) {
    if (value.kind !== 'dict') continue;
    const isGroup = kind === 'group' || kind === 'group-member';
    if (!isGroup && (kind !== 'task' || value !== config.evaluation.value)) continue;
    const task = value.get('task');
    if (itemsOf(task)) membersIn(config, task, gathered);
    else gathered.whole('task', config, task, kind !== 'group-member');
    oneOrSeveral(config, value.get('group'), gathered);
    oneOrSeveral(config, value.get('tag'), gathered);
  }
  return gathered.gathered;
}

/** Dicts among them are places of their own. */
function membersIn(scope: object, list: Value | undefined, gathered: GatheredNames): void {
  for (const item of itemsOf(list) ?? []) if (item.kind !== 'dict') gathered.whole('task', scope, item, false);
}

/** A text, or a list of texts. */
function oneOrSeveral(scope: object, given: Value | undefined, gathered: GatheredNames): void {
  for (const item of itemsOf(given) ?? (given ? [given] : [])) gathered.whole('task', scope, item, true);
}
