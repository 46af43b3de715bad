import type { RenderError } from '../../prompt/rendered-prompt.js';
import { usualRoles } from '../../config/usual-roles.js';
import type { ModelConfig } from '../../config/config.js';
import { DictValue, NoneValue, textOf, type Value } from '../../core/value.js';
import { nowhere } from '../../core/span.js';
import type { TemplateClasses } from '../opencompass/template/build-template.js';
import type { Dialect } from '../opencompass/render/dialect.js';
import { promptOf, type InferencerCase, type InferencerMode, type PromptParts } from '../opencompass/infer/inferencer.js';
import { LmParser } from '../opencompass/parse/lm-parser.js';
import type { Parser } from '../opencompass/parse/parser.js';
import { field } from '../opencompass/values/python-value.js';
import type { DatasetReader } from '../opencompass/retrieve/dataset-reader.js';
import type { RetrieverClass, RetrieverClasses } from '../opencompass/retrieve/retriever.js';
import { PromptTemplate, type Template } from '../opencompass/template/template.js';
import { AisBenchApiParser } from './parse/api-parser.js';
import { aisBenchReleases, type AisBenchRelease } from './releases/ais-bench-release.js';
import { dumped } from './config/dumped.js';
import { aisBenchError, aisBenchException } from './values/faults.js';
import { aisBenchModelClass, attrOfClass, scoringClasses, streamingClasses } from './classes/model-classes.js';
import { MultiModalTemplate } from './template/multi-modal-template.js';
import { MultiTurnParser } from './parse/multi-turn-parser.js';
import { MultiTurnTemplate } from './template/multi-turn-template.js';
import { aisBenchOutput } from './send/output.js';
import { say } from '../../core/say.js';

/** AISBench 3.1.0 `openicl/icl_prompt_template/`. */
const templates: TemplateClasses = {
  own: new Map<string, (config: DictValue) => Template>([
    ['PromptTemplate', (config) => new PromptTemplate(dumped(config))],
    ['MMPromptTemplate', (config) => new MultiModalTemplate(dumped(config))],
    ['MultiTurnPromptTemplate', (config) => new MultiTurnTemplate(dumped(config))],
  ]),
  others: new Set(['BasePromptTemplate']),
  registry: 'ais_bench::icl_prompt_template',
  imported: 'value',
};

const common = ['ice_template', 'prompt_template', 'ice_separator', 'ice_eos_token'];

/** AISBench 3.1.0 `openicl/icl_retriever/`. */
const retrievers: RetrieverClasses = {
  byName: new Map<string, RetrieverClass>([
    ['ZeroRetriever', { required: [], optional: common, registered: true }],
    ['FixKRetriever', { required: ['fix_id_list'], optional: [...common, 'ice_num'], registered: true }],
    ['RandomRetriever', { required: [], optional: [...common, 'ice_num', 'seed'], registered: false }],
  ]),
  registry: 'ais_bench::icl_retriever',
  negativeIds: false,
};

/** AISBench 3.1.0 `openicl/icl_inferencer/`. */
const modes: ReadonlyMap<string, InferencerMode> = new Map([
  ['GenInferencer', 'gen'],
  ['LMMGenInferencer', 'gen'],
  ['PPLInferencer', 'ppl'],
  ['MultiTurnGenInferencer', 'multi_turn'],
  ['BFCLV3FunctionCallInferencer', 'function_call'],
]);

/** What sets AISBench 3.1.0 apart from OpenCompass. */
export const aisBenchDialect: Dialect = {
  templates,
  refusesNoTemplates: false,
  retrievers,
  reading: { onBadRange: 'all', repeats: 'rows' },
  framework: 'aisbench',
  inferencerRegistry: 'ais_bench::icl_inferencer',
  modeOf: (className) => (className === undefined ? undefined : modes.get(className)),
  otherInferencers: new Set(),
  withoutInferCfg: () =>
    say`The dataset has no infer_cfg: AISBench uses the template "{dummy}" with GenInferencer; tasks with code of their own (agents, judges of images) do not use it.`,
  promptOf: (inferencer, parts, label) =>
    inferencer.mode === 'function_call' ? functionCallOf(parts) : promptOf(inferencer, parts, label),
  buildParser: (inferencer, kind, meta) => buildParser(inferencer, kind, meta),
  raised: aisBenchError,
  modelClass: aisBenchModelClass,
  asking: { attrOf: attrOfClass, scoring: scoringClasses, streaming: streamingClasses },
  defaultMetaNote: say`HUMAN and BOT are in its round, SYSTEM is reserved for begin`,
  scoringNote,
  rowRefusal,
  brokenNote,
  convert: aisBenchOutput,
  exception: aisBenchException,
  apiRoles: [...usualRoles, 'TOOL'],
  fallbackGarbles: false,
  checkedModelFields: new Set(['abbr', 'path', 'batch_size', 'retry', 'generation_kwargs']),
  classPackage: 'ais_bench.benchmark',
  withoutPart: {
    type: { severity: 'warning', does: say`building the dataset raises KeyError: 'type'` },
    infer_cfg: { severity: 'warning', does: say`AISBench asks the model the template "{dummy}" in its place, without an error` },
    eval_cfg: { severity: 'warning', does: say`AISBench scores the answers as they are by AccEvaluator, without an error` },
  },
  siblingPackage: 'opencompass',
  readsPredRole: false,
  fillsStages: true,
  inferencerHasLength: false,
  tooFewAnswers: 'ParameterValueError [DSET-PARAM-002]',
  countsOneNumber: true,
  summarizerAttrs: ['accuracy', 'performance'],
  evaluatesOnce: true,
  onWrongList: say`AISBench stops with AISBenchConfigError [TMAN-CFG-003]`,
  onEmptyList: say`AISBench stops with AISBenchConfigError [TMAN-CFG-002]`,
  // `datasets/base.py`, `_modify_dataset_item` and `_process_single_item`.
  judgedColumns: ['model_answer', 'model_pred_uuid'],
  onWrongAffix: say`the LM parser raises NotImplementedError, and the API parser raises TypeError or garbles the message`,
};

