import { raisedOnRows, type RaisedOnRow } from '../../../../checks/support/raised-on-rows.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { Target } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { dataWithinReach } from '../../load/data-within-reach.js';

/** Most datasets of a document whose data are loaded. */
const mostLoaded = 3;

/** What a run of a pair raises: when it loads the data, an exception with its message, or on a row of them. */
type RaisedPair =
  | { readonly target: Target; readonly raises: string }
  | (RaisedOnRow & { readonly target: Target; readonly raises?: undefined });

/** What pairs raise on their data, where these are on this machine, and on the first rows of them: a dataset with its first model. */
export function raisedOnDataOfPairs(context: CheckContext, targets: readonly Target[]): readonly RaisedPair[] {
  const seen = new Set<DatasetConfig>();
  const firsts = targets.filter(({ dataset }) => seen.size < mostLoaded && !seen.has(dataset) && seen.add(dataset));
  return firsts.flatMap((target): RaisedPair | readonly [] => {
    const data = dataWithinReach(context, target.dataset);
    if (data?.raises !== undefined) return { target, raises: data.raises };
    const raised = data && raisedOnRows(context, (rows) => context.framework.render(target, { rows }), data.test, data.train);
    return raised ? { ...raised, target } : [];
  });
}
