import type { ModelConfig } from '../../config/config.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import { DictValue, ListValue, textOf, type Value } from '../../value.js';
import { outputMessage } from '../opencompass/chat-messages.js';
import { field, frameworkText, iterate, withHole } from '../opencompass/python-value.js';
import { wrapper, type SentMessage } from '../opencompass/service-messages.js';
import { outputOf } from '../opencompass/stages.js';
import { textOfItem } from '../opencompass/turns.js';
import { modelClass } from './model-classes.js';

const serviceRoles: ReadonlyMap<string, string> = new Map([
  ['HUMAN', 'user'],
  ['BOT', 'assistant'],
  ['SYSTEM', 'system'],
  ['TOOL', 'tool'],
]);

/**
 * The `messages` of the request that a chat service is sent: a text is one message of the user's, other keys of a message go along. AISBench 3.1.0
 * `models/api_models/vllm_custom_api_chat.py`.
 * @throws PyError for an item that is no message, as a meta template's begin may be
 */
export function serviceMessages(parsed: Value): ListValue {
  if (parsed.kind === 'str') return new ListValue([userMessage(parsed)], parsed.span);
  return new ListValue([...iterate(parsed)].map(serviceMessage), parsed.span);
}

function serviceMessage(item: Value): DictValue {
  const message = new DictValue(item.span);
  message.set('content', withHole(field(item, 'prompt')));
  const role = (item.kind === 'dict' ? item.get('role') : undefined) ?? frameworkText('', 'no role');
  message.set('role', role.kind === 'str' ? renamed(role, serviceRoles) : role);
  if (item.kind === 'dict')
    for (const [id, entry] of item.entries) if (!['role', 'prompt'].includes(textOf(entry.key) ?? '')) message.entries.set(id, { ...entry });
  return message;
}

function userMessage(text: Value): DictValue {
  const message = new DictValue(text.span);
  message.set('role', frameworkText('user', 'role'));
  message.set('content', text);
  return message;
}

function renamed(role: Value & { kind: 'str' }, names: ReadonlyMap<string, string>): Value {
  const name = names.get(role.text);
  return name === undefined ? role : frameworkText(name, 'role');
}

/**
 * What the model class is given in the end: a text, or messages with the roles of its service or its tokenizer.
 * @throws PyError what the class raises on the prompt
 */
export function aisBenchOutput(parsed: Value, model: ModelConfig | undefined): Output {
  const chat = modelClass(model?.className)?.chat;
  if (chat === 'tokenizer' || chat === 'processor') return { kind: 'messages', messages: wrapperMessages(parsed).map(outputMessage) };
  if (chat !== 'server') return outputOf(parsed, model?.parser === 'api');
  return {
    kind: 'messages',
    messages: serviceMessages(parsed).items.map((item) => ({ role: textOf(item.kind === 'dict' ? item.get('role') : undefined) ?? '', text: textOfItem(item) })),
  };
}

/** What a local chat wrapper gives to the tokenizer's chat template. AISBench 3.1.0 `models/local_models/huggingface_above_v4_33.py`. */
function wrapperMessages(parsed: Value): readonly SentMessage[] {
  return parsed.kind === 'str' ? [{ role: 'user', content: parsed }] : wrapper(parsed);
}
