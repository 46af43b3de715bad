import { PyError } from '../core/errors.js';
import { TracedText } from '../core/traced-text.js';
import type { ChatMessage, ChatOptions, ChatPart, ChatTemplate } from './chat-template.js';
import { renderChat } from './render.js';

/** With more messages than these the text is not cut: each is one more rendering. */
const mostMessages = 200;

/**
 * Cuts a rendered conversation into what belongs to which messages. A template may do anything; what the first messages alone give, if the whole
 * text begins with it, is theirs. Where it does not (Qwen 3 writes `<think>` into an answer that is the last), the message ends with what the template writes behind its
 * text when it is the last one. Messages between which no such end is found share a part.
 */
export function partsOf(
  template: ChatTemplate,
  messages: readonly ChatMessage[],
  options: ChatOptions,
  text: TracedText,
): readonly ChatPart[] {
  const parts: ChatPart[] = [];
  let start = 0;
  let open: number[] = [];
  const close = (end: number): void => {
    if (end > start) parts.push({ start, end, messages: open });
    start = end;
    open = [];
  };
  const count = messages.length > mostMessages ? 0 : messages.length;
  const marked = new MarkedMessages(template, messages, options, text.text);
  for (let i = 0; i < count; i++) {
    open.push(i);
    const end = endOf(template, messages.slice(0, i + 1), options, text.text) ?? (i + 1 < count ? marked.endOf(i) : undefined);
    if (end !== undefined && end > start) close(end);
  }
  if (count === 0) open = [...messages.keys()];
  close(text.length);
  return parts;
}

/** Where the text of the first messages ends; undefined where the template makes another text of them alone, or refuses them. */
function endOf(
  template: ChatTemplate,
  messages: readonly ChatMessage[],
  { variables = {} }: ChatOptions,
  text: string,
): number | undefined {
  try {
    const alone = renderChat(template, { messages, addGenerationPrompt: false, variables }).text;
    return text.startsWith(alone) ? alone.length : undefined;
  } catch (error) {
    if (error instanceof PyError) return undefined;
    throw error;
  }
}

/** Where the texts of messages stand in the rendered conversation, by a mark on each of their pieces. */
class MarkedMessages {
  private readonly messages: readonly ChatMessage[];
  private whole: TracedText | undefined;

  constructor(
    private readonly template: ChatTemplate,
    messages: readonly ChatMessage[],
    private readonly options: ChatOptions,
    private readonly text: string,
  ) {
    this.messages = messages.map(({ role, text }, message) => ({ role, text: text.noted({ message }) }));
  }

  /** Where a message ends: behind its text stands what the template writes there when no other message follows. */
  endOf(index: number): number | undefined {
    const last = this.rendered(this.messages.slice(0, index + 1));
    this.whole ??= this.rendered(this.messages) ?? TracedText.empty;
    if (!last || !this.whole.text.startsWith(this.text.slice(0, this.whole.length))) return undefined;
    const end = textEnd(this.whole, index);
    const tail = textEnd(last, index);
    const behind = tail === undefined ? undefined : last.text.slice(tail);
    if (end === undefined || behind === undefined || !this.text.startsWith(behind, end)) return undefined;
    const next = textStart(this.whole, index + 1);
    return next === undefined || next >= end + behind.length ? end + behind.length : undefined;
  }

  private rendered(messages: readonly ChatMessage[]): TracedText | undefined {
    try {
      return renderChat(this.template, { messages, addGenerationPrompt: false, variables: this.options.variables ?? {} });
    } catch (error) {
      if (error instanceof PyError) return undefined;
      throw error;
    }
  }
}

/** Where the last piece of a message's text ends. */
function textEnd(text: TracedText, message: number): number | undefined {
  let end: number | undefined;
  for (const { start, piece } of text.located()) if (piece.note?.message === message) end = start + piece.length;
  return end;
}

function textStart(text: TracedText, message: number): number | undefined {
  for (const { start, piece } of text.located()) if (piece.note?.message === message) return start;
  return undefined;
}
