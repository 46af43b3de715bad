import type { ModelConfig } from '../../config/config.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import type { StrValue, Value } from '../../value.js';
import {
  claudeText, gemini, hunyuan, joined, liteLlm, mistral, oneByOne, openAi, openAiResponse, sdk, turboMind, withSystemPrompt, wrapper, type Converter, type SentMessage, type Settings,
} from './service-messages.js';
import { outputOf } from './stages.js';
import { textOfContent } from './turns.js';

/** How a class makes messages of what the parser gives. */
interface Service {
  readonly convert: Converter;
  /** What a text's only message is said by. */
  readonly user?: string;
  /** Whether the config's `system_prompt` goes in front of a text. */
  readonly systemPrompt?: boolean;
}

const direct: Service = { convert: oneByOne() };
const twoSided: Service = { convert: joined() };
const withPrompt: Service = { convert: joined({ systemPrompt: true }), systemPrompt: true };
const noSystem: Service = { convert: oneByOne({ roles: { HUMAN: 'user', BOT: 'assistant' } }) };
const senders: Service = { convert: oneByOne({ roles: { HUMAN: 'USER', BOT: 'BOT' } }), user: 'USER' };
const keepsFirstSystem: Service = { convert: joined({ keepsFirstSystem: true }) };

/** By class. OpenCompass 0.5.3 `models/`. */
const services: ReadonlyMap<string, Service> = new Map([
  ...named({ convert: wrapper }, 'HuggingFacewithChatTemplate', 'VLLMwithChatTemplate'),
  ...named({ convert: turboMind }, 'TurboMindModelwithChatTemplate'),
  ...named({ convert: openAi(false) }, 'OpenAI', 'OpenAISDKRollout'),
  ...named({ convert: openAi(true) }, 'OpenAISDK', 'OpenAISDKStreaming'),
  ...named({ convert: openAiResponse }, 'OpenAISDKResponse'),
  ...named({ convert: liteLlm, systemPrompt: true }, 'LiteLLMAPI'),
  ...named(direct, 'AI360GPT', 'KrGPT', 'TeleChat', 'UniGPT'),
  ...named({ convert: oneByOne({ others: { as: 'system' }, takesLists: true }) }, 'TeleChatStream'),
  ...named({ convert: oneByOne({ others: 'own', skipsEmpty: true, takesLists: true }) }, 'BailingAPI'),
  ...named({ convert: oneByOne({ skipsEmpty: true }) }, 'ZhiPuV2AI'),
  ...named(noSystem, 'BlueLMAPI', 'ByteDance', 'Doubao', 'XunFei', 'ZhiPuAI'),
  ...named({ convert: oneByOne({ roles: { HUMAN: 'user', BOT: 'system' } }) }, 'PanGu'),
  ...named(senders, 'MiniMax', 'Nanbeige'),
  ...named({ convert: mistral }, 'Mistral'),
  ...named(withPrompt, 'BaiChuan', 'DeepseekAPI', 'MoonShot', 'StepFun', 'YiAPI'),
  ...named(twoSided, 'ClaudeAllesAPIN', 'LightllmChatAPI', 'MiniMaxChatCompletionV2', 'Rendu'),
  ...named({ convert: joined({ answers: 'yayi' }) }, 'Yayi'),
  ...named({ convert: joined({ skipsEmpty: true }) }, 'ERNIEBot', 'SenseTime'),
  ...named({ convert: hunyuan }, 'Hunyuan'),
  ...named(keepsFirstSystem, 'Qwen', 'XunFeiSpark'),
  ...named({ convert: sdk('assistant') }, 'ClaudeSDK'),
  ...named({ convert: sdk('model') }, 'GeminiSDK'),
  ...named({ convert: gemini }, 'Gemini'),
]);

function named(service: Service, ...names: string[]): (readonly [string, Service])[] {
  return names.map((name) => [name, service] as const);
}

/**
 * What leaves the model class: for the classes whose way is known the messages under the names that services use (the texts of the system first, where a
 * service takes them beside the messages), else what the parser gives.
 * @throws PyError what the class raises on the prompt
 */
export function chatOutput(parsed: Value, model: ModelConfig | undefined): Output {
  const output = outputOf(parsed, model?.parser === 'api');
  if (model?.parser !== 'api') return output;
  if (model.className === 'Claude') return { kind: 'text', text: claudeText(parsed) };
  const service = services.get(model.className ?? '');
  if (!service) return output;
  const messages = parsed.kind === 'str' ? messagesOfText(parsed, service, model.value) : service.convert(parsed, model.value);
  return { kind: 'messages', messages: messages.map(outputMessage) };
}

function messagesOfText(text: StrValue, { user = 'user', systemPrompt = false }: Service, settings: Settings): readonly SentMessage[] {
  const message: SentMessage = { role: user, content: text };
  return systemPrompt ? withSystemPrompt([message], settings) : [message];
}

/** A message as the output shows it. */
export function outputMessage({ role = '', content }: SentMessage): Extract<Output, { kind: 'messages' }>['messages'][number] {
  return { role, text: textOfContent(content) };
}
