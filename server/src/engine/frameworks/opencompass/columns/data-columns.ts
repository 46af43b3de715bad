import type { DatasetConfig } from '../../../config/config.js';
import { baseName } from '../../../core/span.js';
import type { RowTable } from '../../../rows/row-table.js';
import type { CheckContext } from '../../face/rule.js';
import { dataWithinReach } from '../load/data-within-reach.js';
import { addedColumns, type DataColumns } from './filling.js';

/** The columns of a dataset as a run has them after its class has loaded them. Undefined where its data are not within reach, and where another run may find other rows. */
export function dataColumnsOf(context: Pick<CheckContext, 'framework' | 'surroundings'>, dataset: DatasetConfig): DataColumns | undefined {
  const data = dataWithinReach(context, dataset);
  if (!data || data.raises !== undefined) return undefined;
  const [file] = data.test.files;
  if (file === undefined || !isCertain(data.test) || !isCertain(data.train)) return undefined;
  const columns = new Set([...data.test.columns, ...data.train.columns].filter((name) => !addedColumns.includes(name)));
  return { columns: [...columns], file: baseName(file) };
}

function isCertain({ complete, doubtful, unfollowed }: RowTable): boolean {
  return complete && doubtful.length === 0 && unfollowed === undefined;
}
