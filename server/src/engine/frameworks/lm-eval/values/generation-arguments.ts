import { samplingRanges, type NumberRange } from '../../../checks/support/number-range.js';
import { say } from '../../../core/say.js';
import type { Value } from '../../../core/value.js';

/** Arguments that the harness reads itself, or that most models take: what a slip is a slip of. */
export const commonArguments: readonly string[] = [
  'until',
  'do_sample',
  'temperature',
  'max_gen_toks',
  'max_new_tokens',
  'max_tokens',
  'max_completion_tokens',
  'max_length',
  'top_p',
  'top_k',
  'min_p',
  'num_beams',
  'num_return_sequences',
  'repetition_penalty',
  'length_penalty',
];

/** Others that transformers, vLLM or services take, and that look like one of those. */
export const otherArguments: ReadonlySet<string> = new Set(
  (
    'min_length min_new_tokens min_tokens typical_p epsilon_cutoff eta_cutoff num_beam_groups diversity_penalty encoder_repetition_penalty no_repeat_ngram_size ' +
    'bad_words_ids early_stopping use_cache penalty_alpha stop stop_token_ids stop_strings seed presence_penalty frequency_penalty logprobs prompt_logprobs best_of n ' +
    'ignore_eos skip_special_tokens spaces_between_special_tokens include_stop_str_in_output detokenize truncate_prompt_tokens logit_bias eos_token_id pad_token_id ' +
    'bos_token_id top_h top_n top_a tfs max_time max_think_tokens thinking enable_thinking reasoning_effort extra_body response_format chat_template_kwargs schema ' +
    'dola_layers renormalize_logits suppress_tokens forced_bos_token_id forced_eos_token_id guidance_scale output_scores return_dict_in_generate timeout'
  ).split(' '),
);

/** What an argument must be. */
export interface ArgumentKind extends NumberRange {
  readonly kinds: readonly Value['kind'][];
  readonly is: string;
}

const whole: ArgumentKind = { kinds: ['int', 'none'], is: say`an int` };
const number: ArgumentKind = { kinds: ['int', 'float', 'none'], is: say`a float` };

/** None at all is what some ask for who want no answer. */
const length: ArgumentKind = { kinds: ['int', 'float', 'none'], is: say`an int`, least: 0 };

/** lm-evaluation-harness 0.4.13 `models/utils.py`, `normalize_gen_kwargs` and `handle_stop_sequences`; the number of tokens is read by `int`. */
export const argumentKinds: Readonly<Record<string, ArgumentKind>> = {
  until: { kinds: ['list', 'str', 'none'], is: say`a list of str` },
  do_sample: { kinds: ['bool', 'none'], is: say`a bool` },
  max_gen_toks: length,
  max_new_tokens: length,
  max_tokens: length,
  max_completion_tokens: length,
  temperature: { ...number, ...samplingRanges['temperature'] },
  top_p: { ...number, ...samplingRanges['top_p'] },
  min_p: { ...number, ...samplingRanges['min_p'] },
  top_k: { ...whole, ...samplingRanges['top_k'] },
  num_beams: { ...whole, ...samplingRanges['num_beams'] },
  num_return_sequences: { ...whole, ...samplingRanges['num_return_sequences'] },
  repetition_penalty: { ...number, ...samplingRanges['repetition_penalty'] },
};
