import { chatTurn } from '../../../prompt/chat-turns.js';
import { counted } from '../../../prompt/counted.js';
import type { Stage, Turn } from '../../../prompt/rendered-prompt.js';
import { pyRepr, pyStr } from '../../../python/runtime/semantics.js';
import type { TracedText } from '../../../core/traced-text.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { textOrPlaceholder } from '../../../python/runtime/unknown-text.js';
import type { HarnessMessage, Message, TaskRequestToModel } from './task-prompt.js';
import { say } from '../../../core/say.js';

/** The row that is asked about, a turn for each column. */
export function taskRowStage(doc: DictValue): Stage {
  const turns = [...doc.entries.values()].map(({ key, value }): Turn => ({
    who: pyStr(key).text,
    kind: 'other',
    text: textOrPlaceholder(value),
  }));
  return { id: 'row', title: say`Row`, summary: counted(turns.length, 'column'), turns };
}

/** The turns of the examples, as they stand in front of the question. */
export function taskExamplesStage(messages: readonly Message[], shown: number, exact: boolean): Stage {
  const turns = turnsOfMessages(messages).filter(({ shot }) => shot !== undefined);
  return {
    id: 'examples',
    title: say`Examples`,
    summary: exact ? counted(shown, 'shot') : say`${counted(shown, 'shot')}, a stand-in`,
    turns,
  };
}

/** The messages before they become a text. */
export function taskMessagesStage(messages: readonly Message[], summary: string): Stage {
  return { id: 'prompt-list', title: say`Messages`, summary, turns: turnsOfMessages(messages) };
}

/** Where the harness raises instead of building a prompt. */
export function taskErrorStage(error: Stage['error']): Stage {
  return { id: 'prompt-list', title: say`Messages`, summary: say`raises`, turns: [], ...(error && { error }) };
}

/** A prompt that cannot be known. */
export function taskUnknownStage(reason: string): Stage {
  return { id: 'prompt-list', title: say`Messages`, summary: say`unknown`, turns: [], unknown: reason };
}

/** A turn a message, with the delimiter that follows it in plain text. */
export function turnsOfMessages(messages: readonly Message[]): Turn[] {
  return messages.map(({ role, text, delimiter }) => chatTurn(role, text.concat(delimiter)));
}

/** A turn a message of a chat. */
export function turnsOfChat(messages: readonly HarnessMessage[]): Turn[] {
  return messages.map(({ role, text }) => chatTurn(role, text));
}

/** What is scored. */
export function scoredTurn(who: string, text: TracedText, detail: string | undefined): Turn {
  return { who, kind: 'assistant', text: text.noted({ scored: true }), ...(detail !== undefined && { detail }) };
}

/**
 * What of a request is scored, and what comes of it: a sentence. Undefined where the model goes on from it. lm-evaluation-harness 0.4.13 `api/model.py` (`_encode_pair`), `api/task.py`
 * (`process_results`).
 * @param choices how many requests a row has, of which one is the answer
 * @param spaceBefore whether what stands in front of the scored text ends in white space
 */
export function scoredWords(type: TaskRequestToModel['type'], choices: number, spaceBefore: boolean): string | undefined {
  if (type === 'generate_until') return undefined;
  if (type === 'loglikelihood_rolling') return say`Scored: the whole text, from its first token on.`;
  const what = say`Scored: the underlined text, given what is in front of it.`;
  const space = spaceBefore ? say` White space in front is scored with it.` : '';
  return choices > 1 ? say`${what}${space} The most likely one is the answer.` : `${what}${space}`;
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
