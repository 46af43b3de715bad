import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { checkGenerationKwargs } from '../values/generation-kwargs.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { nowhere, type Span } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { NoneValue, StrValue, textOf, UnknownValue, type DictValue, type Value } from '../../../core/value.js';
import { isGroupAsTag } from '../load/group-as-tag.js';
import type { OwnHarness } from '../load/own-harness.js';
import { checkFilters } from './check-filters.js';
import { newestHarness, type HarnessRelease } from '../releases/harness-release.js';
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
  /** What a run sets over them. */
  readonly generation: DictValue | undefined;
  readonly usePrompt: Value;
  readonly fewshot: FewShotFields;
  /** The release that reads it. */
  readonly release: HarnessRelease;
}

/** What else there is when a task's config is read. */
export interface ReadOptions {
  /** Stands in place of the config's `gen_prefix`. */
  readonly genPrefix?: Value | undefined;
  /** The harness around the task: what only that one has is unknown. */
  readonly harness?: OwnHarness | undefined;
  /** Absent: the newest. */
  readonly release?: HarnessRelease | undefined;
  /** What a run sets over the generation arguments. */
  readonly generation?: DictValue | undefined;
}

/** Keys that loading takes out before (`tasks/_factory.py`, `tasks/_yaml_loader.py`). */
export const loaderKeys: readonly string[] = ['include', 'group', 'task_list'];

const none: Value = new NoneValue(nowhere);

/** A text that stands where the config has no such field. */
function defaultText(field: string, text: string): Value {
  return new StrValue(TracedText.of(text, { kind: 'framework', what: say`${field} (default)` }), nowhere);
}

const defaults = {
  target_delimiter: defaultText('target_delimiter', ' '),
  fewshot_delimiter: defaultText('fewshot_delimiter', '\n\n'),
  output_type: defaultText('output_type', 'generate_until'),
  sampler: defaultText('sampler', 'default'),
};

/**
 * Reads a config as `TaskConfig` and the start of `ConfigurableTask.__init__` do (lm-evaluation-harness 0.4.13 `config/task.py`, `api/task.py`).
 * @throws PyError TypeError for keys that TaskConfig or FewshotConfig does not know, ValueError for an output type or a
 *   temperature that is none, KeyError without output type and metrics, and for a filter that there is not
 */
export function readTaskFields(
  config: DictValue,
  { genPrefix, harness, release = newestHarness, generation }: ReadOptions = {},
): TaskFields {
  const known = (key: string): boolean => release.taskFields.has(key) || loaderKeys.includes(key) || harness?.hasTaskField(key) === true;
  rejectInclude(config, release);
  rejectUnknownKeys(config, 'TaskConfig', known);
  if (genPrefix && !known('gen_prefix')) throw unexpected('TaskConfig', 'gen_prefix', genPrefix.span);
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
  const inherited = { split: get('fewshot_split'), processDocs: get('process_docs') };
  const fewshot = readFewShot(get('fewshot_config'), own, inherited, release, harness);
  const given = config.get('output_type') ?? defaults.output_type;
  const outputType =
    given.kind === 'str' && !outputTypes.includes(given.text) && harness?.hasOutputType(given) ? ofOwnHarness(given) : given;
  checkOutputType(outputType);
  checkMetrics(get('metric_list'), outputType);
  checkFilters(get('filter_list'), harness, release);
  return {
    ...own,
    config,
    outputType,
    description: get('description'),
    generationKwargs: get('generation_kwargs'),
    generation,
    usePrompt: get('use_prompt'),
    fewshot,
    release,
  };
}

/** What an item of a group includes: a file's own `include` is taken out as it is loaded. */
function rejectInclude(config: DictValue, { memberInclude }: HarnessRelease): void {
  const entry = config.entry('include');
  if (entry && memberInclude !== 'kept' && memberInclude !== 'taken') throw includeError(memberInclude, entry.keySpan);
}

/** What an `include` in an item of a group raises. */
export function includeError(way: Exclude<HarnessRelease['memberInclude'], 'kept' | 'taken'>, span: Span): PyError {
  if (way === 'field') return unexpected('TaskConfig', 'include', span);
  if (way === 'mode') return new PyError('ValueError', "yaml_path must be provided if mode is 'full'.", span);
  return new PyError('TypeError', 'expected str, bytes or os.PathLike object, not NoneType', span);
}

function rejectUnknownKeys(dict: DictValue, owner: string, known: (key: string) => boolean): void {
  for (const { key, keySpan } of dict.entries.values()) {
    if (key.kind === 'unknown') continue;
    if (key.kind !== 'str') throw new PyError('TypeError', 'keywords must be strings', keySpan);
    if (!known(key.text) && !isGroupAsTag(key)) throw unexpected(owner, key.text, keySpan);
  }
}

function unexpected(owner: string, key: string, span: Span): PyError {
  return new PyError('TypeError', `${owner}.__init__() got an unexpected keyword argument '${key}'`, span);
}

function readFewShot(
  config: Value,
  own: RowFields,
  inherited: Pick<FewShotFields, 'split' | 'processDocs'>,
  release: HarnessRelease,
  harness: OwnHarness | undefined,
): FewShotFields {
  const base: FewShotFields = { ...own, ...inherited, sampler: defaults.sampler, samples: none };
  if (config.kind === 'none') return base;
  if (config.kind === 'unknown') return unknownFewShot(config);
  if (config.kind !== 'dict') return { ...base, misplaced: config };
  const given = config.get('sampler') ?? defaults.sampler;
  const sampler = given.kind === 'str' && !samplers.includes(given.text) && harness?.hasSampler(given) ? ofOwnHarness(given) : given;
  if (release.build === 'texts')
    return { ...base, ...oldShotTemplates(config, own, release), sampler, samples: config.get('samples') ?? none };
  rejectUnknownKeys(config, 'FewshotConfig', (key) => release.fewshotFields?.has(key) !== false || harness?.hasFewshotField(key) === true);
  return {
    docToText: config.get('doc_to_text') ?? own.docToText,
    docToTarget: config.get('doc_to_target') ?? own.docToTarget,
    docToChoice: config.get('doc_to_choice') ?? own.docToChoice,
    genPrefix: config.get('gen_prefix') ?? own.genPrefix,
    targetDelimiter: config.get('target_delimiter') ?? own.targetDelimiter,
    fewshotDelimiter: config.get('fewshot_delimiter') ?? own.fewshotDelimiter,
    sampler,
    split: release.fewshotConfigSplit ? (config.get('split') ?? inherited.split) : inherited.split,
    samples: config.get('samples') ?? none,
    processDocs: config.get('process_docs') ?? inherited.processDocs,
  };
}

/** As long as `fewshot_config` was a plain dict, no other of its keys had a meaning. */
function oldShotTemplates(
  config: DictValue,
  own: RowFields,
  release: HarnessRelease,
): Pick<RowFields, 'docToText' | 'docToTarget' | 'docToChoice'> {
  const given = (key: string): Value | undefined => {
    const value = release.shotsHaveTemplates ? config.get(key) : undefined;
    return isNone(value) ? undefined : value;
  };
  return {
    docToText: given('doc_to_text') ?? own.docToText,
    docToTarget: given('doc_to_target') ?? own.docToTarget,
    docToChoice: given('doc_to_choice') ?? own.docToChoice,
  };
}

function ofOwnHarness({ text, span }: StrValue): UnknownValue {
  return new UnknownValue(say`${text} belongs to the harness around the task, which is not run.`, span);
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
