import { itemsOf } from '../../../../config/sequence.js';
import { oneEdit, replaceStringFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { lineBreakOf } from '../../../../edit/language.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { listed, quoted } from '../../../../checks/support/words.js';
import { original, textOf, type DictValue, type Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { isChatml } from '../../config/chatml-dataset.js';
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
  yield* withoutDatasets(context, config);
  for (const name of ['datasets', 'chatml_datasets'])
    for (const item of itemsOf(config.get(name)) ?? []) {
      const dataset = original(item);
      if (dataset.kind === 'dict' && isHere(context, dataset) && isChatml(context.file, name, dataset)) yield* ofDataset(context, dataset);
    }
}

/** A run puts what it makes of them to `datasets`, which is read first. */
function* withoutDatasets({ file, evaluation, text }: CheckContext, config: DictValue): Iterable<Finding> {
  const list = config.entry('chatml_datasets');
  if (!list || list.keySpan.file !== file || !config.entry('models') || config.entry('datasets')) return;
  // A base that is not there may bring them.
  if (!evaluation.ok || evaluation.problems.some(({ kind }) => kind === 'depends-on-environment')) return;
  const { start } = list.keySpan;
  const edit = { span: { file, start, end: start }, newText: `datasets = []${lineBreakOf(text(file))}` };
  yield {
    span: list.keySpan,
    message: say`A run reads \`datasets\` before it makes datasets of these, and this config has none: it raises KeyError: 'datasets'.`,
    fixes: start === 0 || text(file)[start - 1] === '\n' ? oneEdit(say`Add an empty \`datasets\``, false, edit) : [],
  };
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
