import type { ModelAttr } from '../../../config/model-attrs.js';
import { DictValue, ListValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { classesByName, metaRole, type ModelClass } from '../../opencompass/classes/model-classes.js';

const completions: ModelClass = { parser: 'lm', metaTemplate: 'own', chat: 'none' };
const chatService: ModelClass = { parser: 'api', metaTemplate: 'default', chat: 'server' };
const chatWrapper: ModelClass = { parser: 'api', metaTemplate: 'default', chat: 'tokenizer' };
const textService: ModelClass = { ...completions, baseParser: 'api' };
const promptService: ModelClass = { parser: 'api', metaTemplate: 'own', chat: 'none', takesText: true };
const bases = ['BaseModel', 'BaseAPIModel'];

/** Model classes by name. AISBench 3.1.0 `models/`. */
const classes = classesByName([
  [
    textService,
    [
      'VLLMCustomAPI',
      'VLLMCustomAPIStream',
      'MindieStreamApi',
      'TGICustomAPI',
      'TGICustomAPIStream',
      'TritonCustomAPI',
      'TritonCustomAPIStream',
    ],
  ],
  [completions, ['BaseModel', 'HuggingFace', 'HuggingFaceCausalLM']],
  [{ parser: 'lm', metaTemplate: 'ignored', chat: 'none' }, ['HuggingFaceBaseModel']],
  [chatService, ['VLLMCustomAPIChat', 'VLLMFunctionCallAPIChat', 'VLLMCustomAPIChatStream', 'VllmMultiturnAPIChatStream']],
  [{ ...chatWrapper, baseParser: 'lm' }, ['HuggingFacewithChatTemplate']],
  [{ ...chatWrapper, chat: 'processor', baseParser: 'lm' }, ['HuggingFaceQwen2VLwithChatTemplate']],
  [{ ...chatWrapper, chat: 'processor' }, ['VLLMOfflineVLModel']],
  [{ parser: 'api', metaTemplate: 'default', chat: 'own' }, ['QwenImageEditModel']],
  [{ parser: 'api', metaTemplate: 'own', chat: 'own', baseParser: 'lm' }, ['HuggingFaceChatGLM3']],
  [{ parser: 'api', metaTemplate: 'own', chat: 'none' }, ['BaseAPIModel']],
  [promptService, ['VITAGenerateAPI']],
]);

/** Undefined for a class that is not the framework's own. */
export function aisBenchModelClass(className: string | undefined): ModelClass | undefined {
  return className === undefined ? undefined : classes.get(className);
}

/** The `attr` of a model of this class: whether it asks a service or loads the model itself. AISBench 3.1.0 `models/api_models/`, `models/local_models/`. */
export function attrOfClass(className: string): ModelAttr | undefined {
  const kind = bases.includes(className) ? undefined : classes.get(className);
  if (!kind) return undefined;
  return kind === textService || kind === chatService || kind === promptService ? 'service' : 'local';
}

/** The only classes whose services answer with the likelihood of a prompt. AISBench 3.1.0 `models/api_models/`, `get_ppl_request_body`. */
export const scoringClasses: ReadonlySet<string> = new Set(['VLLMCustomAPI', 'VLLMCustomAPIStream', ...chatServices()]);

/** Classes that set `stream` themselves. AISBench 3.1.0 `models/api_models/`. */
export const streamingClasses: ReadonlySet<string> = new Set([...classes.keys()].filter((name) => name.endsWith('Stream')));

function chatServices(): string[] {
  return [...classes].flatMap(([name, kind]) => (kind === chatService ? [name] : []));
}

/**
 * What chat classes use where the config gives no meta template: every role is its own, SYSTEM is held in reserve. AISBench 3.1.0
 * `models/api_models/vllm_custom_api_chat.py`, `models/local_models/huggingface_above_v4_33.py`.
 */
export const defaultMeta: Value = makeDefaultMeta();

function makeDefaultMeta(): DictValue {
  const meta = new DictValue(nowhere);
  meta.set('round', new ListValue([metaRole('HUMAN', 'HUMAN', false), metaRole('BOT', 'BOT', true)], nowhere));
  meta.set('reserved_roles', new ListValue([metaRole('SYSTEM', 'SYSTEM', false)], nowhere));
  return meta;
}
