import { itemsOf } from '../../../../config/sequence.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { listed, quoted } from '../../../../checks/support/words.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { atSlip } from './misspelt.js';

/** What a run makes an evaluator of, by the `type` of the one that is written. */
const evaluators: readonly string[] = ['math_evaluator', 'mcq_rule_evaluator', 'llm_evaluator', 'cascade_evaluator'];

/** What is asked of each dataset. */
const asked: readonly string[] = ['abbr', 'path', 'evaluator'];

/**
 * Datasets of ChatML files, of which a run makes whole ones (`chatml_datasets`): what it asks of each. OpenCompass 0.5.4 `utils/run.py`,
 * `consturct_chatml_datasets`.
 * @param config what the document defines
 */
export function* chatmlFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  for (const name of ['datasets', 'chatml_datasets'])
    for (const item of itemsOf(config.get(name)) ?? []) {
      const dataset = original(item);
      if (dataset.kind === 'dict' && isHere(context, dataset) && isChatml(context, name, dataset)) yield* ofDataset(context, dataset);
    }
}

/** Whether a dataset is one of a ChatML file: its list says so, or the folder does. */
function isChatml({ file }: CheckContext, list: string, dataset: DictValue): boolean {
  if (dataset.entry('infer_cfg') || dataset.entry('reader_cfg') || dataset.entry('type')) return false;
  return list === 'chatml_datasets' || /\/configs\/chatml_datasets\//.test(file);
}

function* ofDataset(context: CheckContext, dataset: DictValue): Iterable<Finding> {
  for (const key of asked) {
    if (dataset.entry(key)) continue;
    yield {
      ...atSlip(context, dataset, key),
      message: say`A dataset of a ChatML file needs \`${key}\`, and this one has none: the run raises AssertionError.`,
    };
  }
  yield* ofEvaluator(context, dataset.get('evaluator'));
}

function* ofEvaluator(context: CheckContext, given: Value | undefined): Iterable<Finding> {
  const evaluator = given && original(given);
  if (evaluator?.kind !== 'dict' || !isHere(context, evaluator)) return;
  const type = evaluator.entry('type');
  if (!type) {
    yield {
      ...atSlip(context, evaluator, 'type'),
      message: say`This evaluator of a ChatML file has no type: the run raises KeyError: 'type'.`,
    };
    return;
  }
  const name = textOf(type.value);
  if (name !== undefined && !evaluators.includes(name)) {
    const meant = nearest(name, evaluators);
    yield {
      span: type.valueSpan,
      message: say`A ChatML file has no evaluator ${name}, only ${listed(evaluators.map(quoted), 4)}: the run raises AssertionError.`,
      fixes: meant === undefined ? [] : replaceStringFix(context, type.value, meant, say`Change to ${meant}`),
    };
  }
  if (name === 'llm_evaluator' && !evaluator.entry('judge_cfg')) {
    yield {
      ...atSlip(context, evaluator, 'judge_cfg'),
      message: say`A judge of a ChatML file needs \`judge_cfg\`, which may be empty, and this one has none: the run raises AssertionError.`,
    };
  }
  if (name === 'cascade_evaluator')
    for (const part of ['rule_evaluator', 'llm_evaluator']) yield* ofEvaluator(context, evaluator.get(part));
}
