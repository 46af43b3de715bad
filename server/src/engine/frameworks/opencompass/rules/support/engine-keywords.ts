import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import type { Severity } from '../../../../core/severity.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { classFileText } from './class-file-text.js';

/** What is meant by a keyword of another library: one of this one, a key of the model itself, or nothing that there is. */
interface Meant {
  readonly here?: string;
  readonly ofModel?: string;
  /** The value stays right under the other name. */
  readonly fits?: (value: Value) => boolean;
}

/** A dict of a model that is handed to a library. */
interface Engine {
  readonly classes: readonly string[];
  readonly field: string;
  /** Who takes the dict. */
  readonly owner: string;
  /** What the class does with keywords that the library has not; undefined: it hands them on. */
  readonly drops?: string;
  readonly raises: string;
  /** Keywords of other libraries that no release of this one has had. */
  readonly foreign: Readonly<Record<string, Meant>>;
}

const none: Meant = {};
const isList = ({ kind }: Value): boolean => kind === 'list';
const isPlainType = (value: Value): boolean => !(textOf(value) ?? 'torch.').startsWith('torch.');

const vllm = ['VLLM', 'VLLMwithChatTemplate'];
const lmdeploy = ['TurboMindModel', 'TurboMindModelwithChatTemplate'];

/**
 * OpenCompass 0.5.3 `models/vllm.py` and `vllm_with_tf_above_v4_33.py` (`SamplingParams(**…)`, `LLM(path, **…)`; `do_sample` is taken out before),
 * `turbomind.py` and `turbomind_with_tf_above_v4_33.py` (`hasattr(GenerationConfig, k)`, `hasattr(TurbomindEngineConfig, k)`). What the libraries take:
 * vLLM 0.2 to 0.11 `sampling_params.py` and `engine/arg_utils.py`, LMDeploy 0.4 to 0.9 `messages.py`.
 */
const engines: readonly Engine[] = [
  {
    classes: vllm,
    field: 'generation_kwargs',
    owner: 'SamplingParams',
    raises: say`the first request raises TypeError`,
    foreign: {
      max_new_tokens: { ofModel: 'max_out_len' },
      max_out_len: { ofModel: 'max_out_len' },
      max_length: { ofModel: 'max_out_len' },
      max_completion_tokens: { ofModel: 'max_out_len' },
      min_new_tokens: { here: 'min_tokens' },
      min_out_len: { here: 'min_tokens' },
      stop_words: { ofModel: 'stop_words' },
      stop_strings: { ofModel: 'stop_words' },
      stopping_criteria: { ofModel: 'stop_words' },
      eos_token_id: { here: 'stop_token_ids', fits: isList },
      random_seed: { here: 'seed' },
      num_return_sequences: none,
      num_beams: none,
      pad_token_id: none,
      use_cache: none,
      no_repeat_ngram_size: none,
    },
  },
  {
    classes: vllm,
    field: 'model_kwargs',
    owner: 'LLM',
    raises: say`building the model raises TypeError`,
    foreign: {
      tp: { here: 'tensor_parallel_size' },
      num_gpus: { here: 'tensor_parallel_size' },
      session_len: { here: 'max_model_len' },
      max_seq_len: { here: 'max_model_len' },
      max_batch_size: { here: 'max_num_seqs' },
      torch_dtype: { here: 'dtype', fits: isPlainType },
      device_map: none,
      cache_max_entry_count: none,
      attn_implementation: none,
      low_cpu_mem_usage: none,
    },
  },
  {
    classes: lmdeploy,
    field: 'gen_config',
    owner: 'GenerationConfig',
    drops: 'hasattr(GenerationConfig',
    raises: say`the first request raises TypeError`,
    foreign: {
      max_tokens: { ofModel: 'max_out_len' },
      max_out_len: { ofModel: 'max_out_len' },
      max_length: { ofModel: 'max_out_len' },
      min_tokens: { here: 'min_new_tokens' },
      min_out_len: { here: 'min_new_tokens' },
      seed: { here: 'random_seed' },
      eos_token_id: { here: 'stop_token_ids', fits: isList },
      num_return_sequences: none,
      num_beams: none,
    },
  },
  {
    classes: lmdeploy,
    field: 'engine_config',
    owner: 'TurbomindEngineConfig',
    drops: 'hasattr(TurbomindEngineConfig',
    raises: say`building the model raises TypeError`,
    foreign: {
      max_seq_len: { here: 'session_len' },
      max_model_len: { here: 'session_len' },
      tensor_parallel_size: { here: 'tp' },
      num_gpus: { here: 'tp' },
      max_num_seqs: { here: 'max_batch_size' },
      gpu_memory_utilization: none,
    },
  },
];

/** Keywords of another library in what a model hands to its own. */
export function* keywordFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  for (const engine of engines) {
    const given = engine.classes.includes(facts.name) ? model.get(engine.field) : undefined;
    if (given?.kind !== 'dict') continue;
    for (const entry of given.entries.values()) {
      const name = textOf(entry.key);
      const meant = name !== undefined && Object.hasOwn(engine.foreign, name) ? engine.foreign[name] : undefined;
      if (name !== undefined && meant) yield finding(context, { engine, facts, given, entry, name, meant });
    }
  }
}

interface Foreign {
  readonly engine: Engine;
  readonly facts: ClassFacts;
  readonly given: DictValue;
  readonly entry: DictEntry;
  readonly name: string;
  readonly meant: Meant;
}

function finding(context: CheckContext, { engine, facts, given, entry, name, meant }: Foreign): Finding {
  const { here, ofModel, fits } = meant;
  const { owner } = engine;
  const isRenamed = here !== undefined && !given.entry(here) && (fits?.(entry.value) ?? true);
  const advice = isRenamed ? say` Write ${here}.` : ofModel === undefined ? '' : say` \`${ofModel}\` of the model says it.`;
  const isDropped = engine.drops !== undefined && (classFileText(context, facts) ?? engine.drops).includes(engine.drops);
  const severity: Severity = isDropped ? 'warning' : 'error';
  const consequence = isDropped
    ? say`${owner} has no ${name}: ${facts.name} leaves it out, without an error.`
    : say`${owner} takes no ${name}: ${engine.raises}.`;
  return {
    span: entry.keySpan,
    severity,
    message: `${consequence}${advice}`,
    fixes: isRenamed ? renameKeyFix(context, entry, here) : [],
  };
}
