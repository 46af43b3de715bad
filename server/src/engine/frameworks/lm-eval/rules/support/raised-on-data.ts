import { raisedOnRows, type RaisedOnRow } from '../../../../checks/support/raised-on-rows.js';
import type { DatasetConfig } from '../../../../config/config.js';
import { typedRowsAround } from '../../../../data/load/typed-rows.js';
import type { SplitSource } from '../../../../rows/dataset-rows.js';
import { rowsOf } from '../../../../rows/load-rows.js';
import { RowTable, type RowProblem } from '../../../../rows/row-table.js';
import type { DatasetSplits } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { notInChat } from '../../prompt/render-target.js';
import { releaseOf } from '../../releases/find-harness.js';

/** `raises`: an exception with its message. */
export type RaisedOnData =
  | { readonly kind: 'loading'; readonly raises: string; readonly problem: RowProblem | undefined }
  | ({ readonly kind: 'document' } & RaisedOnRow);

/**
 * What a run raises that loads the data of a task and asks its documents, where the files are on this machine and their rows are in memory; asking for them starts to
 * read them. Undefined also where the rows of a run are not certain.
 */
export function raisedOnData(dataset: DatasetConfig, context: CheckContext): RaisedOnData | undefined {
  const { framework, surroundings, file } = context;
  const target = { dataset, model: undefined };
  const release = releaseOf(file, surroundings).name;
  const splits = framework.rows?.(target, surroundings, release);
  // Both are asked for before either is there, so that they are read at once.
  const train = splits?.train && tableOf(splits.train, context);
  const test = splits && tableOf(splits.test, context);
  if (!test || test.doubtful.length > 0) return undefined;
  if (test.raises !== undefined) return { kind: 'loading', raises: test.raises, problem: test.problems[0] };
  // All of a large file would be read at once.
  if (!isShort(test) || (train && !isShort(train))) return undefined;
  // Files that a task names are loaded together: one may not go with another, or makes other numbers of what is in it.
  const together = dataset.value.entry('dataset_kwargs') ? framework.runRows?.(target, surroundings, release) : splits;
  if (together?.raises !== undefined) return { kind: 'loading', raises: together.raises, problem: train?.problems[0] };
  return together && together.doubt === undefined ? raisedOnDocuments(dataset, together, release, context) : undefined;
}

function raisedOnDocuments(
  dataset: DatasetConfig,
  splits: DatasetSplits,
  release: string,
  context: CheckContext,
): RaisedOnData | undefined {
  const { framework } = context;
  const target = { dataset, model: undefined };
  const test = tableOf(splits.test, context);
  const train = splits.train && tableOf(splits.train, context);
  // Examples that are not known may be drawn from more.
  if (!test || (!train && framework.render(target, { release }).shots.configured > 0)) return undefined;
  const raised = raisedOnRows(context, (rows) => framework.render(target, { rows, release }), test, train);
  if (!raised) return undefined;
  const { error, rows } = raised;
  const inChat = error.stage === 'template' || framework.render(target, { rows, release, asMessages: true }).error !== undefined;
  return { ...raised, kind: 'document', error: inChat ? error : { ...error, reason: notInChat } };
}

/** Whether all rows are among those that are read first. */
function isShort({ count, first }: RowTable): boolean {
  return count <= first.length;
}

function tableOf(source: SplitSource, { surroundings, file }: CheckContext): RowTable | undefined {
  if ('computed' in source) return RowTable.of(source.computed, source.from);
  if ('problem' in source) return undefined;
  const state = rowsOf(surroundings, source.files, 0, typedRowsAround(file, surroundings));
  return state.kind === 'ready' ? state.table : undefined;
}