/** What AISBench does as of a release. */
function dialectAsOf({ findsRounds, ownAddresses, imported }: AisBenchRelease): Dialect {
  if (findsRounds && ownAddresses && imported === templates.imported) return aisBenchDialect;
  const own = new Map<string, (config: DictValue) => Template>([
    ...templates.own,
    ['MMPromptTemplate', (config) => new MultiModalTemplate(dumped(config), ownAddresses)],
    ['MultiTurnPromptTemplate', (config) => new MultiTurnTemplate(dumped(config), findsRounds)],
  ]);
  return {
    ...aisBenchDialect,
    templates: { ...templates, own, imported },
    buildParser: (inferencer, kind, meta) => buildParser(inferencer, kind, meta, findsRounds),
  };
}

const byRelease: ReadonlyMap<string, Dialect> = new Map(aisBenchReleases.map((release) => [release.name, dialectAsOf(release)]));

/** What AISBench does as of a release of the table; as of the newest where none is named. */
export function aisBenchDialectOf(release: string | undefined): Dialect {
  return (release === undefined ? undefined : byRelease.get(release)) ?? aisBenchDialect;
}

function buildParser(inferencer: InferencerCase, kind: 'lm' | 'api', meta: Value | undefined, findsRounds = true): Parser {
  const parser = kind === 'lm' ? new LmParser(meta) : new AisBenchApiParser(meta);
  if (inferencer.mode === 'function_call') return { parse: (prompt) => ({ value: new NoneValue(prompt.span) }) };
  return inferencer.mode === 'multi_turn' ? new MultiTurnParser(parser, inferencer.inferMode, findsRounds) : parser;
}

/**
 * What a function call is made of while it runs: columns of the row, as they are. AISBench 3.1.0 `openicl/icl_inferencer/icl_bfcl_v3_inferencer.py`.
 */
function functionCallOf({ test }: PromptParts): Value {
  const data = new DictValue(nowhere);
  data.set('prompt', field(test, 'question'));
  data.set('function', field(test, 'function'));
  data.set('data_name', field(test, 'id'));
  for (const name of ['involved_classes', 'initial_config', 'missed_function']) {
    const value = test.get(name);
    if (value) data.set(name, value);
  }
  return data;
}

/** Generation arguments that two classes take away before they ask, whether they are there or not: nothing in AISBench puts them there. */
const takenAway = ['is_synthetic', 'batch_size', 'do_performance'];
const takingAway: ReadonlySet<string | undefined> = new Set(['HuggingFacewithChatTemplate', 'HuggingFaceBaseModel']);

/** AISBench 3.1.0 `models/local_models/huggingface_above_v4_33.py`, `openicl/icl_inferencer/icl_multiturn_inferencer.py` and `utils/prompt/prompt.py`. */
function brokenNote(model: ModelConfig | undefined, { mode, inferMode }: InferencerCase): string | undefined {
  // A list is added to a PromptList, whose addition from the right adds the two again.
  if (mode === 'multi_turn' && inferMode && textOf(inferMode) === 'last')
    return say`With infer_mode='last' MultiTurnGenInferencer raises RecursionError as it puts a conversation together, before anything is sent.`;
  // An inferencer that scores never comes so far.
  return model && mode !== 'ppl' ? takingNote(model) : undefined;
}

function takingNote({ className, value }: ModelConfig): string | undefined {
  if (!takingAway.has(className)) return undefined;
  const given = value.get('generation_kwargs');
  if (given !== undefined && given.kind !== 'dict') return undefined;
  const absent = takenAway.find((name) => given?.get(name) === undefined);
  if (absent === undefined) return undefined;
  return say`${className!} raises KeyError: '${absent}' once it has made tokens of the prompt, before the model is asked: it takes that out of generation_kwargs.`;
}

function scoringNote(model: ModelConfig | undefined): string | undefined {
  const name = model?.className;
  if (name === undefined || !aisBenchModelClass(name)) return undefined;
  // It is made for services alone.
  if (textOf(model?.value.get('attr')) === 'local')
    return say`${name} cannot score a prompt: PPLInferencer raises AttributeError, since it has no inference for local models.`;
  if (!scoringClasses.has(name)) return say`${name} cannot score a prompt: PPLInferencer raises ICLI-IMPL-008.`;
  const stream = model?.value.get('stream');
  return stream?.kind === 'bool' && stream.value ? say`PPLInferencer does not work with stream=True: it raises ICLI-PARAM-007.` : undefined;
}

/** A text for a length, as each cell of a CSV is: AISBench 3.1.0 `models/api_models/vllm_custom_api_chat.py` compares it with 0. An empty one is none. */
function rowRefusal({ className, knownClass }: ModelConfig, reader: DatasetReader | undefined, row: DictValue): RenderError | undefined {
  const length = textOf(row.get('max_out_len'));
  const isRead = reader?.inputColumns.some((column) => textOf(column) === 'max_out_len');
  if (!length || !isRead || !comparingClasses.has(knownClass ?? className)) return undefined;
  return { error: "TypeError: '<=' not supported between instances of 'str' and 'int'", stage: 'parse' };
}

const comparingClasses: ReadonlySet<string | undefined> = new Set([
  'VLLMCustomAPIChat',
  'VLLMFunctionCallAPIChat',
  'VLLMCustomAPIChatStream',
  'VllmMultiturnAPIChatStream',
]);
