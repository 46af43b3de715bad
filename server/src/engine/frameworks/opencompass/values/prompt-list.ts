import { PyError } from '../../../core/errors.js';
import { pushAll } from '../../../core/push-all.js';
import { say } from '../../../core/say.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { DictValue, ListValue, StrValue, type Value } from '../../../core/value.js';
import { Fault } from './fault.js';
import { checkLength } from './prompt-limits.js';
import { holdsItem, isTruthy, iterate, noAttribute, withEntry, withPlaceholder } from './python-value.js';
import type { Row } from './row.js';
import { checkColumnNames, safeFormat } from './safe-format.js';

/**
 * The framework's own list between template and model: text, turns (dicts with role and prompt) and section markers, in order.
 * OpenCompass 0.5.3 `utils/prompt.py`.
 */
export class PromptList extends ListValue {}

/** `list += other`: a list is appended item by item, a text as one item, a dict by its keys; what is false adds nothing. */
export function extend(list: PromptList, other: Value): void {
  const value = withPlaceholder(other);
  if (!isTruthy(value)) return;
  if (value.kind === 'str') list.items.push(value);
  else for (const item of iterate(value)) list.items.push(withPlaceholder(item));
}

/** `list + other`, as a new list. */
export function joinedList(list: PromptList, other: Value): PromptList {
  const value = withPlaceholder(other);
  const sum = new PromptList([...list.items], list.span);
  if (!isTruthy(value)) return sum;
  if (value.kind === 'str') sum.items.push(value);
  else if (value.kind === 'list') pushAll(sum.items, value.items);
  else throw new PyError('TypeError', `can only concatenate list (not "${typeName(value)}") to list`, value.span);
  return sum;
}

/**
 * Replaces `token` in every text and in every turn's prompt. A PromptList in place of a token splits the text around it; within a turn it
 * is an error. In place of a plain list (examples of a RawPromptTemplate) a text vanishes altogether.
 */
function replaceToken(list: PromptList, token: StrValue, replacement: Value): PromptList {
  const result = new PromptList([], list.span);
  for (const item of list.items) {
    if (item.kind === 'str') replaceInText(item, token, replacement, result.items);
    else if (item.kind === 'dict') result.items.push(replaceInTurn(item, token, replacement));
    else result.items.push(replaceIn(item, token, replacement));
  }
  return result;
}

function replaceInText(item: StrValue, token: StrValue, replacement: Value, result: Value[]): void {
  if (replacement.kind === 'str') result.push(replaceIn(item, token, replacement));
  else if (replacement instanceof PromptList) splice(item, token, replacement, result);
}

function splice(item: StrValue, token: StrValue, replacement: PromptList, result: Value[]): void {
  if (token.text === '') throw new PyError('ValueError', 'empty separator', token.span);
  let from = 0;
  const push = (end: number): void => {
    if (end > from) result.push(new StrValue(item.traced.slice(from, end), item.span));
  };
  for (let at = item.text.indexOf(token.text); at >= 0; at = item.text.indexOf(token.text, from)) {
    push(at);
    pushAll(result, replacement.items);
    from = at + token.text.length;
  }
  push(item.text.length);
}

function replaceInTurn(item: DictValue, token: StrValue, replacement: Value): DictValue {
  const given = item.get('prompt');
  if (!given) return item;
  const prompt = withPlaceholder(given);
  if (!holdsItem(prompt, token)) return item;
  if (replacement instanceof PromptList)
    throw new Fault(
      'examples-in-turn',
      'TypeError',
      `Found keyword ${token.text} in a dictionary's prompt key. Cannot replace with a PromptList.`,
      prompt.span,
    );
  return withEntry(item, 'prompt', replaceIn(prompt, token, replacement));
}

/** `value.replace(token, replacement)`. */
export function replaceIn(value: Value, token: StrValue, replacement: Value): Value {
  const text = withPlaceholder(value);
  const put = withPlaceholder(replacement);
  if (text instanceof PromptList) return replaceToken(text, token, put);
  if (text.kind !== 'str') throw noAttribute(text, 'replace');
  if (put.kind !== 'str') {
    const name = put instanceof PromptList ? 'PromptList' : typeName(put);
    throw new PyError('TypeError', `replace() argument 2 must be str, not ${name}`, text.span);
  }
  if (put.text !== '' && token.text !== '')
    checkLength(text.text.length + put.text.length * (text.text.split(token.text).length - 1), text);
  const replaced = text.traced.replace(token.text, put.traced);
  return replaced === text.traced ? text : new StrValue(replaced, text.span);
}

/** Puts a row's columns into every text and every turn's prompt; other keys of a turn stay as written. */
export function formatColumns(list: PromptList, row: Row): PromptList {
  checkColumnNames(row, 'PromptList.format', 'self');
  const result = new PromptList([], list.span);
  for (const item of list.items) {
    if (item.kind !== 'dict') result.items.push(safeFormat(item, row));
    else {
      const prompt = item.get('prompt');
      result.items.push(prompt ? withEntry(item, 'prompt', safeFormat(prompt, row)) : item);
    }
  }
  return result;
}

/** The marker of a section's begin or end. */
export function marker(section: string, pos: 'begin' | 'end', near: Value): DictValue {
  const dict = new DictValue(near.span);
  dict.set('section', new StrValue(TracedText.of(section, { kind: 'framework', what: say`section marker` }), near.span));
  dict.set('pos', new StrValue(TracedText.of(pos, { kind: 'framework', what: say`section marker` }), near.span));
  return dict;
}

/** Whether an item is one of the framework's section markers. */
export function isMarker(item: Value): boolean {
  return item.kind === 'dict' && item.get('section') !== undefined;
}
