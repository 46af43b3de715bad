import { raisedOnRows, type RaisedOnRow } from '../../../../checks/support/raised-on-rows.js';
import type { DatasetConfig } from '../../../../config/config.js';
import type { Target } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { dataWithinReach, raisedByLoading } from '../../load/data-within-reach.js';

/** Most datasets of a document whose data are loaded. */
const mostLoaded = 3;

/** What a pair raises on a row of its data. */
interface RaisedPair extends RaisedOnRow {
  readonly target: Target;
}

/** What pairs raise on the first rows of their data, where these are on this machine: a dataset with its first model. */
export function raisedOnRowsOfPairs(context: CheckContext, targets: readonly Target[]): readonly RaisedPair[] {
  return firstPairs(targets).flatMap((target) => {
    const data = dataWithinReach(context, target.dataset);
    const raised = data && raisedOnRows(context, (rows) => context.framework.render(target, { rows }), data.test, data.train);
    return raised ? { ...raised, target } : [];
  });
}

/** What loading these data raises: an exception with its message. */
export function raisedOnLoading(
  context: CheckContext,
  targets: readonly Target[],
): readonly { readonly dataset: DatasetConfig; readonly raises: string }[] {
  return firstPairs(targets).flatMap(({ dataset }) => {
    const raises = raisedByLoading(context, dataset);
    return raises === undefined ? [] : { dataset, raises };
  });
}

/** The first pair of each of the first datasets. */
function firstPairs(targets: readonly Target[]): readonly Target[] {
  const seen = new Set<DatasetConfig>();
  return targets.filter(({ dataset }) => seen.size < mostLoaded && !seen.has(dataset) && seen.add(dataset));
}
