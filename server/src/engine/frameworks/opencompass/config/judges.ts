import { classNameOf } from '../../../config/class-name.js';
import { answerColumn, type Config, type DatasetConfig, type JudgedRows, type ModelConfig } from '../../../config/config.js';
import type { ReadModel } from '../../../config/read-config.js';
import { itemsOf } from '../../../config/sequence.js';
import { modelAbbr } from '../../../config/abbr.js';
import { DictValue, ListValue, original, textOf, type DictEntry, type Value } from '../../../core/value.js';
import type { Target } from '../../face/behaviour.js';
import { nowhere } from '../../../core/span.js';
import { metaRole } from '../classes/model-classes.js';
import { frameworkText, isAbsentOrNone } from '../values/python-value.js';
import { say } from '../../../core/say.js';

/** What judges are given besides the columns of the rows; the first is the answer. OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`, `openicl/icl_evaluator/lm_evaluator.py`. */
export const judgedColumns: readonly string[] = ['prediction', 'prediction2', 'obj_gold', 'reference', 'judgement', 'judgement2'];

/** A second pass over a dataset, in which a model judges the answers: what it reads in place of the dataset's own config. */
export interface Judge {
  readonly inferCfg: DictValue;
  readonly readerCfg: Value | undefined;
  /** The model's config; undefined where it is not known. */
  readonly model: DictValue | undefined;
  /** Absent where the rows are not known before the answers. */
  readonly rows?: JudgedRows;
  /** How the framework names the judged dataset. */
  readonly abbr: (dataset: string, model: string) => string;
}

/** The judges of a config's datasets: each meets its own dataset and no other. */
export function judgeTargets(config: Config, judgesOf: (dataset: DictValue) => readonly Judge[], readModel: ReadModel): Target[] {
  const models = new Map<DictValue, ModelConfig>();
  return config.datasets.flatMap((dataset) =>
    judgesOf(dataset.value).map((judge) => {
      let model = judge.model && models.get(judge.model);
      if (judge.model && !model) models.set(judge.model, (model = modelOf(judge.model, readModel)));
      return { dataset: judged(dataset, judge, model?.abbr ?? 'judge'), model };
    }),
  );
}

function judged(dataset: DatasetConfig, judge: Judge, model: string): DatasetConfig {
  // Only its own parts: what else the dataset holds has no say in the second pass.
  const value = new DictValue(judge.inferCfg.span);
  value.set('infer_cfg', judge.inferCfg);
  if (judge.readerCfg) value.set('reader_cfg', judge.readerCfg);
  return {
    value,
    abbr: judge.abbr(dataset.abbr, model),
    list: dataset.list,
    index: dataset.index,
    inferCfg: judge.inferCfg,
    readerCfg: judge.readerCfg,
    ...(judge.rows && { judged: judge.rows }),
  };
}

function modelOf(value: DictValue, readModel: ReadModel): ModelConfig {
  const type = value.get('type');
  const className = classNameOf(type);
  return {
    value,
    abbr: modelAbbr(value) ?? 'judge',
    list: 'judge',
    index: 0,
    className,
    ...readModel(className, value.get('meta_template'), type),
  };
}

/** The judges of the datasets of a config: each evaluator's own, or those of the run. */
export function openCompassJudges({ evaluation }: Config): (dataset: DictValue) => readonly Judge[] {
  let judges: readonly DictValue[] | undefined;
  return (dataset) => {
    const evalCfg = dataset.get('eval_cfg');
    if (evalCfg?.kind !== 'dict') return [];
    const evaluator = evalCfg.get('evaluator');
    if (evaluator?.kind === 'dict' && classNameOf(evaluator.get('type')) === 'LMEvaluator')
      return scoringJudges(dataset, evalCfg, evaluator, (judges ??= judgesOfRun(evaluation.value)));
    const judge = judgeOf(dataset, evalCfg, evaluator);
    return judge ? [judge] : [];
  };
}

/** The models by which a run has answers scored or compared. OpenCompass 0.5.4 `partitioners/sub_naive.py`, `judge_models`. */
function judgesOfRun(config: DictValue): readonly DictValue[] {
  const [stage, list] = [config.get('eval'), config.get('judge_models')];
  const partitioner = stage?.kind === 'dict' ? stage.get('partitioner') : undefined;
  const given = partitioner?.kind === 'dict' ? partitioner.get('judge_models') : undefined;
  return (itemsOf(given ?? list) ?? []).map((item) => original(item)).filter((item) => item.kind === 'dict');
}

/**
 * The judges of an evaluator that scores or compares answers. They read the dataset's rows with the answers beside them. OpenCompass 0.5.4
 * `openicl/icl_evaluator/lm_evaluator.py`.
 */
function scoringJudges(dataset: DictValue, evalCfg: DictValue, evaluator: DictValue, models: readonly DictValue[]): readonly Judge[] {
  const template = evaluator.entry('prompt_template');
  const reader = dataset.get('reader_cfg');
  // Prompts that the rows hold, and answers without a column to hold them against, are not followed.
  const several = evaluator.get('multi_eval');
  if (several && !(several.kind === 'bool' && !several.value)) return [];
  if (!template || reader?.kind !== 'dict' || isAbsentOrNone(reader.get('output_column'))) return [];
  // Beside what is compared stands which model gave it, and what a function makes of references is not followed.
  const isKnown = textOf(dataset.get('mode')) === 'singlescore' && evalCfg.get('dataset_postprocessor') === undefined;
  const references = ['obj_gold', 'reference'];
  const answers = answerNames(template.value);
  const rows: JudgedRows = {
    of: dataset,
    answered: dataset,
    references: isKnown ? references : [],
    answers: isKnown ? answers : [...answers, ...references],
    lacking: [],
    asTheyAre: true,
  };
  const readerCfg = withAnswers(reader, [...new Set([answerColumn, ...answers, ...references])]);
  const judge = { inferCfg: inferCfgOf(evaluator, template), readerCfg, rows };
  const named =
    models.length > 1 ? (name: string, model: string): string => `${name} (judge ${model})` : (name: string): string => `${name} (judge)`;
  return (models.length > 0 ? models : [undefined]).map((model) => ({ ...judge, model, abbr: named }));
}

