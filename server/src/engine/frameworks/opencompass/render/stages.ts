import { once } from '../../../core/once.js';
import { chatTurn, generating as marked } from '../../../prompt/chat-turns.js';
import { counted } from '../../../prompt/counted.js';
import type { Output, RenderError, Stage, StageId, Turn } from '../../../prompt/rendered-prompt.js';
import { grouped } from '../../../core/grouped.js';
import { say } from '../../../core/say.js';
import { pyStr } from '../../../python/runtime/semantics.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { openAiRole } from '../infer/chat.js';
import type { Parsed } from '../parse/parser.js';
import type { CaseParts } from './render-case.js';
import { columnText } from '../values/row.js';
import type { Retriever } from '../retrieve/retriever.js';
import { answerTurn, textOfItem, turnsOfItems, turnsOfText } from '../parse/turns.js';
import type { RoleKinds } from '../parse/turn-kind.js';

const titles: Readonly<Record<StageId, string>> = {
  row: say`Row`,
  examples: say`Examples`,
  'prompt-list': say`Prompt list`,
  'meta-template': say`Meta template`,
  messages: say`Messages`,
  'chat-template': say`Chat template`,
  requests: say`Requests`,
};

/** Which of our stages shows an error of the framework's. */
const stageOfError: Readonly<Record<RenderError['stage'], StageId>> = {
  reader: 'row',
  template: 'prompt-list',
  retriever: 'examples',
  labels: 'prompt-list',
  ice: 'examples',
  prompt: 'prompt-list',
  meta: 'meta-template',
  parse: 'meta-template',
  chat: 'chat-template',
};

/** A stage whose turns are made when they are asked for: whoever wants to know only whether a prompt can be made needs none. */
function lazyStage(stage: Omit<Stage, 'turns' | 'summary'>, make: () => Pick<Stage, 'turns' | 'summary'>): Stage {
  const made = once(make);
  return {
    ...stage,
    get turns() {
      return made().turns;
    },
    get summary() {
      return made().summary;
    },
  };
}

/** The stage in which the framework raises. */
export function errorStage(error: RenderError): Stage {
  return { ...emptyStage(stageOfError[error.stage], say`raises`), error };
}

/** A stage that cannot be known. */
export function unknownStage(id: StageId, reason: string): Stage {
  return { ...emptyStage(id, say`unknown`), unknown: reason };
}

function emptyStage(id: StageId, summary: string): Stage {
  return { id, title: titles[id], summary, turns: [] };
}

/** The test row, a turn for each column. */
export function rowStage(test: DictValue, parts: CaseParts, masks: boolean): Stage {
  const inputs = new Set(parts.reader?.inputColumns.map((column) => textOf(column)));
  const output = parts.reader?.outputColumn?.text;
  const turns = [...test.entries.values()].map(({ key, value }): Turn => {
    const name = pyStr(key).text;
    const detail =
      name === output ? (masks ? say`output column, masked` : say`output column`) : inputs.has(name) ? say`input column` : undefined;
    const text = columnText({ split: 'test', index: 0, columns: test }, name, value);
    return { who: name, kind: 'other', text, ...(detail !== undefined && { detail }) };
  });
  return { id: 'row', title: titles.row, summary: counted(turns.length, 'column'), turns };
}

/** The in-context examples before they are put into the prompt. */
export function examplesStage(retriever: Retriever, examples: Value | undefined, roles: RoleKinds): Stage {
  const turns = (): Turn[] =>
    examples?.kind === 'str' ? turnsOfText(examples.traced, roles) : examples?.kind === 'list' ? turnsOfItems(examples.items, roles) : [];
  return lazyStage({ id: 'examples', title: titles.examples }, () => ({
    summary: idsInWords(retriever),
    turns: retriever.ids.length === 0 ? [] : turns(),
  }));
}

function idsInWords(retriever: Retriever): string {
  const ids = retriever.ids.map((id) => pyStr(id).text);
  if (ids.length === 0) return say`none`;
  const run = ids.every((id, i) => Number(id) === Number(ids[0]) + i) && ids.length > 2;
  const words = run ? say`ids ${ids[0]!}–${ids.at(-1)!}` : say`ids ${ids.join(', ')}`;
  const shown = retriever.left === undefined ? words : say`${words} and ${grouped(retriever.left)} more`;
  return retriever.standIn ? say`${shown}, a stand-in` : shown;
}

