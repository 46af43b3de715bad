import type { ParserKind } from '../../../classes/parser-kind.js';
import { DictValue, ListValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { frameworkText } from '../values/python-value.js';

/** What a model class does with a prompt before it generates. */
export interface ModelClass {
  readonly parser: ParserKind;
  /** `own`: the config's; `default`: the config's, else the class's own; `ignored`: the class never reads it. */
  readonly metaTemplate: 'own' | 'default' | 'ignored';
  /**
   * `tokenizer`: the class applies the tokenizer's chat template; `processor`: that of a processor, to texts and images; `server`: the service does;
   * `own`: the class joins the messages itself.
   */
  readonly chat: 'none' | 'tokenizer' | 'processor' | 'server' | 'own';
  /** Whether the model is given a text as it is, though the parser is the API's. */
  readonly takesText?: boolean;
  /** The parser that the base class makes of the config's meta template before: what is wrong for that one is raised first. */
  readonly baseParser?: ParserKind;
}

/** Class names by what their classes do. */
export type ModelClassGroups = readonly (readonly [ModelClass, readonly string[]])[];

export function classesByName(groups: ModelClassGroups): ReadonlyMap<string, ModelClass> {
  return new Map(groups.flatMap(([kind, names]) => names.map((name) => [name, kind] as const)));
}

const languageModel: ModelClass = { parser: 'lm', metaTemplate: 'own', chat: 'none' };
const chatWrapper: ModelClass = { parser: 'api', metaTemplate: 'default', chat: 'tokenizer' };
const localChat: ModelClass = { parser: 'api', metaTemplate: 'own', chat: 'own' };
const service: ModelClass = { parser: 'api', metaTemplate: 'own', chat: 'server' };

const groups: ModelClassGroups = [
  [
    languageModel,
    [
      'BaseModel',
      'HuggingFace',
      'HuggingFaceCausalLM',
      'ModelScope',
      'ModelScopeCausalLM',
      'VLLM',
      'TurboMindModel',
      'InternLM',
      'InternTrain',
      'GLM130B',
      'AlayaLM',
      'TurboMindAPIModel',
      'LightllmAPI',
    ],
  ],
  [{ parser: 'lm', metaTemplate: 'ignored', chat: 'none' }, ['HuggingFaceBaseModel']],
  [chatWrapper, ['HuggingFacewithChatTemplate', 'VLLMwithChatTemplate', 'TurboMindModelwithChatTemplate']],
  [{ ...localChat, baseParser: 'lm' }, ['HuggingFaceChatGLM3']],
  [localChat, ['Llama2Chat']],
  [{ ...localChat, takesText: true }, ['Llama2', 'LLaMA2AccessoryModel', 'Mixtral']],
  [
    service,
    [
      'BaseAPIModel',
      'AI360GPT',
      'BaiChuan',
      'ERNIEBot',
      'BailingAPI',
      'BlueLMAPI',
      'ByteDance',
      'ClaudeAllesAPIN',
      'Claude',
      'ClaudeSDK',
      'DeepseekAPI',
      'Doubao',
      'DoubaoAPI',
      'Gemini',
      'GeminiSDK',
      'Hunyuan',
      'KrGPT',
      'LightllmChatAPI',
      'LiteLLMAPI',
      'MiniMax',
      'MiniMaxChatCompletionV2',
      'Mistral',
      'MoonShot',
      'Nanbeige',
      'OpenAI',
      'OpenAISDK',
      'OpenAISDKRollout',
      'OpenAISDKResponse',
      'OpenAISDKStreaming',
      'PanGu',
      'Qwen',
      'Rendu',
      'SenseTime',
      'StepFun',
      'TeleChat',
      'TeleChatStream',
      'UniGPT',
      'XunFei',
      'XunFeiSpark',
      'Yayi',
      'YiAPI',
      'ZhiPuAI',
      'ZhiPuV2AI',
    ],
  ],
];

/** Model classes by name. OpenCompass 0.5.3 `models/`. */
const classes = classesByName(groups);

/** Undefined for a class that is not the framework's own. */
export function openCompassModelClass(className: string | undefined): ModelClass | undefined {
  return className === undefined ? undefined : classes.get(className);
}

/**
 * What the chat-template wrappers use where the config gives no meta template: a system turn is sent as the user's. OpenCompass 0.5.3
 * `models/huggingface_above_v4_33.py`.
 */
export const chatWrapperMeta: Value = defaultMeta();

function defaultMeta(): DictValue {
  const meta = new DictValue(nowhere);
  meta.set(
    'round',
    new ListValue([metaRole('HUMAN', 'HUMAN', false), metaRole('SYSTEM', 'HUMAN', false), metaRole('BOT', 'BOT', true)], nowhere),
  );
  return meta;
}

/** A role of a default meta template. */
export function metaRole(name: string, apiRole: string, generates: boolean): DictValue {
  const item = new DictValue(nowhere);
  const what = 'default meta template of the model class';
  item.set('role', frameworkText(name, what));
  item.set('api_role', frameworkText(apiRole, what));
  if (generates) item.set('generate', { kind: 'bool', value: true, span: nowhere });
  return item;
}
