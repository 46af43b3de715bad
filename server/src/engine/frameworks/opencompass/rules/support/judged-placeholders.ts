import { classNameOf } from '../../../../config/class-name.js';
import type { Config, DatasetConfig } from '../../../../config/config.js';
import { DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { ownJudgesOf } from './judges-of.js';

/** A template by which a model judges the answers to a dataset. */
export interface JudgedTemplate {
  /** What the judge reads, in place of the dataset's own config. */
  readonly judged: DatasetConfig;
  /** The dataset whose rows it is given; undefined where it has rows of its own. */
  readonly rowsOf: DatasetConfig | undefined;
}

/** What judges are given besides the columns of the rows. OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`, `openicl/icl_evaluator/lm_evaluator.py`. */
export const judgeColumns: readonly string[] = ['prediction', 'prediction2', 'obj_gold', 'reference', 'judgement', 'judgement2'];

const known = new WeakMap<Config, readonly JudgedTemplate[]>();

/** The templates of all judges of a config. */
export function judgedTemplates(context: CheckContext): readonly JudgedTemplate[] {
  const { config } = context;
  let found = known.get(config);
  if (!found) known.set(config, (found = findJudged(context)));
  return found;
}

function findJudged(context: CheckContext): readonly JudgedTemplate[] {
  const { config } = context;
  const judged = ownJudgesOf(context).map(({ dataset }) => ({
    judged: dataset,
    rowsOf: config.datasets.find(({ list, index }) => list === dataset.list && index === dataset.index),
  }));
  return [...judged, ...config.datasets.flatMap((dataset) => comparedBy(dataset) ?? [])];
}

/** The template of an evaluator that compares answers; it has no reader_cfg of its own. */
function comparedBy(dataset: DatasetConfig): JudgedTemplate | undefined {
  const evaluator = entryOf(dataset.value.get('eval_cfg'), 'evaluator');
  if (evaluator?.kind !== 'dict' || classNameOf(evaluator.get('type')) !== 'LMEvaluator') return undefined;
  const template = evaluator.entry('prompt_template');
  if (!template) return undefined;
  const inferCfg = new DictValue(evaluator.span);
  inferCfg.set('prompt_template', template.value, template.keySpan, template.valueSpan);
  const value = new DictValue(evaluator.span);
  value.set('infer_cfg', inferCfg);
  return { judged: { ...dataset, value, inferCfg, readerCfg: undefined }, rowsOf: dataset };
}

function entryOf(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === 'dict' ? value.get(key) : undefined;
}
