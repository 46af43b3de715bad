import { insertEntry, insertIntoString, removeTrailingComma, renameKey } from '../../edit/index.js';
import type { DictEntry, DictValue, ListValue, StrValue, TupleValue, Value } from '../../core/value.js';
import type { CheckContext, Fix } from '../../frameworks/face/rule.js';
import type { Span } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';
import { quoted } from './words.js';
import { say } from '../../core/say.js';

type Texts = Pick<CheckContext, 'text'>;

/** A fix of one edit, or none where no sure edit is possible. */
export function oneEdit(title: string, safe: boolean, edit: TextEdit | undefined): Fix[] {
  return edit ? [{ title, safe, edits: [edit] }] : [];
}

/** A fix that puts what is written at a place between two texts. */
export function surroundFix(title: string, span: Span, before: string, after: string): Fix[] {
  const edits = [
    { span: { ...span, end: span.start }, newText: before },
    { span: { ...span, start: span.end }, newText: after },
  ];
  return [{ title, safe: false, edits }];
}

/** A fix that adds an entry to a dict where it is written. `literal` is Python source. */
export function addEntryFix({ text }: Texts, dict: DictValue, key: string, literal: string, title: string, safe: boolean): Fix[] {
  return oneEdit(title, safe, insertEntry(text(dict.span.file), dict, key, literal));
}

export function renameKeyFix({ text }: Texts, entry: DictEntry, newName: string): Fix[] {
  return oneEdit(say`Rename to ${newName}`, false, renameKey(text(entry.keySpan.file), entry, newName));
}

export function removeCommaFix({ text }: Texts, tuple: TupleValue): Fix[] {
  return oneEdit(say`Remove the trailing comma`, true, removeTrailingComma(text(tuple.span.file), tuple));
}

/** A fix that puts another text between the quotes of a plain string literal; none where the string is written in any other way. */
export function replaceStringFix({ text }: Texts, value: Value, newText: string, title: string): Fix[] {
  if (value.kind !== 'str') return [];
  const source = text(value.span.file).slice(value.span.start, value.span.end);
  const quote = source[0];
  if ((quote !== "'" && quote !== '"') || source !== quote + value.text + quote)
    return source === value.text ? oneEdit(title, false, { span: value.span, newText }) : [];
  return oneEdit(title, false, { span: value.span, newText: quote + newText + quote });
}

/** A fix that takes the quotes from a number. @param float one with a point will do, too */
export function unquoteFix(texts: Texts, value: Value, float: boolean): Fix[] {
  const isNumber = value.kind === 'str' && (float ? /^\d+(?:\.\d+)?$/ : /^\d+$/).test(value.text);
  return isNumber ? plainValueFix(texts, value, value.text) : [];
}

/** A fix that writes a number or a flag in place of a text in quotes. */
export function plainValueFix({ text }: Texts, { text: quoted, span }: StrValue, plain: string): Fix[] {
  const source = text(span.file).slice(span.start, span.end);
  const isLiteral = /^(['"]).*\1$/.test(source) && source.slice(1, -1) === quoted;
  return isLiteral ? oneEdit(say`Change to ${plain}`, false, { span, newText: plain }) : [];
}

/** An edit that puts a token in front of a text template. */
export function prependToString({ text }: Texts, value: StrValue, token: string): TextEdit | undefined {
  return insertIntoString(text(value.span.file), value, 'start', token);
}

/** An edit that makes a token an item of a dialogue's `begin`: a new section, or behind the items that it has. */
export function addToBegin(context: Texts, dialogue: DictValue, token: string): TextEdit | undefined {
  const begin = dialogue.get('begin');
  if (!begin) return insertEntry(context.text(dialogue.span.file), dialogue, 'begin', quoted(token));
  if (begin.kind === 'str') return insertIntoString(context.text(begin.span.file), begin, 'end', token);
  return begin.kind === 'list' ? appendItem(context, begin, quoted(token)) : undefined;
}

/** Appends to a list written with brackets. */
function appendItem({ text }: Texts, list: ListValue, literal: string): TextEdit | undefined {
  const source = text(list.span.file);
  if (source[list.span.start] !== '[' || source[list.span.end - 1] !== ']') return undefined;
  const last = list.items.at(-1);
  if (!last) return { span: { file: list.span.file, start: list.span.start + 1, end: list.span.end - 1 }, newText: literal };
  if (last.span.file !== list.span.file || last.span.start < list.span.start || last.span.end > list.span.end) return undefined;
  return { span: { file: list.span.file, start: last.span.end, end: last.span.end }, newText: `, ${literal}` };
}
