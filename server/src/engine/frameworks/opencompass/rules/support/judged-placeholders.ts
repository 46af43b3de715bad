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
  if (evaluator?.kind !== 'dict' || !asksJudge(evaluator)) return undefined;
  const template = evaluator.entry('prompt_template');
  if (!template) return undefined;
  const inferCfg = new DictValue(evaluator.span);
  inferCfg.set('prompt_template', template.value, template.keySpan, template.valueSpan);
  const value = new DictValue(evaluator.span);
  value.set('infer_cfg', inferCfg);
  return { judged: { ...dataset, value, inferCfg, readerCfg: undefined }, rowsOf: dataset };
}

/** Of other classes those that are given the dataset ask as the framework's own do: OpenCompass 0.5.3 `datasets/atlas/evaluation.py`. */
function asksJudge(evaluator: DictValue): boolean {
  const name = classNameOf(evaluator.get('type'));
  if (name === 'LMEvaluator') return true;
  const isFollowed = name === 'GenericLLMEvaluator' || name === 'CascadeEvaluator';
  return !isFollowed && evaluator.get('dataset_cfg')?.kind === 'dict' && evaluator.get('judge_cfg') !== undefined;
}

function entryOf(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === 'dict' ? value.get(key) : undefined;
}
