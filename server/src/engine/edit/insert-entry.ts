import { assumedLanguage, type Language } from '../core/language.js';
import type { TextEdit } from '../core/text-edit.js';
import type { DictValue } from '../core/value.js';
import { readDisplay, type Display } from './display.js';
import { insertBlockEntry } from './insert-block-entry.js';
import { lineStartOf } from '../core/line-start.js';
import { lineBreakOf, lineEndOf, literalIn } from './language.js';

/**
 * The edit that adds an entry at the end of a dict as it is written: `dict(…)`, `{…}`, a YAML mapping, a JSON object. Keeps the layout: one line or
 * many, indentation, comma behind the last entry, comments.
 * @param text the document that `dict.span` refers to @param key a plain name
 * @param literal the value as Python writes it @returns undefined where the text at the span is not the dict itself, or a sure edit is impossible
 */
export function insertEntry(text: string, dict: DictValue, key: string, literal: string): TextEdit | undefined {
  const language = assumedLanguage(dict.span.file);
  const value = literalIn(language, literal);
  if (value === undefined || !/^[A-Za-z_]\w*$/.test(key)) return undefined;
  const { start, end } = dict.span;
  if (language === 'yaml' && text[start] !== '{') return insertBlockEntry(text, dict, `${key}: ${value}`);
  const display = readDisplay(text, start, end);
  if (!display) return undefined;
  const entry = entryText(text, display, language, key, value);
  return { span: { file: dict.span.file, ...placed(text, display, entry).at }, newText: placed(text, display, entry).newText };
}

/**
 * The edit that makes a member of a JSON object what it shall be: its value is replaced, or the member is added at the end. All else stays as it is written.
 * @param text the document that `dict.span` refers to @param json the value, as JSON
 * @returns undefined where the text at the span is not the object itself
 */
export function setMember(text: string, dict: DictValue, key: string, json: string): TextEdit | undefined {
  const { file, start, end } = dict.span;
  const there = dict.entry(key);
  if (there) return { span: there.valueSpan, newText: json };
  const display = readDisplay(text, start, end);
  const put = display && placed(text, display, `${JSON.stringify(key)}: ${json}`);
  return put && { span: { file, ...put.at }, newText: put.newText };
}

function entryText(text: string, display: Display, language: Language, key: string, value: string): string {
  if (display.kind === 'call') return `${key}=${value}`;
  if (language === 'yaml') return `${key}: ${value}`;
  const quote = language === 'json' || text[display.entries[0]?.start ?? 0] === '"' ? '"' : "'";
  return `${quote}${key}${quote}: ${value}`;
}

interface Placed {
  readonly at: { readonly start: number; readonly end: number };
  readonly newText: string;
}

function placed(text: string, display: Display, entry: string): Placed {
  const last = display.entries[display.entries.length - 1];
  if (!last) return { at: { start: display.open, end: display.open }, newText: entry };
  const ownLine = text.slice(lineStartOf(text, last.start), last.start).trim() === '';
  const end = display.comma ?? last.end;
  if (!ownLine && !closesOnOwnLine(text, display)) {
    return { at: { start: end, end }, newText: display.comma === undefined ? `, ${entry}` : ` ${entry},` };
  }
  return onNewLine(text, display, entry, last.start, end);
}

/** Below the last entry; a comment behind that stays with it, so the edit replaces the rest of the line. */
function onNewLine(text: string, display: Display, entry: string, lastStart: number, end: number): Placed {
  const indent = /^[ \t]*/.exec(text.slice(lineStartOf(text, lastStart), lastStart))![0];
  const lineEnd = Math.min(lineEndOf(text, end), closesOnOwnLine(text, display) ? Infinity : end);
  const comma = display.comma === undefined ? '' : ',';
  const before = display.comma === undefined ? ',' : '';
  return { at: { start: end, end: lineEnd }, newText: `${before}${text.slice(end, lineEnd)}${lineBreakOf(text)}${indent}${entry}${comma}` };
}

function closesOnOwnLine(text: string, display: Display): boolean {
  return text.slice(lineStartOf(text, display.close), display.close).trim() === '';
}
