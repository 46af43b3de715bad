import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { DictValue, ListValue, NoneValue, textOf, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { field, frameworkText, hashOf, holds, isAbsentOrNone, withPlaceholder } from '../values/python-value.js';
import type { DatasetReader } from '../retrieve/dataset-reader.js';
import type { Row } from '../values/row.js';
import type { Template } from '../template/template.js';

const openAiRoles: ReadonlyMap<string, string> = new Map([
  ['SYSTEM', 'system'],
  ['HUMAN', 'user'],
  ['BOT', 'assistant'],
]);

/** The name that the chat inferencers give to a role of a meta template. */
export function openAiRole(role: string): string {
  return openAiRoles.get(role) ?? role;
}

interface ChatParts {
  readonly prompt: Template | undefined;
  readonly reader: DatasetReader;
  readonly test: DictValue;
}

/**
 * The conversation that a chat inferencer makes of a row: of the input and the output column only, without examples and without masking.
 * OpenCompass 0.5.3 `openicl/icl_inferencer/icl_chat_inferencer.py`.
 */
export function chatOf(parts: ChatParts): ListValue {
  const columns = usedColumns(parts);
  const values = [...columns.entries.values()].map((entry) => entry.value);
  if (values.every((value) => value.kind === 'str' || value.kind === 'unknown')) return list(chatOfEntry(columns, parts));
  if (values.every((value) => isListOf(value, 'str'))) return list(roundsOf(columns).flatMap((round) => chatOfEntry(round, parts)));
  const inputs = parts.reader.inputColumns.map((column) => textOf(column) ?? '');
  if (inputs.length === 1) {
    const only = field(columns, inputs[0]!);
    if (only.kind === 'list' && isListOf(only, 'dict')) return only;
  }
  const dialogue = inputs.includes('dialogue') ? field(columns, 'dialogue') : undefined;
  if (dialogue?.kind === 'list') return dialogue;
  throw new PyError('ValueError', 'Cannot construct chat from the dataset.', columns.span);
}

/** What the model is given of a conversation: all before the last assistant's message. */
export function historyOf(chat: ListValue): ListValue {
  const last = chat.items.map((item) => textOf(field(item, 'role'))).lastIndexOf('assistant');
  if (last < 0) throw new PyError('IndexError', 'list index out of range', chat.span);
  return new ListValue(chat.items.slice(0, last), chat.span);
}

/** One message of a conversation. */
function message(role: string, content: Value): DictValue {
  const dict = new DictValue(content.span);
  dict.set('role', frameworkText(role, say`role of the chat inferencer`));
  dict.set('content', content);
  return dict;
}

function list(items: Value[]): ListValue {
  return new ListValue(items, nowhere);
}

function usedColumns(parts: ChatParts): DictValue {
  const inputs = new Set(parts.reader.inputColumns.map((column) => textOf(column)));
  const used = new DictValue(parts.test.span);
  for (const [key, entry] of parts.test.entries) {
    const name = textOf(entry.key);
    if (inputs.has(name) || name === parts.reader.outputColumn?.text) used.entries.set(key, entry);
  }
  return used;
}

function isListOf(value: Value, kind: Value['kind']): boolean {
  return value.kind === 'list' && value.items.every((item) => item.kind === kind);
}

/** Columns that hold one text a round, as one entry a round; as many as the shortest has. */
function roundsOf(columns: DictValue): readonly DictValue[] {
  const entries = [...columns.entries];
  const count = Math.min(...entries.map(([, { value }]) => (value.kind === 'list' ? value.items.length : 0)));
  return Array.from({ length: count }, (_, i) => {
    const round = new DictValue(columns.span);
    for (const [key, entry] of entries)
      round.entries.set(key, { ...entry, value: entry.value.kind === 'list' ? entry.value.items[i]! : entry.value });
    return round;
  });
}

function chatOfEntry(entry: DictValue, parts: ChatParts): DictValue[] {
  const gold = (): Value => (parts.reader.outputColumn && entry.get(parts.reader.outputColumn.text)) ?? frameworkText('', say`no answer`);
  if (parts.prompt) {
    const row: Row = { split: 'test', index: 0, columns: entry };
    const nothing = frameworkText('', say`no examples`);
    const chat = messagesOf(parts.prompt.item(row, undefined, nothing, nothing));
    const last = chat.at(-1);
    if (!last) throw new PyError('IndexError', 'list index out of range', parts.prompt.value.span);
    if (textOf(last.get('role')) !== 'assistant') chat.push(message('assistant', gold()));
    return chat;
  }
  const [input, ...more] = parts.reader.inputColumns;
  if (!input || more.length > 0) throw new PyError('ValueError', '');
  const given = entry.entries.get(hashOf(input))?.value ?? new NoneValue(nowhere);
  return [message('user', given), message('assistant', gold())];
}

/** A prompt list as messages: bare text is the user's, roles other than SYSTEM, HUMAN and BOT are left out. */
function messagesOf(prompt: Value): DictValue[] {
  if (prompt.kind === 'str') return [message('user', prompt)];
  const messages: DictValue[] = [];
  for (const item of prompt.kind === 'list' ? prompt.items : []) {
    if (holds(item, 'section')) continue;
    if (item.kind === 'str' && item.text !== '') messages.push(message('user', item));
    else {
      const role = openAiRoles.get(textOf(field(item, 'role')) ?? '');
      if (role) messages.push(message(role, field(item, 'prompt')));
    }
  }
  return messages;
}

/** The text of a message: '' where it has none. */
export function contentOf(item: Value): Value {
  const content = item.kind === 'dict' ? item.get('content') : undefined;
  if (isAbsentOrNone(content)) return frameworkText('', say`no content`);
  return withPlaceholder(content);
}
