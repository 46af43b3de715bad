import { PyError } from '../../../core/errors.js';
import { checkGenerationKwargs } from '../values/generation-kwargs.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { nowhere, type Span } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, textOf, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import type { OwnHarness } from '../load/own-harness.js';
import { isNone } from '../values/harness-values.js';
import { outputTypes, samplers } from '../values/registered-names.js';

/** What makes text and answer of a row: the fields that `fewshot_config` can have of its own. */
export interface RowFields {
  readonly docToText: Value;
  readonly docToTarget: Value;
  readonly docToChoice: Value;
  readonly genPrefix: Value;
  readonly targetDelimiter: Value;
  readonly fewshotDelimiter: Value;
}

/** `fewshot_config` with what it inherits from the task. */
export interface FewShotFields extends RowFields {
  readonly sampler: Value;
  readonly split: Value;
  readonly samples: Value;
  readonly processDocs: Value;
  /** What stands as `fewshot_config` and is no dict: the harness raises when it asks it for the split. */
  readonly misplaced?: Value;
}

/** A task's config as `TaskConfig` holds it: absent fields have their defaults, `None` is a NoneValue. */
export interface TaskFields extends RowFields {
  readonly config: DictValue;
  readonly outputType: Value;
  readonly description: Value;
  readonly generationKwargs: Value;
  readonly usePrompt: Value;
  readonly fewshot: FewShotFields;
}

/** The fields of `TaskConfig` (lm-evaluation-harness 0.4.13 `config/task.py`). */
export const taskFields: readonly string[] = [
  'task',
  'task_alias',
  'tag',
  'custom_dataset',
  'dataset_path',
  'dataset_name',
  'dataset_kwargs',
  'training_split',
  'validation_split',
  'test_split',
  'fewshot_split',
  'process_docs',
  'doc_to_text',
  'doc_to_target',
  'doc_to_image',
  'doc_to_audio',
  'unsafe_code',
  'doc_to_choice',
  'process_results',
  'use_prompt',
  'description',
  'target_delimiter',
  'fewshot_delimiter',
  'fewshot_config',
  'num_fewshot',
  'metric_list',
  'output_type',
  'generation_kwargs',
  'repeats',
  'filter_list',
  'should_decontaminate',
  'doc_to_decontamination_query',
  'gen_prefix',
  'metadata',
];

/** Keys that loading takes out before (`tasks/_factory.py`, `tasks/_yaml_loader.py`). */
export const loaderKeys: readonly string[] = ['include', 'group', 'task_list'];

/** The fields of `FewshotConfig`, in its order. */
export const fewshotFields: readonly string[] = [
  'sampler',
  'split',
  'process_docs',
  'fewshot_indices',
  'samples',
  'doc_to_text',
  'doc_to_choice',
  'doc_to_target',
  'gen_prefix',
  'fewshot_delimiter',
  'target_delimiter',
];

const none: Value = new NoneValue(nowhere);

/** A text that stands where the config has no such field. */
function defaultText(field: string, text: string): Value {
  return new StrValue(TracedText.of(text, { kind: 'framework', what: `${field} (default)` }), nowhere);
}

const defaults = {
  target_delimiter: defaultText('target_delimiter', ' '),
  fewshot_delimiter: defaultText('fewshot_delimiter', '\n\n'),
  output_type: defaultText('output_type', 'generate_until'),
  sampler: defaultText('sampler', 'default'),
};

/**
 * Reads a config as `TaskConfig` and the start of `ConfigurableTask.__init__` do (lm-evaluation-harness 0.4.13 `config/task.py`, `api/task.py`).
 * @param genPrefix stands in place of the config's `gen_prefix`
 * @param harness the one around the task: what only that one has is unknown
 * @throws PyError TypeError for keys that TaskConfig or FewshotConfig does not know, ValueError for an output type or a
 *   temperature that is none, KeyError without output type and metrics
 */
