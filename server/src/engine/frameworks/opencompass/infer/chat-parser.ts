import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { typeName } from '../../../python/runtime/semantics.js';
import type { ListValue } from '../../../core/value.js';
import { DictValue, textOf, type Value } from '../../../core/value.js';
import { contentOf, historyOf, openAiRole } from './chat.js';
import { textOr } from '../parse/meta-roles.js';
import type { Parsed, Parser } from '../parse/parser.js';
import { PromptList } from '../values/prompt-list.js';
import {
  add,
  field,
  frameworkText,
  hashOf,
  isTruthy,
  iterate,
  raisedKeyError,
  notedText,
  withPlaceholder,
} from '../values/python-value.js';
import { hasMeta } from '../parse/sections.js';

/**
 * The chat inferencers replace the model's parser by their own, which knows no rounds and no generate role. OpenCompass 0.5.3
 * `openicl/icl_inferencer/icl_chat_inferencer.py`, `LMTemplateParser`.
 */
export class ChatLmParser implements Parser {
  /** By `keyOf` of the chat inferencer's name of the role. */
  private readonly roles: ReadonlyMap<string, DictValue>;

  constructor(meta: Value | undefined) {
    this.roles = hasMeta(meta) ? rolesOf(meta) : new Map();
  }

  parse(chat: Value): Parsed {
    const history = historyOf(asList(chat));
    // An empty history is taken for an empty batch.
    if (history.items.length === 0) return { value: history };
    if (this.roles.size === 0) return { value: this.joined(history) };
    let text: Value = frameworkText('', 'start');
    history.items.forEach((item, turn) => {
      const name = field(item, 'role');
      const role = this.roles.get(hashOf(name));
      const note = { role: textOf(name) ?? '', turn };
      text = add(text, notedText(orEmpty(role, 'begin'), { ...note, part: 'role-begin' }), '+=');
      text = add(text, notedText(contentOf(item), { ...note, part: 'prompt' }), '+=');
      text = add(text, notedText(orEmpty(role, 'end'), { ...note, part: 'role-end' }), '+=');
    });
    const assistant = this.roles.get(hashOf(frameworkText('assistant', 'role')));
    if (!assistant) throw new PyError('KeyError', "'assistant'");
    const begin = notedText(orEmpty(assistant, 'begin'), { role: 'assistant', turn: history.items.length, part: 'role-begin' });
    return { value: add(text, begin, '+='), generateRole: assistant };
  }

  private joined(history: ListValue): Value {
    let text: Value = frameworkText('', 'start');
    history.items.forEach((item, turn) => {
      const role = textOf(field(item, 'role'));
      if (turn > 0)
        text = add(
          text,
          notedText(frameworkText('\n', say`line break between turns, as there is no meta template`), { part: 'separator' }),
          '+=',
        );
      text = add(text, notedText(contentOf(item), { ...(role !== undefined && { role }), turn, part: 'prompt' }), '+=');
    });
    return text;
  }
}

/** As above for API models: messages with the meta template's api_role. */
export class ChatApiParser implements Parser {
  private readonly roles: ReadonlyMap<string, DictValue>;

  constructor(meta: Value | undefined) {
    this.roles = hasMeta(meta) ? rolesOf(meta) : defaultRoles;
  }

  parse(chat: Value): Parsed {
    const history = historyOf(asList(chat));
    if (history.items.length === 0) return { value: history };
    const messages = history.items.map((item, turn) => {
      const given = field(item, 'role');
      const role = this.roles.get(hashOf(given));
      const result = new DictValue(item.span);
      result.set('role', role ? withPlaceholder(field(role, 'api_role')) : given);
      result.set('prompt', notedText(contentOf(item), { role: textOf(given) ?? '', turn, part: 'prompt' }));
      return result;
    });
    return { value: new PromptList(messages, history.span) };
  }
}

function asList(chat: Value): ListValue {
  if (chat.kind === 'list') return chat;
  throw new PyError('AssertionError', '', chat.span);
}

/** `role.get(key) or ''`. */
function orEmpty(role: DictValue | undefined, key: string): Value {
  if (!role) return frameworkText('', 'nothing');
  const value = withPlaceholder(textOr(role, key));
  return isTruthy(value) ? value : frameworkText('', 'nothing');
}

function rolesOf(meta: Value): ReadonlyMap<string, DictValue> {
  if (meta.kind !== 'dict') throw new PyError('AttributeError', `'${typeName(meta)}' object has no attribute 'get'`, meta.span);
  const roles = new Map<string, DictValue>();
  for (const section of ['round', 'reserved_roles']) {
    const items = meta.get(section);
    for (const item of items ? iterate(items) : []) {
      const name = field(item, 'role');
      if (item.kind !== 'dict') throw raisedKeyError(name);
      roles.set(hashOf(name.kind === 'str' ? frameworkText(openAiRole(name.text), 'role') : name), item);
    }
  }
  return roles;
}

function defaultRole(apiRole: string): DictValue {
  const text = frameworkText(apiRole, say`role of the chat inferencer`);
  const role = new DictValue(text.span);
  role.set('api_role', text);
  return role;
}

const defaultRoles: ReadonlyMap<string, DictValue> = new Map(
  ['SYSTEM', 'HUMAN', 'BOT'].map((name) => [hashOf(frameworkText(openAiRole(name), 'role')), defaultRole(name)]),
);
