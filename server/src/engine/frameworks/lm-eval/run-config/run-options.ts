import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { asInteger, pyStr } from '../../../python/runtime/semantics.js';
import type { RunChoices } from '../../face/behaviour.js';
import { argumentsIn } from '../values/argument-values.js';
import { mergedDicts } from '../values/merged-dicts.js';
import { parseModelArgs } from '../values/model-args.js';
import { chatOfModel, type ModelChat } from './model-chat.js';

/** How a config has its tasks asked, as far as prompts depend on it. */
export interface TaskRunOptions {
  /** The name that the harness has the model registered under. */
  readonly model: string;
  /** `model_args`, or what `--model_args` would be split into. */
  readonly modelArgs: ReadonlyMap<string, string>;
  readonly numFewshot: number | undefined;
  readonly systemInstruction: string | undefined;
  /** Absent: as the harness does by itself. */
  readonly multiturn: boolean | undefined;
  /** How chats reach the model; undefined where `apply_chat_template` is not asked for. */
  readonly chat: ModelChat | undefined;
  /** What is set over the generation arguments of each task. */
  readonly generation: DictValue | undefined;
  readonly seed: bigint | null | undefined;
  readonly limit: number | undefined;
  /** By the name of a task the rows that are asked; undefined: all. */
  readonly samples: ReadonlyMap<string, readonly number[]> | undefined;
  /** What tasks are told as their `metadata`: `model_args` under `metadata`. */
  readonly metadata: DictValue;
}

/** So many arguments and numbers are read. */
const most = 10_000;

/** The options of a config of a run (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`). What is of another kind than the harness takes is left out: rules tell of it. */
export function runOptionsOf(config: DictValue): TaskRunOptions {
  const model = textOf(config.get('model')) ?? 'hf';
  const modelArgs = argumentsOf(config.get('model_args'));
  const chat = config.get('apply_chat_template');
  const multiturn = config.get('fewshot_as_multiturn');
  const generation = argumentsIn(config.get('gen_kwargs'));
  return {
    model,
    modelArgs,
    numFewshot: wholeNumber(config.get('num_fewshot')),
    systemInstruction: textOf(config.get('system_instruction')),
    multiturn: multiturn?.kind === 'bool' ? multiturn.value : undefined,
    chat: chat && isSet(chat) ? chatOfModel(model, config.get('model_args'), modelArgs, textOf(chat)) : undefined,
    generation: generation && generation.entries.size > 0 ? generation : undefined,
    seed: fewshotSeed(config.get('seed')),
    limit: numberOf(config.get('limit')),
    samples: samplesOf(config.get('samples')),
    metadata: mergedDicts(config, [argumentsIn(config.get('model_args')), argumentsIn(config.get('metadata'))]),
  };
}

/** What of them the draws of a task depend on. */
export function choicesOf({ seed, limit, samples }: TaskRunOptions, task: string): RunChoices {
  const own = samples?.get(task);
  return { ...(seed !== undefined && { seed }), ...(limit !== undefined && { limit }), ...(own && { samples: own }) };
}

/** Whether Python takes a value for true. */
function isSet(value: Value): boolean {
  return value.kind === 'bool' ? value.value : value.kind === 'str' && value.text !== '';
}

function argumentsOf(given: Value | undefined): ReadonlyMap<string, string> {
  if (given?.kind === 'str') return parseModelArgs(given.text);
  if (given?.kind !== 'dict') return new Map();
  const entries = [...given.entries.values()].slice(0, most);
  return new Map(entries.flatMap(({ key, value }): [string, string][] => (key.kind === 'str' ? [[key.text, argumentText(value)]] : [])));
}

function argumentText(value: Value): string {
  return value.kind === 'unknown' ? '' : pyStr(value).text;
}

function wholeNumber(value: Value | undefined): number | undefined {
  const count = value && asInteger(value);
  return count === undefined ? undefined : Math.min(Number(count), Number.MAX_SAFE_INTEGER);
}

function numberOf(value: Value | undefined): number | undefined {
  return value?.kind === 'float' ? value.value : wholeNumber(value);
}

/** The last of the four seeds, or the one of all; null: the draws are not seeded. */
function fewshotSeed(seed: Value | undefined): bigint | null | undefined {
  if (seed?.kind === 'none') return null;
  if (seed?.kind !== 'list') return seed && asInteger(seed);
  const last = seed.items.length === 1 ? seed.items[0] : seed.items[3];
  return last?.kind === 'none' ? null : last && asInteger(last);
}

/** Whether a file says which rows are asked: it is not read. */
export function namesSamplesFile(config: DictValue): boolean {
  const samples = config.get('samples');
  return samples?.kind === 'str' && samples.text !== '';
}

function samplesOf(samples: Value | undefined): ReadonlyMap<string, readonly number[]> | undefined {
  if (samples?.kind !== 'dict' || samples.entries.size === 0) return undefined;
  return new Map(
    [...samples.entries.values()].flatMap(({ key, value }): [string, readonly number[]][] =>
      key.kind === 'str' && value.kind === 'list' ? [[key.text, value.items.slice(0, most).flatMap((row) => wholeNumber(row) ?? [])]] : [],
    ),
  );
}