/** The columns for answers that a template asks for: of several models, of each turn of a conversation, and how many words they have. */
function answerNames(template: Value): readonly string[] {
  const names = new Set<string>();
  // What is found meanwhile is looked at, too, and nothing twice.
  const values = new Set([template]);
  for (const value of values) {
    if (value.kind === 'str')
      for (const [, name] of value.text.matchAll(/\{(prediction\d*(?:_r\d+|_(?:en|cn)_word_count)?)\}/g)) names.add(name!);
    if (value.kind === 'list') for (const item of value.items) values.add(item);
    if (value.kind === 'dict') for (const entry of value.entries.values()) values.add(entry.value);
  }
  return [...names];
}

/**
 * The judge of an evaluator that asks a model, alone or behind rules. OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py`,
 * `evaluator/cascade_evaluator.py`.
 */
function judgeOf(dataset: DictValue, evalCfg: DictValue, evaluator: Value | undefined): Judge | undefined {
  const isCascade = evaluator?.kind === 'dict' && classNameOf(evaluator.get('type')) === 'CascadeEvaluator';
  const asking = isCascade ? evaluator.get('llm_evaluator') : evaluator;
  if (asking?.kind !== 'dict' || classNameOf(asking.get('type')) !== 'GenericLLMEvaluator') return undefined;
  const datasetCfg = asking.get('dataset_cfg');
  const template = asking.entry('prompt_template');
  if (!template || datasetCfg?.kind !== 'dict') return undefined;
  // Behind rules, or without a dataset of its own, the judge is given the rows of the dataset itself.
  const isOwn = !isCascade && datasetCfg.entries.size > 0;
  const readerCfg = isOwn ? (datasetCfg.get('reader_cfg') ?? new DictValue(datasetCfg.span)) : dataset.get('reader_cfg');
  const references = isOwn ? ['obj_gold', 'reference'] : ['reference'];
  const rows = { of: isOwn ? datasetCfg : dataset, answered: dataset, references, lacking: isOwn ? [] : ['obj_gold'] };
  return {
    inferCfg: inferCfgOf(asking, template),
    readerCfg: withAnswers(readerCfg, [answerColumn, ...references]),
    // References that a function makes anew are not followed.
    ...(evalCfg.get('dataset_postprocessor') === undefined && { rows }),
    model: judgeModel(asking.get('judge_cfg')),
    abbr: (name) => `${name} (judge)`,
  };
}

/** How an evaluator asks its template. */
function inferCfgOf(evaluator: DictValue, template: DictEntry): DictValue {
  const inferCfg = new DictValue(evaluator.span);
  inferCfg.set('prompt_template', template.value, template.keySpan, template.valueSpan);
  inferCfg.set('retriever', typed('ZeroRetriever'));
  inferCfg.set('inferencer', typed('GenInferencer'));
  return inferCfg;
}

/** The config's judge, or the default in place of one that is empty. */
function judgeModel(given: Value | undefined): DictValue | undefined {
  if (given?.kind === 'unknown') return undefined;
  return given?.kind === 'dict' && given.entries.size > 0 ? given : defaultJudge;
}

/** The reader of the judged rows: the answers are columns, and the reference is kept out of the prompt as the answer's column is. */
function withAnswers(readerCfg: Value | undefined, added: readonly string[]): Value | undefined {
  if (readerCfg?.kind !== 'dict' || readerCfg.entries.size === 0) return readerCfg;
  const reader = new DictValue(readerCfg.span);
  for (const [key, entry] of readerCfg.entries) reader.entries.set(key, { ...entry });
  const columns = readerCfg.get('input_columns');
  const named =
    columns?.kind === 'str'
      ? columns.text
          .split(/\s+/)
          .filter((name) => name !== '')
          .map((name) => frameworkText(name, say`input column`))
      : (itemsOf(columns) ?? []);
  const more = added.map((name) => frameworkText(name, say`column that the evaluator adds`));
  reader.set('input_columns', new ListValue([...named, ...more], columns?.span ?? readerCfg.span));
  reader.set('output_column', frameworkText('reference', say`output column of the judge`));
  return reader;
}

function typed(name: string): DictValue {
  const dict = new DictValue(nowhere);
  dict.set('type', frameworkText(name, 'class'));
  return dict;
}

/** The judge that an empty judge_cfg stands for; which model it is the environment tells. */
const defaultJudge: DictValue = makeDefaultJudge();

function makeDefaultJudge(): DictValue {
  const meta = new DictValue(nowhere);
  meta.set('round', new ListValue([metaRole('HUMAN', 'HUMAN', false), metaRole('BOT', 'BOT', true)], nowhere));
  const judge = typed('OpenAISDK');
  judge.set('abbr', frameworkText('OC_JUDGE_MODEL', say`judge of the environment`));
  judge.set('meta_template', meta);
  return judge;
}
