import { DictValue, ListValue, textOf, type Value } from '../../../core/value.js';
import { field, frameworkText, iterate, withPlaceholder } from '../../opencompass/values/python-value.js';

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
  message.set('content', withPlaceholder(field(item, 'prompt')));
  const role = (item.kind === 'dict' ? item.get('role') : undefined) ?? frameworkText('', 'no role');
  message.set('role', role.kind === 'str' ? renamed(role, serviceRoles) : role);
  if (item.kind === 'dict')
    for (const [id, entry] of item.entries)
      if (!['role', 'prompt'].includes(textOf(entry.key) ?? '')) message.entries.set(id, { ...entry });
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
