import type { ModelConfig } from '../../../config/config.js';
import { PyError } from '../../../core/errors.js';
import type { Output } from '../../../prompt/rendered-prompt.js';
import { textOf, type Value } from '../../../core/value.js';
import { messagesFrom, outputMessage } from '../../opencompass/send/chat-messages.js';
import { baseModelText, chatGlm3, wrapper } from '../../opencompass/send/local-messages.js';
import type { SentMessage } from '../../opencompass/send/service-messages.js';
import { textOfItem } from '../../opencompass/parse/turns.js';
import { serviceMessages } from './messages.js';
import { aisBenchModelClass } from '../classes/model-classes.js';
import { pictureParts, processorMessages, vitaParts } from './picture-messages.js';

/**
 * What the model class makes of what the parser gives: messages with the roles of its service or its tokenizer, or parts. Undefined where it hands that on
 * as it is. AISBench 3.1.0 `models/`.
 * @throws PyError what the class raises on the prompt, or when it is made
 */
export function aisBenchOutput(parsed: Value, model: ModelConfig): Output | undefined {
  if (model.className === 'HuggingFaceBaseModel') return baseModelOutput(parsed, model);
  if (model.className === 'VITAGenerateAPI') return vitaOutput(parsed);
  switch (aisBenchModelClass(model.className)?.chat) {
    case 'server':
      return serviceOutput(parsed);
    case 'processor':
      return messagesOutput(processorMessages(parsed));
    case 'tokenizer':
      return messagesFrom(parsed, { convert: wrapper }, model);
    case 'own':
      return model.className === 'HuggingFaceChatGLM3'
        ? messagesFrom(parsed, { convert: chatGlm3 }, model)
        : messagesOutput([{ role: '', content: pictureParts(parsed) }]);
    default:
      return undefined;
  }
}

function serviceOutput(parsed: Value): Output {
  const messages = serviceMessages(parsed).items.map((item) => ({
    role: textOf(item.kind === 'dict' ? item.get('role') : undefined) ?? '',
    text: textOfItem(item),
  }));
  return { kind: 'messages', messages };
}

/** A text is all that VITA is sent of one; else parts, which belong to no role. */
function vitaOutput(parsed: Value): Output | undefined {
  if (parsed.kind === 'str') return undefined;
  const parts = vitaParts(parsed);
  return messagesOutput(parts.items.length > 0 ? [{ role: '', content: parts }] : []);
}

function messagesOutput(messages: readonly SentMessage[]): Output {
  return { kind: 'messages', messages: messages.map(outputMessage) };
}

/** Keywords that HuggingFaceBaseModel gives its base class itself, beside all that the config has beyond its own. `models/local_models/huggingface_above_v4_33.py`. */
const givenItself = ['meta_template', 'fastchat_template', 'mode'];

function baseModelOutput(parsed: Value, { value }: ModelConfig): Output | undefined {
  const twice = [...value.entries.values()].find(({ key }) => givenItself.includes(textOf(key) ?? ''));
  if (twice)
    throw new PyError(
      'TypeError',
      `HuggingFacewithChatTemplate.__init__() got multiple values for keyword argument '${textOf(twice.key)!}'`,
      twice.keySpan,
    );
  const text = baseModelText(parsed);
  return text && { kind: 'text', text };
}
