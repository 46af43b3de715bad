import { checkIn, renderIn, type Variables } from '../jinja/index.js';
import { TracedText } from '../core/traced-text.js';
import { BoolValue, DictValue, FloatValue, IntValue, ListValue, NoneValue, StrValue, type Value } from '../core/value.js';
import { nowhere } from '../core/span.js';
import type { ChatMessage, ChatTemplate, ChatVariable } from './chat-template.js';
import { chatEnvironment } from './chat-environment.js';

/** What a template is rendered with, beside its own special tokens. */
export interface RenderRequest {
  readonly messages: readonly ChatMessage[];
  readonly addGenerationPrompt: boolean;
  readonly variables: Readonly<Record<string, ChatVariable>>;
}

/**
 * The text that the template makes of messages. The messages' own text keeps its origins; what the template writes leads to its place in the template's
 * file. What cannot be known is a piece of unknown origin, in doubt the whole text.
 * @throws PyError what Jinja or the template itself raises
 */
export function renderChat(template: ChatTemplate, { messages, addGenerationPrompt, variables }: RenderRequest): TracedText {
  const values = new Map<string, Value>([
    ...Object.entries(template.tokens).map(([name, token]) => [name, added(token, name)] as const),
    ...Object.entries(variables).map(([name, data]) => [name, valueOf(data, name)] as const),
    ['messages', new ListValue(messages.map(messageValue), nowhere)],
    ['tools', new NoneValue(nowhere)],
    ['documents', new NoneValue(nowhere)],
    ['add_generation_prompt', new BoolValue(addGenerationPrompt, nowhere)],
  ]);
  return renderIn(chatEnvironment, template.source.noted({ part: 'chat-template' }), new ChatVariables(values));
}

/** @throws PyError TemplateSyntaxError and the like, which come before anything else */
export function checkChat({ source }: ChatTemplate): void {
  checkIn(chatEnvironment, source);
}

/** Variables that are no row's: their texts stay as they are. */
class ChatVariables implements Variables {
  constructor(private readonly values: ReadonlyMap<string, Value>) {}

  column(name: string): Value | undefined {
    return this.values.get(name);
  }

  originOf(): undefined {
    return undefined;
  }
}

function messageValue({ role, text }: ChatMessage): DictValue {
  const message = new DictValue(nowhere);
  message.set('role', added(role, 'role'));
  message.set('content', new StrValue(text, nowhere));
  return message;
}

/** A text that neither a config nor a template holds. */
function added(text: string, what: string): StrValue {
  return new StrValue(TracedText.of(text, { kind: 'framework', what }).noted({ part: 'chat-template' }), nowhere);
}

function valueOf(data: ChatVariable, what: string): Value {
  if (data === null) return new NoneValue(nowhere);
  if (typeof data === 'boolean') return new BoolValue(data, nowhere);
  if (typeof data === 'number') return Number.isInteger(data) ? new IntValue(BigInt(data), nowhere) : new FloatValue(data, nowhere);
  if (typeof data === 'string') return added(data, what);
  if (isList(data))
    return new ListValue(
      data.map((item) => valueOf(item, what)),
      nowhere,
    );
  const dict = new DictValue(nowhere);
  for (const [key, item] of Object.entries(data)) dict.set(key, valueOf(item, what));
  return dict;
}

function isList(data: ChatVariable): data is readonly ChatVariable[] {
  return Array.isArray(data);
}
