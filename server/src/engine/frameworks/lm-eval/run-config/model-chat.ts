import type { ChatVariable } from '../../../chat/chat-template.js';
import { plainData } from '../../../chat/plain-data.js';
import type { Value } from '../../../core/value.js';
import { parseModelArgs } from '../values/model-args.js';

/** How the chats of a run reach its model. */
export type ModelChat =
  /** As messages, to a service that applies the chat template of the model. */
  | { readonly kind: 'messages' }
  /**
   * As the text that the chat template of a tokenizer makes of them. `tokenizer`: its folder or name, with `#name` for one of several; undefined where the config names none. `variables`: what
   * the template is given beside the messages; undefined where that is not known.
   */
  | {
      readonly kind: 'template';
      readonly tokenizer: string | undefined;
      readonly variables: Readonly<Record<string, ChatVariable>> | undefined;
    }
  /** In a way that is not known of a model of this name. */
  | { readonly kind: 'unknown'; readonly model: string };

/** Services that take messages (lm-evaluation-harness 0.4.13 `models/openai_completions.py`, `anthropic_llms.py`, `litellm_llms.py`). */
const services = new Set([
  'openai-chat-completions',
  'local-chat-completions',
  'azure-openai-chat-completions',
  'anthropic-chat',
  'anthropic-chat-completions',
  'litellm',
  'litellm-chat',
  'litellm-chat-completions',
]);
/** Models with a tokenizer of transformers, whose `apply_chat_template` is called (`models/huggingface.py` and what derives from it, `sglang_causallms.py`, `api_models.py`). */
const withTokenizer = new Set([
  'hf',
  'hf-auto',
  'huggingface',
  'ipex',
  'habana',
  'openvino',
  'steered',
  'vllm',
  'sglang',
  'local-completions',
]);
/** Those of them that give the template nothing but the messages. */
const withoutVariables = new Set(['sglang', 'local-completions']);

/** Whether a model is a service that takes nothing but messages. */
export function isChatService(model: string): boolean {
  return services.has(model);
}

/**
 * @param model the name that the harness has it registered under
 * @param given `model_args`
 * @param template which of the chat templates of its tokenizer; undefined: the one that it has by itself
 */
export function chatOfModel(
  model: string,
  given: Value | undefined,
  args: ReadonlyMap<string, string>,
  template: string | undefined,
): ModelChat {
  if (services.has(model)) return { kind: 'messages' };
  if (!withTokenizer.has(model)) return { kind: 'unknown', model };
  const tokenizer = args.get('tokenizer') ?? args.get('pretrained') ?? (model === 'local-completions' ? args.get('model') : undefined);
  return {
    kind: 'template',
    tokenizer: tokenizer === undefined || template === undefined ? tokenizer : `${tokenizer}#${template}`,
    variables: withoutVariables.has(model) ? {} : variablesOf(model, given),
  };
}

/** `chat_template_args` and `enable_thinking` (0.4.13 `models/huggingface.py`; `vllm_causallms.py` hands on the second also where nothing is said of it). */
function variablesOf(model: string, given: Value | undefined): Readonly<Record<string, ChatVariable>> | undefined {
  const args = argumentOf(given, 'chat_template_args');
  const thinking = argumentOf(given, 'enable_thinking');
  if (args === 'unknown' || thinking === 'unknown') return undefined;
  const own = args?.data ?? {};
  if (typeof own !== 'object' || Array.isArray(own)) return undefined;
  const variables = own as Readonly<Record<string, ChatVariable>>;
  if (model === 'vllm') return { enable_thinking: thinking?.data ?? null, ...variables };
  return thinking === undefined || thinking.data === null ? variables : { ...variables, enable_thinking: thinking.data };
}

/** An argument as plain data; undefined where none is given. */
function argumentOf(given: Value | undefined, name: string): { readonly data: ChatVariable } | 'unknown' | undefined {
  if (given?.kind === 'dict') {
    const value = given.get(name);
    const data = value && plainData(value);
    return value && (data === undefined ? 'unknown' : { data });
  }
  const word = given?.kind === 'str' ? parseModelArgs(given.text).get(name)?.toLowerCase() : undefined;
  if (word === undefined) return undefined;
  return word === 'true' || word === 'false' ? { data: word === 'true' } : word === 'none' ? { data: null } : 'unknown';
}
