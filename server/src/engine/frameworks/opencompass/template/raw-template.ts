import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyStr, typeName } from '../../../python/runtime/semantics.js';
import type { StrValue } from '../../../core/value.js';
import { ListValue, type DictValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { argument, checkArguments } from '../values/arguments.js';
import { holdsItem, field, frameworkText, holds, isTruthy, same, subscriptOf, withEntry, withPlaceholder } from '../values/python-value.js';
import type { Row } from '../values/row.js';
import { safeFormat } from '../values/safe-format.js';
import type { Template } from './template.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

const roles = new Set(['system', 'user', 'assistant']);

/**
 * Messages that pass the framework as they are: `RawPromptTemplate`. The answer is not masked, the label has no effect, and it has no
 * `template` attribute. OpenCompass 0.5.3 `openicl/icl_raw_prompt_template.py`.
 */
export class RawPromptTemplate implements Template {
  readonly className = 'RawPromptTemplate';
  readonly promptType = 'raw_messages';
  readonly template = undefined;
  readonly iceToken: StrValue | undefined;
  private readonly token: Value;
  private readonly messages: readonly Value[];
  private readonly fillsColumns: boolean;

  /** @throws PyError what the constructor raises on malformed messages */
  constructor(readonly value: DictValue) {
    checkArguments(value, 'RawPromptTemplate', ['messages'], ['format_variables', 'ice_token']);
    this.messages = checkedMessages(field(value, 'messages'));
    this.fillsColumns = isTruthy(argument(value, 'format_variables', frameworkText('True', 'default')));
    this.token = argument(value, 'ice_token', frameworkText('</E>', say`default ice token`));
    // Any other object counts as "given" where the framework asks whether there is a token.
    if (this.token.kind !== 'none') this.iceToken = this.token.kind === 'str' ? this.token : frameworkText('', say`ice token`);
  }

  iceItem(row: Row): Value {
    return this.list(this.messages.flatMap((message) => (message.kind === 'dict' ? this.message(message, row) : [])));
  }

  item(row: Row, _outputColumn: string | undefined, _maskToken: Value, ice: Value): Value {
    return this.list(
      this.messages.flatMap((message) => {
        if (message.kind === 'dict') return this.message(message, row);
        if (message.kind !== 'str' || !same(message, this.token) || !isTruthy(ice)) return [];
        return ice.kind === 'list' ? ice.items : [];
      }),
    );
  }

  labelItem(row: Row): Value {
    return this.item(row, undefined, frameworkText('', 'mask'), frameworkText('', say`no examples`));
  }

  private list(items: Value[]): ListValue {
    return new ListValue(items, this.value.get('messages')?.span ?? nowhere);
  }

  private message(message: DictValue, row: Row): readonly Value[] {
    if (holds(message, 'expand_column')) return expanded(field(message, 'expand_column'), row);
    const content = message.get('content');
    if (!this.fillsColumns || !content) return [message];
    const text = withPlaceholder(content);
    return [text.kind === 'str' ? withEntry(message, 'content', safeFormat(text, row)) : message];
  }
}

/** The messages that a column of the row holds; none where the column is absent or no list. */
function expanded(column: Value, row: Row): readonly Value[] {
  if (!holdsItem(row.columns, column)) return [];
  const value = subscriptOf(row.columns, column);
  if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
  return value.kind === 'list' ? value.items : [];
}

function checkedMessages(messages: Value): readonly Value[] {
  if (messages.kind === 'unknown') throw new UnknownPrompt(messages.reason, messages.span);
  if (messages.kind !== 'list') throw new PyError('TypeError', `messages must be a list, got ${classText(messages)}`, messages.span);
  messages.items.forEach((message, i) => checkMessage(message, `messages[${String(i)}]`));
  return messages.items;
}

function checkMessage(message: Value, name: string): void {
  if (message.kind === 'str') return;
  if (message.kind === 'unknown') throw new UnknownPrompt(message.reason, message.span);
  if (message.kind !== 'dict') throw new PyError('TypeError', `${name} must be a dict or str, got ${classText(message)}`, message.span);
  if (message.get('expand_column')) return;
  for (const key of ['role', 'content'])
    if (!message.get(key)) throw new PyError('ValueError', `${name} missing '${key}' key`, message.span);
  const role = field(message, 'role');
  if (role.kind === 'unknown') throw new UnknownPrompt(role.reason, role.span);
  if (role.kind === 'list' || role.kind === 'dict' || role.kind === 'set')
    throw new PyError('TypeError', `unhashable type: '${typeName(role)}'`, role.span);
  if (role.kind !== 'str' || !roles.has(role.text))
    throw new PyError('ValueError', `${name} has invalid role: ${pyStr(role).text}`, role.span);
}

function classText(value: Value): string {
  return `<class '${typeName(value)}'>`;
}
