import type { ModelConfig } from '../../../config/config.js';
import { classPathOf } from '../../../config/class-name.js';
import type { Output } from '../../../prompt/rendered-prompt.js';
import type { TracedText } from '../../../core/traced-text.js';
import type { Value } from '../../../core/value.js';
import { alayaText, baseModelText, chatGlm3, llama2Chat, turboMind, turboMindApiText, wrapper } from './local-messages.js';
import {
  claudeText,
  firstDoubao,
  gemini,
  hunyuan,
  joinedTurns,
  liteLlm,
  mistral,
  oneByOne,
  oneByOneCounted,
  openAi,
  openAiResponse,
  sdk,
  withinLiteLlm,
  withSystemOf,
  withSystemPrompt,
  type Converter,
  type Finish,
  type SentMessage,
} from './service-messages.js';
import { textOfContent } from '../parse/turns.js';

/** How a class makes messages of what the parser gives. */
interface Service {
  readonly convert: Converter;
  /** What a text's only message is said by. */
  readonly user?: string;
  readonly finish?: Finish;
}

const direct: Service = { convert: oneByOne() };
const twoSided: Service = { convert: joinedTurns() };
const withPrompt: Service = { convert: joinedTurns(), finish: withSystemPrompt };
const noSystem: Service = { convert: oneByOne({ roles: { HUMAN: 'user', BOT: 'assistant' } }) };
const senders: Service = { convert: oneByOne({ roles: { HUMAN: 'USER', BOT: 'BOT' } }), user: 'USER' };
const keepsFirstSystem: Service = { convert: joinedTurns({ keepsFirstSystem: true }) };

/** By class. OpenCompass 0.5.3 `models/`. */
const services: ReadonlyMap<string, Service> = new Map([
  ...named({ convert: wrapper }, 'HuggingFacewithChatTemplate', 'VLLMwithChatTemplate'),
  ...named({ convert: turboMind }, 'TurboMindModelwithChatTemplate'),
  ...named({ convert: llama2Chat }, 'Llama2Chat'),
  ...named({ convert: chatGlm3 }, 'HuggingFaceChatGLM3'),
  ...named({ convert: openAi(false) }, 'OpenAI', 'OpenAISDKRollout'),
  ...named({ convert: openAi(true) }, 'OpenAISDK', 'OpenAISDKStreaming'),
  ...named({ convert: openAiResponse }, 'OpenAISDKResponse'),
  ...named({ convert: liteLlm, finish: withinLiteLlm }, 'LiteLLMAPI'),
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
  ...named({ convert: joinedTurns({ answers: 'yayi' }) }, 'Yayi'),
  ...named({ convert: joinedTurns({ skipsEmpty: true }) }, 'ERNIEBot', 'SenseTime'),
  ...named({ convert: hunyuan }, 'Hunyuan'),
  ...named(keepsFirstSystem, 'Qwen', 'XunFeiSpark'),
  ...named({ convert: sdk('assistant'), finish: withSystemOf('claude_extra_kwargs', 'system') }, 'ClaudeSDK'),
  ...named({ convert: sdk('model'), finish: withSystemOf('gemini_extra_kwargs', 'system_instruction') }, 'GeminiSDK'),
  ...named({ convert: gemini }, 'Gemini'),
]);

function named(service: Service, ...names: string[]): (readonly [string, Service])[] {
  return names.map((name) => [name, service] as const);
}

/** Of two classes of one name the package gives the other. */
const byPath: ReadonlyMap<string, Service> = new Map([['opencompass.models.doubao.Doubao', { convert: firstDoubao }]]);

/** Before plain messages came, in 0.5.3, also those of OpenAI took what the parser gives one by one. */
const older: ReadonlyMap<string, Service> = new Map([
  ...services,
  ...named({ convert: oneByOneCounted }, 'OpenAI', 'OpenAISDK', 'OpenAISDKRollout', 'OpenAISDKStreaming'),
]);

/** Classes that make one text of everything; nothing of one that they hand on as it is. */
const textClasses: ReadonlyMap<string, (parsed: Value) => TracedText | undefined> = new Map([
  ['AlayaLM', alayaText],
  ['Claude', claudeText],
  ['HuggingFaceBaseModel', baseModelText],
  ['TurboMindAPIModel', turboMindApiText],
]);

/**
 * What leaves the model class, for the classes whose way is known: messages under the names that services use (the texts of the system first, where a
 * service takes them beside the messages), or one text. Undefined for others, and where the model is given what the parser gives.
 * @throws PyError what the class raises on the prompt
 */
export function chatOutput(parsed: Value, model: ModelConfig): Output | undefined {
  return outputBy(services, parsed, model);
}

/** The same, as of a release that has no plain messages. */
export function olderChatOutput(parsed: Value, model: ModelConfig): Output | undefined {
  return outputBy(older, parsed, model);
}

function outputBy(byClass: ReadonlyMap<string, Service>, parsed: Value, model: ModelConfig): Output | undefined {
  const name = model.className ?? '';
  const textOf = textClasses.get(name);
  if (textOf) return textOutput(textOf(parsed));
  const service = byPath.get(classPathOf(model.value.get('type')) ?? '') ?? byClass.get(name);
  return service && messagesFrom(parsed, service, model);
}

function textOutput(text: TracedText | undefined): Output | undefined {
  return text && { kind: 'text', text };
}

/** The messages that a class makes of a prompt. @throws PyError what it raises */
export function messagesFrom(parsed: Value, { convert, user = 'user', finish }: Service, { value }: ModelConfig): Output {
  const messages = parsed.kind === 'str' ? [{ role: user, content: parsed }] : convert(parsed, value);
  return { kind: 'messages', messages: (finish ? finish(messages, value) : messages).map(outputMessage) };
}

/** A message as the output shows it. */
export function outputMessage({ role = '', content }: SentMessage): Extract<Output, { kind: 'messages' }>['messages'][number] {
  return { role, text: textOfContent(content) };
}