export function readTaskFields(config: DictValue, genPrefix?: Value, harness?: OwnHarness): TaskFields {
  rejectUnknownKeys(
    config,
    'TaskConfig',
    (key) => taskFields.includes(key) || loaderKeys.includes(key) || harness?.hasTaskField(key) === true,
  );
  const get = (key: string): Value => config.get(key) ?? none;
  checkGenerationKwargs(get('generation_kwargs'));
  const own: RowFields = {
    docToText: get('doc_to_text'),
    docToTarget: get('doc_to_target'),
    docToChoice: get('doc_to_choice'),
    genPrefix: genPrefix ?? get('gen_prefix'),
    targetDelimiter: config.get('target_delimiter') ?? defaults.target_delimiter,
    fewshotDelimiter: config.get('fewshot_delimiter') ?? defaults.fewshot_delimiter,
  };
  const fewshot = readFewShot(get('fewshot_config'), own, { split: get('fewshot_split'), processDocs: get('process_docs') }, harness);
  const given = config.get('output_type') ?? defaults.output_type;
  const outputType =
    given.kind === 'str' && !outputTypes.includes(given.text) && harness?.hasOutputType(given) ? ofOwnHarness(given) : given;
  checkOutputType(outputType);
  checkMetrics(get('metric_list'), outputType);
  return {
    ...own,
    config,
    outputType,
    description: get('description'),
    generationKwargs: get('generation_kwargs'),
    usePrompt: get('use_prompt'),
    fewshot,
  };
}

function rejectUnknownKeys(dict: DictValue, owner: string, known: (key: string) => boolean): void {
  for (const { key, keySpan } of dict.entries.values()) {
    if (key.kind === 'unknown') continue;
    if (key.kind !== 'str') throw new PyError('TypeError', 'keywords must be strings', keySpan);
    if (!known(key.text)) throw new PyError('TypeError', `${owner}.__init__() got an unexpected keyword argument '${key.text}'`, keySpan);
  }
}

function readFewShot(
  config: Value,
  own: RowFields,
  inherited: Pick<FewShotFields, 'split' | 'processDocs'>,
  harness: OwnHarness | undefined,
): FewShotFields {
  const base: FewShotFields = { ...own, ...inherited, sampler: defaults.sampler, samples: none };
  if (config.kind === 'none') return base;
  if (config.kind === 'unknown') return unknownFewShot(config);
  if (config.kind !== 'dict') return { ...base, misplaced: config };
  rejectUnknownKeys(config, 'FewshotConfig', (key) => fewshotFields.includes(key) || harness?.hasFewshotField(key) === true);
  const sampler = config.get('sampler') ?? defaults.sampler;
  return {
    docToText: config.get('doc_to_text') ?? own.docToText,
    docToTarget: config.get('doc_to_target') ?? own.docToTarget,
    docToChoice: config.get('doc_to_choice') ?? own.docToChoice,
    genPrefix: config.get('gen_prefix') ?? own.genPrefix,
    targetDelimiter: config.get('target_delimiter') ?? own.targetDelimiter,
    fewshotDelimiter: config.get('fewshot_delimiter') ?? own.fewshotDelimiter,
    sampler: sampler.kind === 'str' && !samplers.includes(sampler.text) && harness?.hasSampler(sampler) ? ofOwnHarness(sampler) : sampler,
    split: config.get('split') ?? inherited.split,
    samples: config.get('samples') ?? none,
    processDocs: config.get('process_docs') ?? inherited.processDocs,
  };
}

function ofOwnHarness({ text, span }: StrValue): UnknownValue {
  return new UnknownValue(`${text} belongs to the harness around the task, which is not run.`, span);
}

function unknownFewShot(all: UnknownValue): FewShotFields {
  const fields = [
    'docToText',
    'docToTarget',
    'docToChoice',
    'genPrefix',
    'targetDelimiter',
    'fewshotDelimiter',
    'sampler',
    'split',
    'samples',
    'processDocs',
  ] as const;
  return Object.fromEntries(fields.map((field) => [field, all])) as unknown as FewShotFields;
}

function checkOutputType(type: Value): void {
  if (isNone(type) || type.kind === 'unknown' || outputTypes.includes(textOf(type) ?? '')) return;
  const shown = textOf(type) ?? typeName(type);
  throw new PyError('ValueError', `Got invalid output_type '${shown}', must be in '${outputTypes.join(',')}'`, type.span);
}

function checkMetrics(list: Value, outputType: Value): void {
  // Without metrics those of the output type are looked up.
  if (isNone(list) && isNone(outputType)) throw new PyError('KeyError', 'None', outputType.span);
  if (list.kind !== 'list') return;
  for (const metric of list.items)
    if (metric.kind === 'dict' && !metric.entry('metric'))
      throw new PyError('ValueError', "'metric' key not provided for an entry in 'metric_list', must be specified!", metric.span);
}

/** The names of the metrics, for functions that of the function. */
export function metricNames(list: Value | undefined): string[] {
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    const metric = item.kind === 'dict' ? item.get('metric') : undefined;
    if (metric?.kind === 'ref') return [metric.name];
    return textOf(metric) ?? [];
  });
}

/** The place to blame for what comes out of a field: where it is written. */
export function placeOfFields(...fields: readonly Value[]): Span | undefined {
  return fields.find((field) => field.span.file !== '')?.span;
}
