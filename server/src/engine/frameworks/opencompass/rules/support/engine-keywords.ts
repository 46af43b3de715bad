import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
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
  /** Whether some releases, or some models, take what others refuse. */
  readonly mayPass?: boolean;
  /** Keywords of other libraries that no release of this one has had. */
  readonly foreign: Readonly<Record<string, Meant>>;
  /** Keywords of its own, of which others are slips. */
  readonly own: readonly string[];
}

const none: Meant = {};
const isList = ({ kind }: Value): boolean => kind === 'list';
const isPlainType = (value: Value): boolean => !(textOf(value) ?? 'torch.').startsWith('torch.');

const vllm = ['VLLM', 'VLLMwithChatTemplate'];
const offline = ['VLLMOfflineVLModel'];
const transformers = ['HuggingFacewithChatTemplate', 'HuggingFaceBaseModel'];
const pretrained = [...transformers, 'HuggingFace', 'HuggingFaceCausalLM', 'HuggingFaceChatGLM3'];
const lmdeploy = ['TurboMindModel', 'TurboMindModelwithChatTemplate'];

/** What vLLM calls the settings of other libraries, and what it has not. */
const foreignToSampling: Readonly<Record<string, Meant>> = {
  max_new_tokens: { ofModel: 'max_out_len' },
  max_out_len: { ofModel: 'max_out_len' },
  max_length: { ofModel: 'max_out_len' },
  max_completion_tokens: { ofModel: 'max_out_len' },
  min_new_tokens: { here: 'min_tokens' },
  min_out_len: { here: 'min_tokens' },
  stop_words: { ofModel: 'stop_words' },
  stop_strings: { ofModel: 'stop_words' },
  stopping_criteria: { ofModel: 'stop_words' },
  chat_template_kwargs: { ofModel: 'chat_template_kwargs' },
  enable_thinking: { ofModel: 'chat_template_kwargs' },
  eos_token_id: { here: 'stop_token_ids', fits: isList },
  random_seed: { here: 'seed' },
  num_return_sequences: none,
  num_beams: none,
  pad_token_id: none,
  use_cache: none,
  no_repeat_ngram_size: none,
};

const ownOfSampling =
  'n best_of presence_penalty frequency_penalty repetition_penalty temperature top_p top_k min_p seed stop stop_token_ids ignore_eos max_tokens min_tokens logprobs prompt_logprobs skip_special_tokens'.split(
    ' ',
  );

const foreignToVllm: Readonly<Record<string, Meant>> = {
  tp: { here: 'tensor_parallel_size' },
  tp_size: { here: 'tensor_parallel_size' },
  tensor_parallel: { here: 'tensor_parallel_size' },
  num_gpus: { here: 'tensor_parallel_size' },
  session_len: { here: 'max_model_len' },
  max_seq_len: { here: 'max_model_len' },
  max_seq_length: { here: 'max_model_len' },
  max_model_length: { here: 'max_model_len' },
  gpu_memory: { here: 'gpu_memory_utilization' },
  max_batch_size: { here: 'max_num_seqs' },
  torch_dtype: { here: 'dtype', fits: isPlainType },
  device_map: none,
  cache_max_entry_count: none,
  attn_implementation: none,
  low_cpu_mem_usage: none,
};

const ownOfVllm =
  'tokenizer tokenizer_mode trust_remote_code tensor_parallel_size pipeline_parallel_size dtype quantization seed gpu_memory_utilization swap_space enforce_eager max_model_len max_num_seqs max_num_batched_tokens limit_mm_per_prompt enable_prefix_caching disable_custom_all_reduce distributed_executor_backend kv_cache_dtype enable_lora max_lora_rank'.split(
    ' ',
  );

const samplingRaises = say`the first request raises TypeError`;
const buildingRaises = say`building the model raises TypeError`;

/**
 * OpenCompass 0.5.3 `models/vllm.py` and `vllm_with_tf_above_v4_33.py` (`SamplingParams(**…)`, `LLM(path, **…)`; `do_sample` is taken out before),
 * `turbomind.py` and `turbomind_with_tf_above_v4_33.py` (`hasattr(GenerationConfig, k)`, `hasattr(TurbomindEngineConfig, k)`),
 * `huggingface_above_v4_33.py` (`model.generate(**…)`); AISBench 3.1.0 `models/local_models/vllm_offline_vl.py`. What the libraries take:
 * vLLM 0.2 to 0.11 `sampling_params.py` and `engine/arg_utils.py`, LMDeploy 0.4 to 0.9 `messages.py`, transformers `generation/utils.py`
 * (`_validate_model_kwargs`).
 */
