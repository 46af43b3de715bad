import { applyChatTemplate, type ChatMessage, type ChatResult, type ChatTemplate, type ChatVariable } from '../../../chat/index.js';
import type { ModelConfig } from '../../../config/config.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import type { Output, RenderError, Stage } from '../../../prompt/rendered-prompt.js';
import { generating, turnsOfTemplate } from '../../../prompt/chat-turns.js';
import { plainData } from '../../../chat/plain-data.js';
import { textOf } from '../../../core/value.js';
import type { Dialect } from './dialect.js';
import { isTruthy } from '../values/python-value.js';
import { unknownStage } from './stages.js';

/** The stage behind the parser, and what it changes of the prompt. */
export interface ChatStage {
  readonly stage: Stage;
  /** The text that the model receives; absent where the stage is unknown. */
  readonly output?: Output;
  readonly error?: RenderError;
  readonly notes: readonly string[];
}

/** Whether a chat template can be chosen for the prompts of a model: its class applies the tokenizer's, and no template of fastchat goes before. */
export function takesChatTemplate(model: ModelConfig | undefined, dialect: Dialect): boolean {
  return dialect.modelClass(model?.className)?.chat === 'tokenizer' && fastChat(model) === undefined;
}

/** Where the tokenizer is loaded from whose chat template a model's class applies: the config's `tokenizer_path`, where the class takes one, else `path`. */
export function tokenizerOf(model: ModelConfig | undefined, dialect: Dialect): string | undefined {
  if (!model || !takesChatTemplate(model, dialect)) return undefined;
  const own = model.className === 'HuggingFacewithChatTemplate' ? textOf(model.value.get('tokenizer_path')) : undefined;
  return own ?? textOf(model.value.get('path'));
}

/**
 * The stage behind the parser, where the model class has one: the tokenizer's chat template, or the class's own way to join messages. OpenCompass 0.5.3
 * `models/huggingface_above_v4_33.py`, `vllm_with_tf_above_v4_33.py`, `turbomind_with_tf_above_v4_33.py`; AISBench 3.1.0 `models/local_models/`.
 * @param output the messages that the class makes of the parsed prompt @param template absent: not known
 */
export function chatTemplateStage(
  model: ModelConfig | undefined,
  dialect: Dialect,
  output: Output,
  template: ChatTemplate | undefined,
): ChatStage | undefined {
  const chat = dialect.modelClass(model?.className)?.chat;
  const name = model?.className ?? '';
  if (model && isOfItsOwn(model, dialect) && output.kind === 'messages')
    return unknown(say`The messages are exact; what ${name} makes of them is known only to its code.`);
  if (!model || chat === undefined || chat === 'server') return undefined;
  if (chat === 'none')
    return usesFastChat(model)
      ? unknown(say`${name} puts the text into fastchat's conversation template "vicuna"; that is not rendered here.`)
      : undefined;
  // A text is given to the model as it is.
  if (chat === 'own' && output.kind === 'text') return undefined;
  if (chat === 'processor')
    return unknown(say`The messages are exact; ${name} has the model's processor join their texts and images, which is not rendered here.`);
  if (chat === 'own') return unknown(say`The messages are exact; ${name} joins them in a way of its own, which is not rendered here.`);
  const conversation = fastChat(model);
  if (conversation !== undefined)
    return unknown(
      say`${name} joins the messages by fastchat's conversation template "${conversation}", without those of the system; that is not rendered here.`,
    );
  if (output.kind !== 'messages') return undefined;
  if (!template)
    return unknown(say`The messages are exact; ${name} applies the tokenizer's chat template to them. Choose one to see the text.`);
  return rendered(model, output.messages, template);
}

/** Whether a class is none of those that we know, nor one that sends messages as such a service does. */
function isOfItsOwn({ className, knownClass }: ModelConfig, dialect: Dialect): boolean {
  return className !== undefined && dialect.modelClass(className) === undefined && dialect.modelClass(knownClass)?.chat !== 'server';
}

function unknown(reason: string): ChatStage {
  return { stage: unknownStage('chat-template', reason), notes: [] };
}

function rendered(model: ModelConfig, messages: readonly ChatMessage[], template: ChatTemplate): ChatStage {
  const variables = variablesOf(model);
  if (typeof variables === 'string') return unknown(variables);
  try {
    const result = withoutBegin(model, applyChatTemplate(template, messages, { addGenerationPrompt: true, variables }), template);
    const turns = generating(turnsOfTemplate(result, messages));
    const dropped = dropsMiddle(model) ? [say`With drop_middle the wrapper sends the first prompt of a conversation only.`] : [];
    return {
      stage: { id: 'chat-template', title: say`Chat template`, summary: template.name, turns },
      output: { kind: 'text', text: result.text },
      notes: [...dropped, ...result.notes],
    };
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const raised: RenderError = { error: `${error.type}: ${error.text}`, stage: 'chat', ...(error.span && { span: error.span }) };
    return {
      stage: { id: 'chat-template', title: say`Chat template`, summary: say`raises`, turns: [], error: raised },
      error: raised,
      notes: [],
    };
  }
}

/** The name of fastchat's conversation template, which the wrappers prefer; undefined where the config names none. */
function fastChat(model: ModelConfig | undefined): string | undefined {
  const name = model?.value.get('fastchat_template');
  return name && name.kind !== 'unknown' && isTruthy(name) ? (textOf(name) ?? '?') : undefined;
}

/** Classes of language models that can be told to ask in fastchat's words. OpenCompass 0.5.3 `models/huggingface.py`. */
const fastChatClasses: ReadonlySet<string> = new Set(['HuggingFace', 'HuggingFaceCausalLM', 'ModelScope', 'ModelScopeCausalLM']);

function usesFastChat({ className, value }: ModelConfig): boolean {
  const asked = fastChatClasses.has(className ?? '') ? value.get('use_fastchat_template') : undefined;
  return asked !== undefined && asked.kind !== 'unknown' && isTruthy(asked);
}

/** What VLLMwithChatTemplate gives the template beside the messages; a sentence where that is not known. */
function variablesOf(model: ModelConfig): Readonly<Record<string, ChatVariable>> | string {
  const given = model.className === 'VLLMwithChatTemplate' ? model.value.get('chat_template_kwargs') : undefined;
  if (!given || given.kind === 'none') return {};
  const data = plainData(given);
  return data !== undefined && typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, ChatVariable>>)
    : say`The chat_template_kwargs of the model are not known.`;
}

function dropsMiddle(model: ModelConfig): boolean {
  const drops = model.className === 'TurboMindModelwithChatTemplate' ? model.value.get('drop_middle') : undefined;
  return drops !== undefined && isTruthy(drops);
}

/** LMDeploy's tokenizer puts the BOS token in front of every prompt, so the TurboMind wrapper takes the template's own away. */
function withoutBegin(model: ModelConfig, result: ChatResult, { tokens }: ChatTemplate): ChatResult {
  const bos = tokens['bos_token'] ?? '';
  if (model.className !== 'TurboMindModelwithChatTemplate' || bos === '' || !result.text.text.startsWith(bos)) return result;
  const moved = (offset: number): number => Math.max(0, offset - bos.length);
  const parts = result.parts
    .map((part) => ({ ...part, start: moved(part.start), end: moved(part.end) }))
    .filter(({ start, end }) => end > start);
  const note = say`The wrapper removes the template's ${bos} from the front, since LMDeploy puts it there itself.`;
  return { ...result, text: result.text.slice(bos.length), parts, notes: [...result.notes, note] };
}
