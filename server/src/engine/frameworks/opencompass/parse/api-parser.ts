import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyRepr, pyStr } from '../../../python/runtime/semantics.js';
import type { Span } from '../../../core/span.js';
import type { Note } from '../../../core/traced-text.js';
import { DictValue, ListValue, NoneValue, textOf, type Value } from '../../../core/value.js';
import { Fault } from '../values/fault.js';
import { exampleNote, joinTurns, roleNote } from './join-turns.js';
import { mergeMessages } from './list-meta.js';
import {
  collectRoles,
  generates,
  mergedRole,
  rolesWithTurns,
  roundPositions,
  shown,
  splitRounds,
  textOr,
  type MetaChecks,
  type Roles,
} from './meta-roles.js';
import type { ParseMode, Parsed, Parser } from './parser.js';
import { PromptList } from '../values/prompt-list.js';
import { add, copyOfDict, field, frameworkText, hashOf, holds, notedText, same, withPlaceholder } from '../values/python-value.js';
import { hasMeta, walkSections } from './sections.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

const messageRoles = new Set(['system', 'user', 'assistant']);

/** What the frameworks' API parsers do differently. */
export interface ApiVariant {
  /** Whether plain messages pass as they are, and a meta template may be a list of them. */
  readonly plainMessages: boolean;
  /** Whether the meta template's begin is left out. */
  readonly withoutBegin?: boolean;
  /** What a turn says: the role with the turn's own entries, and the notes for the text of it. */
  content(role: DictValue, note: Note): Value;
  /** What is made of a prompt list without a meta template. */
  withoutMeta(prompt: PromptList): Value;
}

export const openCompassVariant: ApiVariant = { plainMessages: true, content: wrappedPrompt, withoutMeta: joinTurns };

/** A turn's prompt between the begin and the end of its role. */
export function wrappedPrompt(role: DictValue, note: Note): Value {
  let text = notedText(textOr(role, 'begin'), { ...note, part: 'role-begin' });
  text = add(text, notedText(textOr(role, 'prompt'), { ...note, part: 'prompt' }), '+=');
  return add(text, notedText(textOr(role, 'end'), { ...note, part: 'role-end' }), '+=');
}

/**
 * Turns a prompt list into the messages of a chat, for API and chat models. OpenCompass 0.5.3 `models/base_api.py`, `APITemplateParser`.
 */
export class ApiParser implements Parser {
  /** Undefined for a list-form meta template, which has no roles. */
  private readonly roles: Roles | undefined;

  /** @throws PyError what the constructor raises on a malformed meta template */
  constructor(
    private readonly meta: Value | undefined,
    private readonly variant: ApiVariant = openCompassVariant,
  ) {
    if (!hasMeta(meta)) this.roles = new Map();
    else if (meta.kind === 'list' && variant.plainMessages) checkMessages(meta);
    else this.roles = collectRoles(meta, checksOf(meta));
  }

  parse(prompt: Value, mode: ParseMode): Parsed {
    if (prompt.kind === 'str') return { value: prompt };
    if (prompt.kind !== 'list' && prompt.kind !== 'tuple') throw new Fault('prompt-type', 'AssertionError', '', prompt.span);
    if (this.variant.plainMessages && prompt.kind === 'list' && prompt.items.length > 0 && prompt.items.every(isMessage))
      return { value: this.messages(prompt) };
    if (prompt instanceof PromptList) return this.parseList(prompt, mode);
    return {
      value: new ListValue(
        prompt.items.map((item) => this.parse(withPlaceholder(item), mode).value),
        prompt.span,
      ),
    };
  }

  private messages(prompt: ListValue): Value {
    if (!hasMeta(this.meta) || this.meta.kind !== 'list') return prompt;
    return new ListValue(mergeMessages(this.meta.items, prompt.items), prompt.span);
  }

  private parseList(prompt: PromptList, mode: ParseMode): Parsed {
    if (!hasMeta(this.meta)) return { value: this.variant.withoutMeta(prompt) };
    const chat = new Chat(this.meta, this.roles, mode, this.variant);
    walkSections(prompt, chat);
    const messages = mergeNeighbours(chat.messages, prompt.span);
    const begin = textOr(this.meta, 'begin');
    if (hasMeta(begin) && !this.variant.withoutBegin) messages.items.unshift(notedMessage(begin));
    return { value: messages, ...(chat.generateRole && { generateRole: chat.generateRole }) };
  }
}

function isMessage(item: Value): boolean {
  return holds(item, 'role') && holds(item, 'content');
}

function checkMessages(meta: ListValue): void {
  const valid = meta.items.every((item) => {
    if (item.kind === 'unknown') throw new UnknownPrompt(item.reason, item.span);
    return item.kind === 'dict' && messageRoles.has(textOf(item.get('role')) ?? '');
  });
  if (!valid) throw new PyError('AssertionError', `meta_template is ${pyStr(meta).text}, not a list of dicts`, meta.span);
}

function checksOf(meta: Value): MetaChecks {
  const part = (key: string): string => (meta.kind === 'dict' ? shown(meta.get(key)) : '');
  return {
    roundMissing: () => `round is required in meta template, currently is ${shown(meta)}`,
    roundNoList: () => `currently round is ${part('round')}, not a list`,
    reservedNoList: () => `reserved_roles is ${part('reserved_roles')}, not a list`,
    badItem: (item) => `currently item is ${shown(item)}, not a str or dict`,
  };
}

