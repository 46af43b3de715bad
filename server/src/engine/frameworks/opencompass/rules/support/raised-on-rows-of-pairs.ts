import { raisedOnRows, type RaisedOnRow } from '../../../../checks/support/raised-on-rows.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { Target } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { dataWithinReach } from '../../load/data-within-reach.js';

/** Most datasets of a document whose data are loaded. */
const mostLoaded = 3;

/** What a pair raises on a row of its data. */
interface RaisedPair extends RaisedOnRow {
  readonly target: Target;
}

/** What pairs raise on the first rows of their data, where these are on this machine: a dataset with its first model. */
export function raisedOnRowsOfPairs(context: CheckContext, targets: readonly Target[]): readonly RaisedPair[] {
  const seen = new Set<DatasetConfig>();
  const firsts = targets.filter(({ dataset }) => seen.size < mostLoaded && !seen.has(dataset) && seen.add(dataset));
  return firsts.flatMap((target) => {
    const data = dataWithinReach(context, target.dataset);
    const raised = data && raisedOnRows(context, (rows) => context.framework.render(target, { rows }), data.test, data.train);
    return raised ? { ...raised, target } : [];
  });
}
