import { constructorSignature } from '../../../../classes/signature.js';
import { classNameOf, classPathOf } from '../../../../config/class-name.js';
import { itemsOf } from '../../../../config/sequence.js';
import { replaceStringFix, surroundFix } from '../../../../checks/support/fixes.js';
import { whatItIs } from '../../../../checks/support/types.js';
import { isHere } from '../../../../checks/support/places.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { listed, quoted } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import { original, textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { calledBy } from './called.js';
import { hasTaskOfItsOwn } from './class-keys.js';
import { datasetsToCheck } from './dataset-faults.js';
import { atSlip } from './misspelt.js';
import { dictWithin } from './dict-within.js';
import { hasUnknownKey } from '../../../../checks/support/has-unknown-key.js';

const modes: readonly string[] = ['singlescore', 'allpair', 'm2n', 'fixed'];
const orders: readonly string[] = ['random', 'double'];

/**
 * Runs in which a model judges the answers (`SubjectiveEvalTask`): OpenCompass 0.2.6 to 0.5.4 `tasks/subjective_eval.py` and `partitioners/sub_naive.py`, of which
 * `sub_size.py` and `sub_num_worker.py` are derived; `openicl/icl_evaluator/lm_evaluator.py`.
 * @param config what the document defines
 */
export function* subjectiveFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  if (hasTaskOfItsOwn(context, 'eval')) return;
  const stage = config.get('eval');
  if (stage?.kind === 'dict' && isHere(context, stage)) yield* stageFindings(context, config, stage);
  yield* withoutEval(context, config);
  for (const dataset of datasetsToCheck(context)) if (isJudged(dataset.value)) yield* datasetFindings(context, dataset.value);
}

function* stageFindings(context: CheckContext, config: DictValue, stage: DictValue): Iterable<Finding> {
  const partitioner = dictWithin(stage, 'partitioner');
  const runner = dictWithin(stage, 'runner');
  const task = dictWithin(runner, 'task')?.entry('type');
  const divider = partitioner?.entry('type');
  if (!partitioner || !divider || !task) return;
  const dividesForJudges = /^Subjective\w*Partitioner$/.test(classNameOf(divider.value) ?? '');
  const taskName = classNameOf(task.value);
  if (taskName === 'SubjectiveEvalTask' && !dividesForJudges && isOwn(divider.value)) yield withoutJudge(divider);
  if (taskName === 'SubjectiveEvalTask') yield* withoutSummarizer(config, task);
  if (taskName === 'OpenICLEvalTask') yield* judgedWithoutJudge(config, task);
  if (!dividesForJudges || !isOwn(divider.value)) return;
  yield* withoutJudges(context, partitioner);
  yield* changedFindings(context, config);
}

/** Datasets of bases that the document changes, which a loop does at one place. */
function* changedFindings(context: CheckContext, config: DictValue): Iterable<Finding> {
  const told = new Set<number>();
  for (const item of itemsOf(config.get('datasets')) ?? []) {
    const dataset = original(item);
    if (dataset.kind !== 'dict' || dataset.span.file === context.file) continue;
    for (const finding of datasetFindings(context, dataset)) {
      if (finding.span.file !== context.file || told.has(finding.span.start)) continue;
      told.add(finding.span.start);
      yield finding;
    }
  }
}

/** The task is given its judge by the partitioner. */
function withoutJudge({ value, valueSpan }: DictEntry): Finding {
  return {
    span: valueSpan,
    message: say`SubjectiveEvalTask is given its judge by the partitioner, and ${classNameOf(value) ?? ''} gives none: the task raises AssertionError, after all answers were generated. Use SubjectiveNaivePartitioner, with judge_models.`,
  };
}

/** A task for each judge, and there is none. Before 0.2.4 the task has the judge (`judge_cfg`), and the partitioner takes none. */
function* withoutJudges(context: CheckContext, partitioner: DictValue): Iterable<Finding> {
  const judges = partitioner.entry('judge_models');
  if (partitioner.entry('meta_judge_model') || hasUnknownKey(partitioner)) return;
  if (calledBy(partitioner.get('type'), context, 0)?.signature.keys.has('judge_models') === false) return;
  if (judges && (itemsOf(judges.value)?.length ?? 1) > 0) return;
  yield {
    ...(judges ? { span: judges.valueSpan } : atSlip(context, partitioner, 'judge_models')),
    message: say`This partitioner makes a task for each of its \`judge_models\`, and has none: nothing is judged, without an error.`,
  };
}

