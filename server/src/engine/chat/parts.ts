import { PyError } from '../core/errors.js';
import type { TracedText } from '../core/traced-text.js';
import type { ChatMessage, ChatOptions, ChatPart, ChatTemplate } from './chat-template.js';
import { renderChat } from './render.js';

/** With more messages than these the text is not cut: each is one more rendering. */
const mostMessages = 200;

/**
 * Cuts a rendered conversation into what belongs to which messages. A template may do anything; what the first messages alone give, if the whole
 * text begins with it, is theirs. Messages between which no such end is found share a part.
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
  for (let i = 0; i < count; i++) {
    open.push(i);
    const end = endOf(template, messages.slice(0, i + 1), options, text.text);
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
