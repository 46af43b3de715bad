import type { ChatResult } from '../../chat/index.js';
import type { Stage, Turn } from '../../prompt/rendered-prompt.js';
import { pyRepr, pyStr } from '../../python/semantics.js';
import { TracedText } from '../../text/traced-text.js';
import { textOf, type DictValue, type Value } from '../../value.js';
import { textOrHole } from './holes.js';
import type { ChatMessage, Message } from './task-prompt.js';

const kinds: Readonly<Record<string, Turn['kind']>> = { system: 'system', user: 'user', assistant: 'assistant' };

/** The row that is asked about, a turn for each column. */
export function rowStage(doc: DictValue): Stage {
  const turns = [...doc.entries.values()].map(({ key, value }): Turn => ({ who: pyStr(key).text, kind: 'other', text: textOrHole(value) }));
  return { id: 'row', title: 'Row', summary: counted(turns.length, 'column'), turns };
}

/** The turns of the examples, as they stand in front of the question. */
export function examplesStage(messages: readonly Message[], shown: number, exact: boolean): Stage {
  const turns = turnsOfMessages(messages).filter(({ shot }) => shot !== undefined);
  return { id: 'examples', title: 'Examples', summary: exact ? counted(shown, 'shot') : `${counted(shown, 'shot')}, a stand-in`, turns };
}

/** The messages before they become a text. */
export function messagesStage(messages: readonly Message[], summary: string): Stage {
  return { id: 'prompt-list', title: 'Messages', summary, turns: turnsOfMessages(messages) };
}

/** Where the harness raises instead of building a prompt. */
export function errorStage(error: Stage['error']): Stage {
  return { id: 'prompt-list', title: 'Messages', summary: 'raises', turns: [], ...(error && { error }) };
}

/** A prompt that cannot be known. */
export function unknownStage(reason: string): Stage {
  return { id: 'prompt-list', title: 'Messages', summary: 'unknown', turns: [], unknown: reason };
}

/** A turn a message, with the delimiter that follows it in plain text. */
export function turnsOfMessages(messages: readonly Message[]): Turn[] {
  return messages.map(({ role, text, delimiter }) => turnOf(role, text.concat(delimiter)));
}

/** A turn a message of a chat. */
export function turnsOfChat(messages: readonly ChatMessage[]): Turn[] {
  return messages.map(({ role, text }) => turnOf(role, text));
}

function turnOf(role: string, text: TracedText): Turn {
  const note = text.pieces.find((piece) => piece.note?.shot !== undefined)?.note;
  // Delimiters, and what a chat template adds, belong to no example.
  const whole = text.pieces.every((piece) => piece.note?.part !== 'prompt' || piece.note.shot === note?.shot);
  const shot = whole ? note?.shot : undefined;
  const row = note?.shotRow === undefined ? '' : ` · row ${String(note.shotRow)}`;
  return { who: role, kind: kinds[role] ?? 'other', text, ...(shot !== undefined && { shot, detail: `shot ${String(shot)}${row}` }) };
}

/** The text that a chat template makes, cut into what belongs to which message. */
export function turnsOfTemplate(result: ChatResult, messages: readonly ChatMessage[]): Turn[] {
  return result.parts.map((part): Turn => {
    const text = result.text.slice(part.start, part.end);
    const roles = [...new Set(part.messages.map((i) => messages[i]!.role))];
    const [role] = roles;
    if (role === undefined) return { who: 'template', kind: 'meta', text };
    return { ...turnOf(role, text), who: roles.join(', ') };
  });
}

/** What is scored. */
export function scoredTurn(who: string, text: TracedText, detail: string | undefined): Turn {
  return { who, kind: 'assistant', text: text.noted({ scored: true }), ...(detail !== undefined && { detail }) };
}

/** The last turn ends where the model starts to write. */
export function generating(turns: readonly Turn[]): Turn[] {
  const last = turns.at(-1) ?? { who: 'text', kind: 'other' as const, text: TracedText.empty };
  return [...turns.slice(0, -1), { ...last, generates: true }];
}

/** `until "\n\n" · max_gen_toks 256`. */
export function generationSummary(settings: Value | undefined): string {
  if (settings?.kind !== 'dict') return '';
  return [...settings.entries.values()].map(({ key, value }) => `${pyStr(key).text} ${shortly(value)}`).join(' · ');
}

function shortly(value: Value): string {
  if (value.kind === 'list') return value.items.length === 0 ? '[]' : value.items.map(shortly).join(', ');
  return value.kind === 'unknown' ? '?' : textOf(value) === undefined ? pyStr(value).text : pyRepr(value).text;
}

/** `1 column`, `2 columns`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
