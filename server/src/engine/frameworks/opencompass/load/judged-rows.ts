import { answerColumn, unknownAnswer, type JudgedRows } from '../../../config/config.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { nowhere } from '../../../core/span.js';
import { DictValue, IntValue, str, type Value } from '../../../core/value.js';
import type { SplitSource } from '../../../rows/dataset-rows.js';
import type { DatasetSplits, Surroundings, Target } from '../../face/behaviour.js';
import { rowsOfDataset, type DatasetLoading } from './dataset-source.js';

/**
 * The rows of a target as a run has them, also those that a judge is asked about: what the judged model answers is a placeholder in these. OpenCompass 0.5.3
 * `evaluator/generic_llm_evaluator.py`.
 * @returns undefined where the source of the class is not within reach
 */
export function rowsOfTarget(loading: DatasetLoading, target: Target, surroundings: Surroundings): DatasetSplits | undefined {
  const { judged } = target.dataset;
  if (!judged) return rowsOfDataset(loading, target, surroundings);
  const load = (value: DictValue): DatasetSplits | undefined =>
    rowsOfDataset(loading, { ...target, dataset: { ...target.dataset, value } }, surroundings);
  const rows = load(judged.of)?.test;
  return rows && { test: withAnswers(rows, judged, judged.answered === judged.of ? rows : load(judged.answered)?.test) };
}

/** @param answered the rows of the dataset that is judged */
function withAnswers(rows: SplitSource, judged: JudgedRows, answered: SplitSource | undefined): SplitSource {
  if (!('computed' in rows)) return rows;
  const { computed } = rows;
  const times = judged.asTheyAre ? 1 : repeatsOf(judged.answered);
  const isSame = judged.of === judged.answered;
  const isRemade = isSame && !judged.asTheyAre;
  const count = isSame ? Math.floor(computed.count / times) : computed.count;
  const { outputColumn } = readReaderCfg(judged.answered.get('reader_cfg'));
  const found = answered && 'computed' in answered && answered.computed.count === count * times ? answered.computed : undefined;
  const reference = (index: number): Value | undefined => (outputColumn ? found?.at(index).get(outputColumn.text) : undefined);
  const row = (index: number): DictValue => withColumns(computed.at(index), judged, reference(index));
  return { ...rows, computed: { ...computed, count, at: (index) => (isRemade ? numberedAnew(row(index), index) : row(index)) } };
}

/** How often a run asks each row: the answers to each turn are judged by themselves. */
function repeatsOf(dataset: DictValue): number {
  const n = dataset.get('n');
  return n?.kind === 'int' && n.value > 0n ? Number(n.value) : 1;
}

/** The rows of the judged dataset become those of a dataset of their own, `LMEvalDataset`, which has no name. */
function numberedAnew(row: DictValue, index: number): DictValue {
  row.set('subdivision', str('dataset_test', nowhere));
  row.set('idx', new IntValue(BigInt(index), nowhere));
  return row;
}

function withColumns(row: DictValue, { references, answers = [] }: JudgedRows, reference: Value | undefined): DictValue {
  const judged = new DictValue(row.span);
  for (const [key, entry] of row.entries) judged.entries.set(key, { ...entry });
  const add = (name: string, value: Value): void => {
    if (judged.get(name) === undefined) judged.set(name, value);
  };
  add(answerColumn, str(unknownAnswer, nowhere));
  for (const name of answers) add(name, str(`⟦${name}⟧`, nowhere));
  for (const name of references) add(name, reference ?? str(`⟦${name}⟧`, nowhere));
  return judged;
}