/** The messages of one prompt as they come, section by section. A None stands where a generate role stopped in the begin section. */
class Chat {
  readonly messages: Value[] = [];
  generateRole: DictValue | undefined;
  private turnNumber = 0;

  constructor(
    private readonly meta: Value,
    private readonly roles: Roles | undefined,
    private readonly mode: ParseMode,
    private readonly variant: ApiVariant,
  ) {}

  /** Bare text is dropped, with a warning in the log where it is not blank. What is unknown might have been turns. */
  text(text: Value): void {
    if (text.kind !== 'str') return;
    for (const { origin } of text.traced.pieces) if (origin.kind === 'unknown') throw new UnknownPrompt(origin.reason, origin.span);
  }

  dialogue(items: readonly Value[], section: 'round' | 'ice'): boolean {
    const round = field(this.meta, 'round');
    if (round.kind !== 'list') throw new PyError('AssertionError', '', round.span);
    const positions = roundPositions(round.items);
    const rounds = splitRounds(items, (turn) => positionOf(turn, positions));
    let goOn = true;
    rounds.forEach((part, i) => {
      const filled = rolesWithTurns(this.knownRoles(), new ListValue([...part], round.span), false);
      const stops = this.mode === 'gen' && section === 'round' && i === rounds.length - 1;
      goOn = this.appendRound(round, filled, stops, exampleNote(part.find((turn) => turn.kind === 'dict')));
    });
    return goOn;
  }

  private appendRound(round: ListValue, filled: Roles, stops: boolean, example: Note): boolean {
    return round.items.every((item) => {
      if (item.kind === 'str')
        throw new Fault('meta-text-in-round', 'TypeError', 'Mixing str without explicit role is not allowed in API models!', item.span);
      const message = this.message(item, filled, stops, example);
      if (message) this.messages.push(message);
      return message !== undefined;
    });
  }

  turn(item: Value): boolean {
    const stops = this.mode === 'gen';
    const filled = rolesWithTurns(this.knownRoles(), item, false);
    const message = this.message(item, filled, stops, {});
    this.messages.push(message ?? new NoneValue(item.span));
    return message !== undefined;
  }

  private knownRoles(): Roles {
    if (this.roles) return this.roles;
    throw new PyError('AttributeError', "'APITemplateParser' object has no attribute 'roles'", this.meta.span);
  }

  /** Undefined where the role is the one to generate. */
  private message(item: Value, filled: Roles, stops: boolean, example: Note): DictValue | undefined {
    if (item.kind !== 'dict') throw new PyError('AttributeError', `'${item.kind}' object has no attribute 'get'`, item.span);
    const role = mergedRole(item, filled);
    if (stops && generates(role)) {
      this.generateRole = role;
      return undefined;
    }
    const note = { ...example, ...roleNote(item), turn: this.turnNumber++ };
    const message = new DictValue(item.span);
    message.set('role', notedText(field(role, 'api_role'), example));
    message.set('prompt', this.variant.content(role, note));
    return message;
  }
}

function positionOf(turn: Value, positions: ReadonlyMap<string, number>): number {
  const role = field(turn, 'role');
  const own = positions.get(hashOf(role));
  if (own !== undefined) return own;
  const fallback = turn.kind === 'dict' ? turn.get('fallback_role') : undefined;
  const other = fallback ? positions.get(hashOf(fallback)) : undefined;
  if (other !== undefined) return other;
  const text = `${pyStr(turn).text} neither has an appropriate role nor a fallback role.`;
  throw new Fault('turn-role', 'KeyError', pyRepr(frameworkText(text, 'message')).text, role.span);
}

/** Neighbours of one api role become one message, joined by a line break even where one of them is empty. */
function mergeNeighbours(messages: readonly Value[], span: Span): PromptList {
  const [first, ...rest] = messages;
  if (!first) throw new PyError('IndexError', 'list index out of range', span);
  const result = [first];
  let last = field(first, 'role');
  for (const message of rest) {
    const role = field(message, 'role');
    if (same(role, last)) result.push(withMore(result.pop()!, message));
    else {
      last = role;
      result.push(message);
    }
  }
  return new PromptList(result, span);
}

function withMore(message: Value, more: Value): Value {
  const separator = frameworkText('\n', say`line break between turns of one role`);
  const text = add(notedText(separator, { part: 'separator' }), field(more, 'prompt'));
  const longer = add(field(message, 'prompt'), text, '+=');
  if (message.kind !== 'dict') return message;
  const copy = copyOfDict(message);
  copy.set('prompt', longer);
  return copy;
}

/** The meta template's begin goes in front unchanged, whatever it is. */
function notedMessage(begin: Value): Value {
  if (begin.kind === 'str') return notedText(begin, { part: 'meta-begin' });
  const prompt = begin.kind === 'dict' ? begin.get('prompt') : undefined;
  if (begin.kind !== 'dict' || !prompt) return begin;
  const copy = copyOfDict(begin);
  copy.set('prompt', notedText(prompt, { part: 'meta-begin' }));
  return copy;
}
