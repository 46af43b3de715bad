import { say } from '../../../core/say.js';
import { PyError } from '../../../core/errors.js';
import { asInteger, pyRepr, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { TracedText } from '../../../core/traced-text.js';
import { PromptList } from '../values/prompt-list.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';
import { add, field, frameworkText, holds, isAbsentOrNone, isTruthy, iterate, withPlaceholder } from '../values/python-value.js';

/** A message as a class makes it. Without a role, the class has none for what the config calls it. */
export interface SentMessage {
  readonly role: string | undefined;
  readonly content: Value;
}

/** Makes what is sent of a parsed prompt that is no text. @throws PyError what the class raises */
export type Converter = (parsed: Value, settings: ServiceSettings) => readonly SentMessage[];

/** What becomes of the messages before they leave, those of a text as well. */
export type Finish = (messages: readonly SentMessage[], settings: ServiceSettings) => readonly SentMessage[];

/** The model's own entry of the config. */
export interface ServiceSettings {
  get(key: string): Value | undefined;
}

export const plainRoles: Readonly<Record<string, string>> = { HUMAN: 'user', BOT: 'assistant', SYSTEM: 'system' };

/** What a class asserts of a prompt that is no text: made by the parser, or any list. */
export function itemsOfPrompt(parsed: Value, takesLists = false): Value[] {
  if (parsed instanceof PromptList || (takesLists && parsed.kind === 'list')) return [...iterate(parsed)];
  throw new PyError('AssertionError', '', parsed.span);
}

export function roleOf(item: Value): string {
  const role = field(item, 'role');
  if (role.kind === 'unknown') throw new UnknownPrompt(role.reason, role.span);
  return pyStr(role).text;
}

export function promptOfItem(item: Value): Value {
  return withPlaceholder(field(item, 'prompt'));
}

interface OneByOne {
  readonly roles?: Readonly<Record<string, string>>;
  /** The role of those that are not in `roles`: none, their own, or a fixed one. */
  readonly others?: 'none' | 'own' | { readonly as: string };
  readonly skipsEmpty?: boolean;
  readonly takesLists?: boolean;
}

/** Each turn becomes a message of its own. */
export function oneByOne({ roles = plainRoles, others = 'none', skipsEmpty = false, takesLists = false }: OneByOne = {}): Converter {
  return (parsed) =>
    itemsOfPrompt(parsed, takesLists).flatMap((item) => {
      const content = promptOfItem(item);
      if (skipsEmpty && !isTruthy(content)) return [];
      const role = roleOf(item);
      const other = others === 'none' ? undefined : others === 'own' ? role : others.as;
      return [{ role: Object.hasOwn(roles, role) ? roles[role] : other, content }];
    });
}

interface Joined {
  /** What the model's turns are called. */
  readonly answers?: string;
  readonly skipsEmpty?: boolean;
  /** Whether a system turn at the very begin stays one. */
  readonly keepsFirstSystem?: boolean;
}

/** All that is not the model's is the user's; neighbours are joined by a line break. Of nothing but empty turns one message without a role is made. */
export function joinedTurns({ answers = 'assistant', skipsEmpty = false, keepsFirstSystem = false }: Joined = {}): Converter {
  return (parsed) => {
    const messages: { role: string | undefined; contents: Value[] }[] = [];
    itemsOfPrompt(parsed).forEach((item, i) => {
      if (skipsEmpty && !isTruthy(promptOfItem(item))) return;
      const name = roleOf(item);
      const role = keepsFirstSystem && i === 0 && name === 'SYSTEM' ? 'system' : name === 'BOT' ? answers : 'user';
      const last = messages.at(-1);
      if (last?.role === role) last.contents.push(promptOfItem(item));
      else messages.push({ role, contents: [promptOfItem(item)] });
    });
    if (messages.length === 0) messages.push({ role: undefined, contents: [] });
    return messages.map(({ role, contents }) => ({ role, content: joinedByLines(contents) }));
  };
}

/** `'\n'.join(contents)`. */
function joinedByLines(contents: readonly Value[]): Value {
  contents.forEach((content, i) => {
    if (content.kind !== 'str')
      throw new PyError('TypeError', `sequence item ${String(i)}: expected str instance, ${typeName(content)} found`, content.span);
  });
  const [first = frameworkText('', 'nothing'), ...more] = contents;
  return more.reduce((all, content) => add(all, add(lineBreak, content)), first);
}

export const lineBreak = frameworkText('\n', say`line break between messages of one role`);

/** The config's `system_prompt` goes in front. */
export const withSystemPrompt: Finish = (messages, settings) => {
  const system = settings.get('system_prompt');
  return system && isTruthy(system) ? [{ role: 'system', content: withPlaceholder(system) }, ...messages] : messages;
};

/** The same, where the messages have no system turn of their own. */
const withMissingSystemPrompt: Finish = (messages, settings) =>
  messages.some(({ role }) => role === 'system') ? messages : withSystemPrompt(messages, settings);

/** LiteLLM's: what is longer than the model takes, or leaves it no room to answer, is refused. It counts words of ASCII letters and digits, and Chinese characters. */
export const withinLiteLlm: Finish = (messages, settings) => {
  const finished = withMissingSystemPrompt(messages, settings);
  const given = settings.get('max_seq_len');
  const most = given ? asInteger(given) : 16384n;
  const texts = finished.map(({ content }) => pyStr(content));
  if (most === undefined || texts.some(({ pieces }) => pieces.some(({ origin }) => origin.kind === 'unknown'))) return finished;
  const length = BigInt(texts.reduce((sum, { text }) => sum + (text.match(/[A-Za-z0-9]+|[\u4e00-\u9fff]/g)?.length ?? 0), 0));
  const span = given?.span;
  if (length > most) throw new PyError('ValueError', `Input length (${String(length)}) exceeds max_seq_len (${String(most)})`, span);
  const room = most - length - 100n;
  if (room <= 0n) throw new PyError('ValueError', `max_out_len (${String(room)}) is less than or equal to 0`, span);
  return finished;
};

/** Keywords of the config that go along with the request take the place of what the class itself gives as system text: those of `setting`, by the name `key`. */
export function withSystemOf(setting: string, key: string): Finish {
  return (messages, settings) => {
    const given = settings.get(setting);
    const system = given?.kind === 'dict' ? given.get(key) : undefined;
    if (!system) return messages;
    const others = messages.filter(({ role }) => role !== 'system');
    return isAbsentOrNone(system) ? others : [{ role: 'system', content: withPlaceholder(system) }, ...others];
  };
}

/** One by one; any other role is refused. OpenCompass 0.5.3 `models/doubao.py`. */
export const firstDoubao: Converter = (parsed) =>
  itemsOfPrompt(parsed).map((item) => {
    const content = promptOfItem(item);
    const role = plainRoles[roleOf(item)];
    if (role === undefined) throw new PyError('ValueError', `Invalid role: ${roleOf(item)}`, item.span);
    return { role, content };
  });

/** Whether every item is a message with a role that services know; then the OpenAI classes send the list as it is. */
function allRoles(items: readonly Value[], roles: ReadonlySet<string>): boolean {
  return items.length > 0 && items.every((item) => holds(item, 'role') && roles.has(textOf(field(item, 'role')) ?? ''));
}

const chatRoles = new Set(['system', 'user', 'assistant']);
const responseRoles = new Set([...chatRoles, 'developer']);

/** OpenCompass 0.5.3 `models/openai_api.py`, `_preprocess_messages`: it counts tokens first, and so looks for `content` where there is no `prompt`. */
export function openAi(takesLists: boolean): Converter {
  return (parsed, settings) => {
    const items = itemsOfPrompt(parsed, takesLists);
    const mode = settings.get('mode');
    if (!mode || textOf(mode) === 'none') for (const item of items) countable(field(item, holds(item, 'prompt') ? 'prompt' : 'content'));
    if (allRoles(items, chatRoles)) return items.map((item) => ({ role: roleOf(item), content: countable(field(item, 'content')) }));
    return countedOneByOne(takesLists)(parsed, settings);
  };
}

/** The same before 0.5.3 (e39144fd, #2407): of each turn the `prompt`, and without a role where its `api_role` is none of the framework's, as `user` is. */
export const oneByOneCounted: Converter = (parsed, settings) => countedOneByOne(false)(parsed, settings);

function countedOneByOne(takesLists: boolean): Converter {
  const convert = oneByOne({ takesLists });
  return (parsed, settings) => {
    for (const item of itemsOfPrompt(parsed, takesLists)) countable(field(item, 'prompt'));
    return convert(parsed, settings);
  };
}

/** Tokens are counted of texts. What else raises is tiktoken's exception; the tokenizers of transformers have others. */
function countable(content: Value): Value {
  const text = withPlaceholder(content);
  if (text.kind === 'str') return text;
  throw new PyError('TypeError', `argument 'text': '${typeName(text)}' object cannot be converted to 'PyString'`, text.span);
}

/** `models/openai_response.py`: messages, also those of a developer, pass as they are. */
export const openAiResponse: Converter = (parsed, settings) => {
  const items = itemsOfPrompt(parsed, true);
  const isMessage = (item: Value): boolean =>
    item.kind === 'dict' && responseRoles.has(textOf(item.get('role')) ?? '') && holds(item, 'content');
  if (items.length > 0 && items.every(isMessage))
    return items.map((item) => ({ role: roleOf(item), content: withPlaceholder(field(item, 'content')) }));
  return openAi(true)(parsed, settings);
};

/** `models/litellm_api.py`. */
export const liteLlm: Converter = (parsed) => {
  const items = itemsOfPrompt(parsed, true);
  const first = (item: DictValue, ...keys: string[]): Value =>
    withPlaceholder(keys.map((key) => item.get(key)).find((value) => value !== undefined) ?? frameworkText('', say`no content`));
  const passes = items.every((item) => item.kind === 'dict') && allRoles(items, chatRoles);
  return items.map((item): SentMessage => {
    if (item.kind === 'str') return { role: 'user', content: item };
    if (item.kind !== 'dict') throw new PyError('AttributeError', `'${typeName(item)}' object has no attribute 'get'`, item.span);
    if (passes) return { role: roleOf(item), content: first(item, 'content', 'prompt') };
    return { role: plainRoles[textOf(item.get('role')) ?? ''] ?? 'user', content: first(item, 'prompt', 'content') };
  });
};

/** Roles that the SDKs of Claude and Gemini are given by, and those that raw messages have. */
function sdkRoles(answers: string): Readonly<Record<string, string>> {
  return { HUMAN: 'user', BOT: answers, SYSTEM: 'system', human: 'user', bot: answers, system: 'system', user: 'user', assistant: answers };
}

/** `models/claude_sdk_api.py`, `models/gemini_sdk_api.py`: the system's texts go beside the messages, joined by line breaks. */
export function sdk(answers: 'assistant' | 'model'): Converter {
  const roles: Readonly<Record<string, string>> = answers === 'model' ? { ...sdkRoles(answers), model: 'model' } : sdkRoles(answers);
  return (parsed) => {
    const messages = itemsOfPrompt(parsed, true).map((item): SentMessage => {
      if (item.kind !== 'dict') throw new PyError('TypeError', `Prompt item must be a dict, got <class '${typeName(item)}'>`, item.span);
      const given = field(item, 'role');
      const role = textOf(given) ?? '';
      if (!Object.hasOwn(roles, role))
        throw new PyError('ValueError', `Unsupported role: ${pyStr(withPlaceholder(given)).text}`, given.span);
      return { role: roles[role], content: contentOf(item) };
    });
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    const others = messages.filter(({ role }) => role !== 'system');
    return system.length > 0 ? [{ role: 'system', content: systemText(system, answers) }, ...others] : others;
  };
}

/** The texts are joined where the request is tried: what goes wrong there is tried again, and then given up. */
function systemText(contents: readonly Value[], answers: 'assistant' | 'model'): Value {
  try {
    return joinedByLines(contents);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    throw new PyError(
      'RuntimeError',
      `Calling ${answers === 'model' ? 'Gemini' : 'Claude'} API failed after retrying: ${error.text}`,
      error.span,
    );
  }
}

function contentOf(item: DictValue): Value {
  const content = item.get('prompt') ?? item.get('content');
  if (content) return withPlaceholder(content);
  const text = `Message item missing prompt/content: ${pyStr(item).text}`;
  throw new PyError('KeyError', pyRepr(frameworkText(text, 'message')).text, item.span);
}

/** `models/gemini_api.py`: the last system turn goes in front of every other message; the last message must not be the model's. */
export const gemini: Converter = (parsed) => {
  const items = itemsOfPrompt(parsed);
  const system = items.findLast((item) => roleOf(item) === 'SYSTEM');
  const prefix = system && promptOfItem(system);
  const messages = items.map((item): SentMessage => {
    const role = { HUMAN: 'user', BOT: 'model' }[roleOf(item)];
    return { role, content: prefix ? add(add(prefix, lineBreak), promptOfItem(item)) : promptOfItem(item) };
  });
  const last = messages.at(-1);
  if (!last)
    throw new PyError('UnboundLocalError', "cannot access local variable 'msg' where it is not associated with a value", parsed.span);
  if (last.role === undefined) throw new PyError('KeyError', "'role'", items.at(-1)!.span);
  if (last.role === 'model') throw new PyError('AssertionError', '', items.at(-1)!.span);
  return messages.filter(({ role }) => role !== undefined);
};

/**
 * `models/claude_api/claude_api.py`: one text, in which each turn has a line with who speaks; the model's begins at the end. The two lines are
 * constants of anthropic's package.
 */
export function claudeText(parsed: Value): TracedText {
  const human = frameworkText('\n\nHuman: ', say`who speaks`).traced;
  const assistant = frameworkText('\n\nAssistant:', say`where the model answers`).traced;
  if (parsed.kind === 'str') return TracedText.join([human, parsed.traced, assistant]);
  const space = frameworkText(' ', say`who speaks`).traced;
  const turns = itemsOfPrompt(parsed).flatMap((item) => {
    const role = roleOf(item);
    if (role === 'HUMAN' || role === 'SYSTEM') return [human, pyStr(promptOfItem(item))];
    return role === 'BOT' ? [assistant, space, pyStr(promptOfItem(item))] : [];
  });
  const text = TracedText.join(turns.filter(({ length }) => length > 0));
  return text.text.endsWith(assistant.text) ? text : text.concat(assistant);
}

/** `models/mistral_api.py`: the last message is the user's, whoever said it. */
export const mistral: Converter = (parsed, settings) => {
  const messages = oneByOne()(parsed, settings);
  const last = messages.at(-1);
  if (!last) throw new PyError('IndexError', 'list index out of range', parsed.span);
  return [...messages.slice(0, -1), { ...last, role: 'user' }];
};

/** `models/hunyuan_api.py`: the last forty messages, not beginning with one of the model's. */
export const hunyuan: Converter = (parsed, settings) => {
  const messages = joinedTurns({ skipsEmpty: true })(parsed, settings).slice(-40);
  return messages[0]?.role === 'assistant' ? messages.slice(1) : messages;
};
