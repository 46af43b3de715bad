import { nearest } from '../../../../checks/support/nearest.js';
import { isNameSlip } from '../../../../checks/support/slip.js';
import type { TaskIndex } from '../../load/task-index.js';

/**
 * The task, group or tag that a name probably means which there is not.
 * @param complete whether all names are known; where the harness's own are not, only a slip of the fingers counts
 */
export function taskMeant(name: string, index: TaskIndex, complete: boolean): string | undefined {
  const alike = likeIt(index, name);
  return complete ? nearest(name, alike) : [...alike].find((other) => isNameSlip(name, other, 'none'));
}

/** Of many thousand names only those that start alike are worth a look. */
function* likeIt(index: TaskIndex, name: string): Iterable<string> {
  for (const candidate of index.entries.keys())
    if (candidate[0] === name[0] && Math.abs(candidate.length - name.length) <= name.length / 3) yield candidate;
}
