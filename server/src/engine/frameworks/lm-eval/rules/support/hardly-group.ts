import { textOf, type DictValue } from '../../../../core/value.js';
import { isGroupWithoutTask } from '../../sniff.js';

/** Whether a dict has the name of a group and a list of what may be its members, and nothing that only groups of the harness have: other programs write that, too. */
export function isHardlyGroup(value: DictValue): boolean {
  const keys = new Set([...value.entries.values()].map(({ key }) => textOf(key) ?? ''));
  return isGroupWithoutTask(keys) && !keys.has('aggregate_metric_list') && !keys.has('group_alias');
}