/** `LMEvaluator` is built of its config alone by the usual task, and needs a judge and a path. */
function* judgedWithoutJudge(config: DictValue, { valueSpan }: DictEntry): Iterable<Finding> {
  const judged = firstJudged(config);
  if (!judged) return;
  yield {
    span: valueSpan,
    message: say`LMEvaluator of ${textOf(judged.get('abbr')) ?? say`a dataset`} is given its judge by SubjectiveEvalTask: this task builds it without, which raises TypeError, after all answers were generated.`,
  };
}

/**
 * Without `eval` the usual task evaluates (`utils/run.py`, `fill_eval_cfg`). A file without models may be meant for another config, and one with `infer` and nothing that
 * sums up is run with `--mode infer`.
 */
function* withoutEval(context: CheckContext, config: DictValue): Iterable<Finding> {
  const { error, problems } = context.config.evaluation;
  // What stands behind an exception is not known.
  if (config.entry('eval') || error || problems.length > 0) return;
  if (config.entry('infer') && !config.entry('summarizer')) return;
  const [models, datasets] = [config.get('models'), config.entry('datasets')];
  if (!datasets || datasets.keySpan.file !== context.file || (itemsOf(models)?.length ?? 0) === 0 || hasUnknownKey(config)) return;
  const judged = firstJudged(config);
  if (!judged) return;
  yield {
    span: datasets.keySpan,
    severity: 'warning',
    message: say`LMEvaluator of ${textOf(judged.get('abbr')) ?? say`a dataset`} is given its judge by SubjectiveEvalTask, and this config has no \`eval\` with that task: the usual one builds it without, which raises TypeError, after all answers were generated.`,
  };
}

function firstJudged(config: DictValue): DictValue | undefined {
  const datasets = (itemsOf(config.get('datasets')) ?? []).map((item) => original(item));
  return datasets.find((item): item is DictValue => item.kind === 'dict' && isJudged(item));
}

/** Results of judges lie under the names of model and judge, where the usual summarizer does not look: `summarizers/default.py`. */
function* withoutSummarizer(config: DictValue, { valueSpan }: DictEntry): Iterable<Finding> {
  if (config.entry('summarizer') || !config.entry('models') || !config.entry('datasets')) return;
  yield {
    span: valueSpan,
    severity: 'warning',
    message: say`This config has no summarizer, and the usual one finds none of the results of SubjectiveEvalTask: its table stays empty. Add a summarizer, such as dict(type=SubjectiveSummarizer, function='subjective').`,
  };
}

/** Before 0.2.6 the partitioner is given the mode, and one of a dataset is what its own class makes of it. */
function isModeOfRun({ file, surroundings: { classes } }: CheckContext): boolean {
  const found = classes.find('opencompass.partitioners.sub_naive.SubjectiveNaivePartitioner', file);
  return found.kind === 'class' && constructorSignature(classes, found.source)?.keys.has('mode') === true;
}

function* datasetFindings(context: CheckContext, value: DictValue): Iterable<Finding> {
  if (isModeOfRun(context)) return;
  const [mode, order] = [value.entry('mode'), value.entry('infer_order')];
  if (mode) yield* unknownWord(context, mode, 'mode', modes);
  if (order) yield* unknownWord(context, order, 'infer_order', orders);
  const name = mode && textOf(mode.value);
  const base = value.entry('base_models');
  if (base?.value.kind === 'dict' && base.value.entry('abbr') && base.valueSpan.file === context.file)
    yield {
      span: base.valueSpan,
      message: say`\`base_models\` must be a list of dicts, and this is ${whatItIs(base.value)}: its keys are taken for models, and the evaluation raises an exception, after all answers were generated.`,
      fixes: surroundFix(say`Put it in a list`, base.valueSpan, '[', ']'),
    };
  yield* givenFindings(context, value);
  yield* bareSummarizer(context, value);
  if (!mode || name === undefined || name === 'singlescore' || !modes.includes(name) || value.entry('base_models')) return;
  if (hasUnknownKey(value)) return;
  yield {
    ...(isHere(context, value) ? atSlip(context, value, 'base_models') : { span: mode.valueSpan }),
    message: say`In the mode ${name} answers are compared with those of \`base_models\`, and this dataset has none: the evaluation raises KeyError: 'base_models', after all answers were generated.`,
  };
}