const engines: readonly Engine[] = [
  {
    classes: vllm,
    field: 'generation_kwargs',
    owner: 'SamplingParams',
    raises: samplingRaises,
    foreign: foreignToSampling,
    // Slips in generation_kwargs are told of wherever they stand.
    own: [],
  },
  {
    classes: offline,
    field: 'sample_kwargs',
    owner: 'SamplingParams',
    raises: buildingRaises,
    foreign: foreignToSampling,
    own: ownOfSampling,
  },
  {
    classes: [...vllm, ...offline],
    field: 'model_kwargs',
    owner: 'LLM',
    raises: buildingRaises,
    foreign: foreignToVllm,
    own: ownOfVllm,
  },
  {
    classes: transformers,
    field: 'generation_kwargs',
    owner: '`generate` of transformers',
    raises: say`the first request raises ValueError`,
    mayPass: true,
    foreign: {
      max_tokens: { ofModel: 'max_out_len' },
      max_out_len: { ofModel: 'max_out_len' },
      max_completion_tokens: { ofModel: 'max_out_len' },
      stop: { ofModel: 'stop_words' },
      stop_words: { ofModel: 'stop_words' },
      stop_token_ids: { here: 'eos_token_id', fits: isList },
      presence_penalty: none,
      frequency_penalty: none,
      seed: none,
      random_seed: none,
      enable_thinking: none,
      chat_template_kwargs: none,
    },
    own: [],
  },
  {
    classes: pretrained,
    field: 'model_kwargs',
    owner: '`from_pretrained`',
    raises: buildingRaises,
    mayPass: true,
    foreign: {},
    own: 'device_map torch_dtype trust_remote_code low_cpu_mem_usage attn_implementation max_memory load_in_8bit load_in_4bit quantization_config revision use_safetensors offload_folder cache_dir'.split(
      ' ',
    ),
  },
  {
    classes: lmdeploy,
    field: 'gen_config',
    owner: 'GenerationConfig',
    drops: 'hasattr(GenerationConfig',
    raises: samplingRaises,
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
    own: 'n max_new_tokens do_sample top_p top_k min_p temperature repetition_penalty ignore_eos random_seed stop_words bad_words stop_token_ids min_new_tokens skip_special_tokens logprobs'.split(
      ' ',
    ),
  },
  {
    classes: lmdeploy,
    field: 'engine_config',
    owner: 'TurbomindEngineConfig',
    drops: 'hasattr(TurbomindEngineConfig',
    raises: buildingRaises,
    foreign: {
      max_seq_len: { here: 'session_len' },
      session_length: { here: 'session_len' },
      max_session_len: { here: 'session_len' },
      max_model_len: { here: 'session_len' },
      tensor_parallel_size: { here: 'tp' },
      tensor_parallel: { here: 'tp' },
      batch_size: { here: 'max_batch_size' },
      num_gpus: { here: 'tp' },
      max_num_seqs: { here: 'max_batch_size' },
      gpu_memory_utilization: none,
    },
    own: 'dtype model_format tp session_len max_batch_size cache_max_entry_count cache_block_seq_len enable_prefix_caching quant_policy rope_scaling_factor use_logn_attn download_dir revision max_prefill_token_num'.split(
      ' ',
    ),
  },
];

/** Keywords of another library in what a model hands to its own. */
export function* keywordFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  for (const engine of engines) {
    const given = engine.classes.includes(facts.name) ? model.get(engine.field) : undefined;
    if (given?.kind !== 'dict') continue;
    for (const entry of given.entries.values()) {
      const name = textOf(entry.key);
      if (name === undefined || entry.value.kind === 'none') continue;
      const meant = Object.hasOwn(engine.foreign, name) ? engine.foreign[name] : undefined;
      const slip = meant ? undefined : slipOf(name, engine, given);
      if ((meant ?? slip) && !isTakenOut(context, facts, name))
        yield finding(context, { engine, facts, given, entry, name, meant: meant ?? { here: slip! } });
    }
  }
}

/** Whether the class takes a setting out before the library sees it, as one of a fork may: `generation_kwargs.pop("enable_thinking", None)`. */
function isTakenOut(context: CheckContext, facts: ClassFacts, name: string): boolean {
  const text = classFileText(context, facts) ?? '';
  return ["'", '"'].some((quote) => text.includes(`.pop(${quote}${name}${quote}`));
}

function slipOf(name: string, { own }: Engine, given: DictValue): string | undefined {
  return own.includes(name) ? undefined : own.find((key) => key.length > 3 && !given.entry(key) && isKeySlip(name, key));
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
  const isOfModel = ofModel !== undefined && (facts.taken.has(ofModel) || (facts.signature?.keys.has(ofModel) ?? true));
  const advice = isRenamed ? say` Write ${here}.` : isOfModel ? say` \`${ofModel}\` of the model says it.` : '';
  const isDropped = engine.drops !== undefined && (classFileText(context, facts) ?? engine.drops).includes(engine.drops);
  const severity: Severity = isDropped || engine.mayPass ? 'warning' : 'error';
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
