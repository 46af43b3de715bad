import { applyChatTemplate, type ChatOptions, type ChatResult, type ChatTemplate } from '../../../chat/index.js';
import type { Chat, HarnessMessage, TaskInput } from './task-prompt.js';

/** All messages of an input, those that a chat template is given apart and what stands bare behind it included. */
export function messagesIn({ chatBefore, chat, bareAfter }: TaskInput): HarnessMessage[] {
  return [...(chatBefore?.messages ?? []), ...(chat?.messages ?? []), ...(bareAfter ? [{ role: 'user', text: bareAfter } as const] : [])];
}

/**
 * What a chat template makes of an input: one text, whose parts count the messages as `messagesIn` has them.
 * @param variables what the template is given beside the messages
 * @throws PyError what the template raises
 */
export function chatTextOf(
  template: ChatTemplate,
  chat: Chat,
  { chatBefore, bareAfter }: TaskInput,
  variables: ChatOptions['variables'] = {},
): ChatResult {
  const own = apply(template, chat, variables);
  const whole = chatBefore ? behind(apply(template, chatBefore, variables), own, chatBefore.messages.length) : own;
  if (!bareAfter) return whole;
  const start = whole.text.length;
  const end = start + bareAfter.length;
  return { ...whole, text: whole.text.concat(bareAfter), parts: [...whole.parts, { start, end, messages: [chat.messages.length] }] };
}

function apply(template: ChatTemplate, { messages, addGenerationPrompt }: Chat, variables: ChatOptions['variables'] = {}): ChatResult {
  return applyChatTemplate(template, messages, {
    addGenerationPrompt,
    continueFinalMessage: !addGenerationPrompt,
    retryWithoutSystem: true,
    variables,
  });
}

/** @param count the messages of the first */
function behind(first: ChatResult, second: ChatResult, count: number): ChatResult {
  const shift = first.text.length;
  const parts = second.parts.map(({ start, end, messages }) => ({
    start: start + shift,
    end: end + shift,
    messages: messages.map((index) => index + count),
  }));
  return {
    ...second,
    text: first.text.concat(second.text),
    parts: [...first.parts, ...parts],
    notes: [...new Set([...first.notes, ...second.notes])],
  };
}
