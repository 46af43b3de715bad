import type { DatasetConfig } from '../../../config/config.js';
import { textOf } from '../../../core/value.js';
import { workspaceDataFiles } from '../../../data/files.js';
import type { SplitSource } from '../../../rows/dataset-rows.js';
import { RowTable } from '../../../rows/row-table.js';
import type { DatasetSplits } from '../../face/behaviour.js';
import type { CheckContext } from '../../face/rule.js';

/** The rows of a dataset whose `path` names something on this machine, as a run has them; the examples' apart. */
export interface DataWithinReach {
  readonly test: RowTable;
  readonly train: RowTable;
  readonly raises?: undefined;
}

/** What a run raises that loads them: an exception with its message. */
interface LoadingRaises {
  readonly raises: string;
}

/**
 * Loads the data of a dataset for a check. Undefined where its `path` is not there: a load that looks elsewhere may work long for nothing, and a check has hundreds of datasets. Undefined also
 * where the class cannot be followed.
 */
export function dataWithinReach(context: Loading, dataset: DatasetConfig): DataWithinReach | LoadingRaises | undefined {
  const splits = splitsWithinReach(context, dataset);
  if (splits?.raises !== undefined) return { raises: splits.raises };
  const test = splits && tableOf(splits.test);
  const train = splits?.train && tableOf(splits.train);
  return test && train && { test, train };
}

type Loading = Pick<CheckContext, 'framework' | 'surroundings'>;

function splitsWithinReach({ framework, surroundings }: Loading, dataset: DatasetConfig): DatasetSplits | undefined {
  const path = textOf(dataset.value.get('path'));
  if (path === undefined || path === '' || dataset.made) return undefined;
  const world = surroundings.running(dataset.value.span.file);
  const place = workspaceDataFiles(world).place(path);
  if (place === undefined || world.workspace.stat(place) === undefined) return undefined;
  return framework.rows?.({ dataset, model: undefined }, surroundings);
}

function tableOf(source: SplitSource): RowTable | undefined {
  return 'computed' in source && source.computed.count > 0 ? RowTable.of(source.computed, source.from) : undefined;
}
