import type { ModelConfig } from '../../../config/config.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import { say } from '../../../core/say.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { Target } from '../../face/behaviour.js';
import type { Mode } from '../../../prompt/rendered-prompt.js';
import type { TokenPlan } from '../../../prompt/token-plan.js';
import { asInteger } from '../../../python/runtime/semantics.js';
import { isTruthy } from '../values/python-value.js';

/** What a class does with the tokens of a prompt. */
interface Tokenizing {
  special(model: DictValue): TokenPlan['special'];
  cut(model: DictValue, room: Room, mode: Mode): TokenPlan['cut'];
}

/** In tokens; undefined where the config does not say it. */
interface Room {
  readonly whole: number | undefined;
  readonly answer: number | undefined;
  /** `whole` − `answer`, as far as they are known. */
  readonly left: number | undefined;
}

const at = (most: number | undefined, keeps: 'end' | 'beginning' | 'both ends'): TokenPlan['cut'] =>
  most === undefined ? undefined : { most, keeps };

/** `tokenizer_kwargs` say from which side; the newer wrappers cut the beginning away unless they do. */
function side(model: DictValue, usual: 'end' | 'beginning'): 'end' | 'beginning' {
  const settings = model.get('tokenizer_kwargs');
  const given = settings?.kind === 'dict' ? textOf(settings.get('truncation_side')) : undefined;
  return given === undefined ? usual : given === 'left' ? 'end' : 'beginning';
}

const truthy = (value: Value | undefined): boolean => value !== undefined && value.kind !== 'unknown' && isTruthy(value);
const isMid = (model: DictValue): boolean => textOf(model.get('mode')) === 'mid';
const always = (): boolean => true;
const never = (): boolean => false;

/** OpenCompass 0.5.3 `models/huggingface_above_v4_33.py`: `mode='mid'` keeps half of the room at each end, of what `truncation=True` has left. */
const chatWrapper: Tokenizing = {
  special: never,
  cut: (model, room) => (isMid(model) ? at(room.left, 'both ends') : at(room.whole, side(model, 'end'))),
};
const baseWrapper: Tokenizing = {
  special: always,
  cut: (model, room) => (truthy(model.get('drop_middle')) ? at(room.whole, 'both ends') : at(room.whole, side(model, 'end'))),
};
/** `models/huggingface.py`: one prompt at a time is cut to the room that the answer leaves, a batch of padded ones to `max_seq_len`. */
const older: Tokenizing = {
  special: always,
  cut: (model, room, mode) => {
    if (mode === 'ppl' || truthy(model.get('batch_padding'))) return at(room.whole, side(model, 'beginning'));
    return isMid(model) ? at(room.left, 'both ends') : at(room.left, side(model, 'beginning'));
  },
};
/** `models/vllm.py`: with `mode='mid'` a prompt is made tokens and a text without special tokens again, before vLLM adds its own. */
const vllm: Tokenizing = {
  special: (model) => (isMid(model) ? 'unless-begun' : true),
  cut: (model, room) => (isMid(model) ? at(room.left, 'both ends') : undefined),
};
const vllmChat: Tokenizing = { special: never, cut: () => undefined };
/** `models/turbomind_with_tf_above_v4_33.py`: takes the BOS token of the chat template away, since LMDeploy adds it. */
const turbomindChat: Tokenizing = { special: () => 'unless-begun', cut: () => undefined };

const classes: ReadonlyMap<string, Tokenizing> = new Map([
  ['HuggingFacewithChatTemplate', chatWrapper],
  ['HuggingFaceBaseModel', baseWrapper],
  ['HuggingFace', older],
  ['HuggingFaceCausalLM', older],
  ['VLLM', vllm],
  ['VLLMwithChatTemplate', vllmChat],
  ['TurboMindModelwithChatTemplate', turbomindChat],
]);

/**
 * How a run gives the prompt of a pair to the tokenizer of its model; undefined where the class does not say, or leaves it to a service.
 * @param dropsShots whether the inferencers of the framework leave out examples: `get_generation_prompt_list_from_retriever_indices`
 */
export function tokenPlanOf({ model, dataset }: Target, mode: Mode, dropsShots: boolean): TokenPlan | undefined {
  const tokenizing = classes.get(model?.knownClass ?? model?.className ?? '');
  if (!model || !tokenizing) return undefined;
  const { value } = model;
  const room = roomOf(value, readInferCfg(dataset.value.get('infer_cfg'))?.inferencer?.value, mode);
  const tokenizer = tokenizerPath(model);
  const cut = tokenizing.cut(value, room, mode);
  return {
    ...(tokenizer !== undefined && { tokenizer }),
    special: truthy(value.get('fastchat_template')) || tokenizing.special(value),
    ...(room.left !== undefined && { budget: { most: room.left, reckoned: reckoned(room) } }),
    ...(room.answer !== undefined && { answer: room.answer }),
    ...(dropsShots && room.whole !== undefined && { dropsAbove: room.whole }),
    ...(cut && { cut }),
    notes:
      room.whole === undefined
        ? [say`The config has no max_seq_len: no examples are dropped, and the model's own limit is not known here.`]
        : [],
  };
}

/** `tasks/openicl_infer.py`: the inferencer's own `max_out_len` goes before the model's, `max_seq_len` is the model's. */
function roomOf(model: DictValue, inferencer: DictValue | undefined, mode: Mode): Room {
  const whole = integer(model.get('max_seq_len'));
  const answer = mode === 'gen' ? (integer(inferencer?.get('max_out_len')) ?? integer(model.get('max_out_len'))) : undefined;
  return { whole, answer, left: whole === undefined ? undefined : Math.max(0, whole - (answer ?? 0)) };
}

function reckoned({ whole, answer }: Room): string {
  return answer === undefined ? `max_seq_len ${String(whole)}` : `max_seq_len ${String(whole)} − max_out_len ${String(answer)}`;
}

function integer(value: Value | undefined): number | undefined {
  const found = value && asInteger(value);
  return found === undefined || found < 0n || found > 2n ** 40n ? undefined : Number(found);
}

function tokenizerPath({ value }: ModelConfig): string | undefined {
  return textOf(value.get('tokenizer_path')) ?? textOf(value.get('path'));
}