/** Answers that lie ready, each of a model and in a folder: `tasks/subjective_eval.py`, `_load_model_pred`. */
function* givenFindings(context: CheckContext, dataset: DictValue): Iterable<Finding> {
  const models = abbrsOf(dataset.get('base_models'));
  const given = (itemsOf(dataset.get('given_pred')) ?? []).map((item) => original(item));
  for (const item of given) {
    if (item.kind !== 'dict' || !isHere(context, item)) continue;
    for (const key of ['abbr', 'path'])
      if (!item.entry(key))
        yield {
          ...atSlip(context, item, key),
          message: say`What \`given_pred\` holds must have ${key}: the evaluation raises KeyError: '${key}', after all answers were generated.`,
        };
    const abbr = item.entry('abbr');
    const name = textOf(abbr?.value);
    if (!abbr || name === undefined || given.length > 1 || models.length === 0 || models.includes(name)) continue;
    yield {
      span: abbr.valueSpan,
      severity: 'warning',
      message: say`No model of \`base_models\` is called ${name}, only ${listed(models)}: its answers are looked for among those of the run, and not here.`,
      fixes: models.length === 1 ? replaceStringFix(context, abbr.value, models[0]!, say`Change to ${models[0]!}`) : [],
    };
  }
}

function abbrsOf(models: Value | undefined): readonly string[] {
  const names = (itemsOf(models) ?? []).map((item) => {
    const model = original(item);
    return model.kind === 'dict' ? textOf(model.get('abbr')) : undefined;
  });
  return names.every((name) => name !== undefined) ? names : [];
}

/** The class of a summarizer itself, where a dict is read. */
function* bareSummarizer({ file }: CheckContext, dataset: DictValue): Iterable<Finding> {
  const entry = dataset.entry('summarizer');
  const name = entry?.value.kind === 'ref' ? classNameOf(entry.value) : undefined;
  if (!entry || name === undefined || entry.valueSpan.file !== file) return;
  yield {
    span: entry.valueSpan,
    message: say`\`${'summarizer'}\` must be a dict with a \`type\`, and this is the class itself: ${say`the summary raises an exception`}. Write dict(type=${name}).`,
    fixes: surroundFix(say`Write dict(type=${name})`, entry.valueSpan, 'dict(type=', ')'),
  };
}

function* unknownWord(context: CheckContext, entry: DictEntry, key: string, known: readonly string[]): Iterable<Finding> {
  const word = textOf(entry.value);
  if (word === undefined || known.includes(word)) return;
  const meant = nearest(word, known);
  yield {
    span: entry.valueSpan,
    message: say`\`${key}\` is one of ${listed(known.map(quoted), 6)}, and this is ${quoted(word)}: the evaluation raises AssertionError, after all answers were generated.`,
    fixes: meant === undefined ? [] : replaceStringFix(context, entry.value, meant, say`Change to ${meant}`),
  };
}

/** Whether a dataset's answers are judged by the framework's evaluator that is given its judge by the run. */
function isJudged(dataset: DictValue): boolean {
  const evalCfg = dictWithin(dataset, 'eval_cfg');
  const evaluator = dictWithin(evalCfg, 'evaluator');
  if (!evaluator || evaluator.entry('output_path')) return false;
  const type = evaluator.get('type');
  return classNameOf(type) === 'LMEvaluator' && isOwn(type);
}

/** Whether a class is one of the framework's, as far as its path tells. */
function isOwn(type: Value | undefined): boolean {
  const path = classPathOf(type);
  return path !== undefined && (!path.includes('.') || path.startsWith('opencompass.'));
}