/** The prompt as it leaves the template. */
export function promptListStage(raw: Value, roles: RoleKinds): Stage {
  if (raw.kind === 'str')
    return lazyStage({ id: 'prompt-list', title: say`Prompt` }, () => ({ summary: say`a text`, turns: turnsOfText(raw.traced, roles) }));
  return lazyStage({ id: 'prompt-list', title: titles['prompt-list'] }, () => {
    const turns = raw.kind === 'list' ? turnsOfItems(raw.items, roles) : [];
    return { summary: counted(turns.length, 'item'), turns };
  });
}

/** The prompt as it leaves the parser. `summary` says what the meta template did; `answersApart` whether even a text is answered in a message of its own. */
export function parsedStage(parsed: Parsed, generating: boolean, roles: RoleKinds, summary: string, answersApart: boolean): Stage {
  return lazyStage({ id: 'meta-template', title: titles['meta-template'] }, () => {
    const turns = turnsOfParsed(parsed.value, roles);
    return { summary, turns: generating ? withAnswer(turns, parsed, roles, answersApart) : turns };
  });
}

function turnsOfParsed(value: Value, roles: RoleKinds): Turn[] {
  if (value.kind === 'str') return turnsOfText(value.traced, roles);
  return value.kind === 'list' ? turnsOfItems(value.items, roles) : [];
}

/** What leaves the model class: messages, or the one text that it makes of them. */
export function messagesStage(output: Output, generating: boolean, roles: RoleKinds): Stage {
  if (output.kind === 'text') {
    const turns = turnsOfText(output.text, roles);
    return { id: 'messages', title: say`Text`, summary: say`as it is sent`, turns: generating ? marked(turns) : turns };
  }
  const turns = output.messages.map(({ role, text }) => chatTurn(role === '' ? say`no role` : role, text));
  return {
    id: 'messages',
    title: titles.messages,
    summary: counted(turns.length, 'message'),
    turns: generating ? [...turns, answerTurn('assistant')] : turns,
  };
}

/** Marks where the model starts to write: behind the text, or in a message of its own. */
function withAnswer(turns: readonly Turn[], parsed: Parsed, roles: RoleKinds, answersApart: boolean): Turn[] {
  const role = textOf(parsed.generateRole?.get('role'));
  const last = turns.at(-1);
  if (answersApart || parsed.value.kind !== 'str')
    return [...turns, answerTurn(textOf(parsed.generateRole?.get('api_role')) ?? answererOf(parsed.value))];
  const isOwn = role !== undefined && (last?.who === role || last?.who === openAiRole(role));
  const isAnswer = role === undefined || (isOwn && last?.text.pieces.at(-1)?.note?.part === 'role-begin');
  if (!last || !isAnswer) return [...turns, answerTurn(role ?? 'BOT')];
  const detail = role === undefined ? last.detail : say`generate`;
  const kind = role === undefined ? last.kind : roles.kindOf(role);
  return [...turns.slice(0, -1), { ...last, kind, ...(detail !== undefined && { detail }), generates: true }];
}

/** Plain messages name their roles as services do. */
function answererOf(messages: Value): string {
  const [first] = messages.kind === 'list' ? messages.items : [];
  return first?.kind === 'dict' && first.get('content') ? 'assistant' : 'BOT';
}

/** What the model class is given: a text, or messages. A text for a chat model is one message of the user's. */
export function outputOf(value: Value, isChat: boolean): Output {
  if (value.kind === 'str' && !isChat) return { kind: 'text', text: value.traced };
  if (value.kind === 'str') return { kind: 'messages', messages: [{ role: 'HUMAN', text: value.traced }] };
  const items = value.kind === 'list' ? value.items : [];
  return { kind: 'messages', messages: items.map((item) => ({ role: roleOf(item), text: textOfItem(item) })) };
}

function roleOf(item: Value): string {
  const role = item.kind === 'dict' ? item.get('role') : undefined;
  return role ? pyStr(role).text : '';
}
