import { PyError } from '../../errors.js';
import type { ModelConfig } from '../../config/config.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import { pyStr } from '../../python/semantics.js';
import { DictValue, ListValue, textOf, type Value } from '../../value.js';
import { add, field, frameworkText, isTrue, iterate, withHole } from '../opencompass/python-value.js';
import { outputOf } from '../opencompass/stages.js';
import { textOfItem } from '../opencompass/turns.js';
import { modelClass } from './model-classes.js';

const roles: ReadonlyMap<string, string> = new Map([
  ['HUMAN', 'user'],
  ['BOT', 'assistant'],
  ['SYSTEM', 'system'],
]);

const serviceRoles: ReadonlyMap<string, string> = new Map([...roles, ['TOOL', 'tool']]);

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

/**
 * The messages that a local chat wrapper gives to the tokenizer's chat template: empty prompts are left out, neighbours of one role are joined.
 * AISBench 3.1.0 `models/local_models/huggingface_above_v4_33.py`.
 * @throws PyError KeyError for an api_role other than HUMAN, BOT and SYSTEM
 */
export function wrapperMessages(parsed: Value): ListValue {
  if (parsed.kind === 'str') return new ListValue([userMessage(parsed)], parsed.span);
  const messages: DictValue[] = [];
  for (const item of iterate(parsed)) {
    const prompt = withHole(field(item, 'prompt'));
    if (!isTrue(prompt)) continue;
    const role = field(item, 'role');
    const name = roles.get(textOf(role) ?? '');
    if (name === undefined) throw new PyError('KeyError', `'${pyStr(role).text}'`, role.span);
    const last = messages.at(-1);
    if (last && textOf(last.get('role')) === name) last.set('content', add(field(last, 'content'), add(frameworkText('\n', 'line break between turns of one role'), prompt), '+='));
    else messages.push(messageOf(frameworkText(name, 'role'), prompt, item));
  }
  return new ListValue(messages, parsed.span);
}

function userMessage(text: Value): DictValue {
  return messageOf(frameworkText('user', 'role'), text, text);
}

function messageOf(role: Value, content: Value, near: Value): DictValue {
  const message = new DictValue(near.span);
  message.set('role', role);
  message.set('content', content);
  return message;
}

function renamed(role: Value & { kind: 'str' }, names: ReadonlyMap<string, string>): Value {
  const name = names.get(role.text);
  return name === undefined ? role : frameworkText(name, 'role');
}

/** What the model class is given in the end: a text, or messages with the roles of its service or its tokenizer. */
export function aisBenchOutput(parsed: Value, model: ModelConfig | undefined): Output {
  const chat = modelClass(model?.className)?.chat;
  const messages = chat === 'server' ? serviceMessages(parsed) : chat === 'tokenizer' || chat === 'processor' ? wrapperMessages(parsed) : undefined;
  if (!messages) return outputOf(parsed, model?.parser === 'api');
  return {
    kind: 'messages',
    messages: messages.items.map((item) => ({ role: textOf(item.kind === 'dict' ? item.get('role') : undefined) ?? '', text: textOfItem(item) })),
  };
}
