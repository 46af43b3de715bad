import { PyError } from '../core/errors.js';
import { say } from '../core/say.js';
import { whitespace } from '../python/runtime/unicode.js';
import { TracedText } from '../core/traced-text.js';
import type { ChatMessage, ChatOptions, ChatResult, ChatTemplate } from './chat-template.js';
import { partsOf } from './parts.js';
import { checkChat, renderChat } from './render.js';

/**
 * The text that a tokenizer's `apply_chat_template(messages, tokenize=False)` gives (transformers 5.23 `tokenization_utils_base.py`,
 * `utils/chat_template_utils.py`), without tools and documents. What cannot be known (today's date) is a piece of unknown origin.
 * @throws PyError TemplateError where the template refuses the messages, TemplateSyntaxError where it is none, ValueError for a conversation
 *   that cannot be continued, and what else Jinja raises
 */
export function applyChatTemplate(template: ChatTemplate, messages: readonly ChatMessage[], options: ChatOptions): ChatResult {
  try {
    return applied(template, messages, options);
  } catch (error) {
    const spoken = messages.filter(({ role }) => role !== 'system');
    if (!options.retryWithoutSystem || !isTemplateError(error)) throw error;
    const result = applied(template, spoken, options);
    const parts = result.parts.map((part) => ({ ...part, messages: part.messages.map((i) => messages.indexOf(spoken[i]!)) }));
    return { ...result, parts, refusal: error.text, notes: [...refusalNotes(error, messages), ...result.notes] };
  }
}

/** jinja2's TemplateError and what derives from it. */
const templateErrors = new Set([
  'TemplateError',
  'TemplateRuntimeError',
  'UndefinedError',
  'SecurityError',
  'TemplateSyntaxError',
  'TemplateAssertionError',
  'TemplateNotFound',
  'FilterArgumentError',
]);

function isTemplateError(error: unknown): error is PyError {
  return error instanceof PyError && templateErrors.has(error.type);
}

/** lm-evaluation-harness 0.4.13 `models/huggingface.py`, `apply_chat_template`: it only logs a warning. */
function refusalNotes(error: PyError, messages: readonly ChatMessage[]): string[] {
  if (!messages.some(({ role }) => role === 'system')) return [];
  return [
    say`The chat template refuses these messages (${error.text}), so the harness leaves the system message out and only logs a warning: the model does not see it.`,
  ];
}

function applied(template: ChatTemplate, messages: readonly ChatMessage[], options: ChatOptions): ChatResult {
  const { addGenerationPrompt, continueFinalMessage = false, variables = {} } = options;
  if (messages.length === 0)
    throw new PyError('ValueError', 'Cannot apply chat template to an empty conversation. Provide at least one message.');
  if (continueFinalMessage && addGenerationPrompt) throw new PyError('ValueError', incompatible);
  const text = continueFinalMessage
    ? continued(template, messages, options)
    : renderChat(template, { messages, addGenerationPrompt, variables });
  return { text, parts: partsOf(template, messages, options, text), notes: notesOf(template, messages, options, text) };
}

const incompatible =
  'continue_final_message and add_generation_prompt are not compatible. Use continue_final_message when you want the model to continue the final ' +
  'message, and add_generation_prompt when you want to add a header that will prompt it to start a new assistant message instead.';

/** What transformers puts behind the message to continue, to find where its text ends. */
const tag = 'CONTINUE_FINAL_MESSAGE_TAG ';
const bareTag = tag.trimEnd();

/** The text up to the end of the last message's own, whose trailing white space stays only where the template keeps it. */
function continued(template: ChatTemplate, messages: readonly ChatMessage[], { variables = {} }: ChatOptions): TracedText {
  const last = messages.at(-1)!;
  checkChat(template);
  if (!template.source.text.includes('content'))
    throw new PyError('ValueError', 'continue_final_message is set to "content" but this is not an accepted field in the chat_template');
  const marked = { ...last, text: last.text.concat(TracedText.of(tag, { kind: 'framework', what: 'mark' })) };
  const rendered = renderChat(template, { messages: [...messages.slice(0, -1), marked], addGenerationPrompt: false, variables });
  const at = rendered.text.lastIndexOf(bareTag);
  if (at < 0 && rendered.pieces.some(({ origin }) => origin.kind === 'unknown')) return rendered;
  if (at < 0 || !rendered.text.includes(stripped(last.text.text)))
    throw new PyError('ValueError', vanished(stripped(last.text.text), rendered.text));
  const cut = rendered.slice(0, at);
  return rendered.text.startsWith(tag, at) ? cut : cut.slice(0, withoutTrailingSpace(cut.text).length);
}

function vanished(message: string, rendered: string): string {
  const why =
    'This can happen if the chat template deletes portions of the final message. Please verify the chat template and final message in your chat to ensure they are compatible.';
  return `continue_final_message is set but the final message does not appear in the chat after applying the chat template! ${why}Final message to continue: ${message}\nRendered chat:\n${rendered}`;
}

const trailingSpace = new RegExp(`[${whitespace}]+$`);
const leadingSpace = new RegExp(`^[${whitespace}]+`);

function withoutTrailingSpace(text: string): string {
  return text.replace(trailingSpace, '');
}

function stripped(text: string): string {
  return withoutTrailingSpace(text).replace(leadingSpace, '');
}

function notesOf(template: ChatTemplate, messages: readonly ChatMessage[], options: ChatOptions, text: TracedText): string[] {
  const notes = template.note === undefined ? [] : [template.note];
  const last = messages.at(-1);
  if (
    options.continueFinalMessage &&
    last &&
    withoutTrailingSpace(last.text.text) !== last.text.text &&
    !text.text.endsWith(last.text.text)
  )
    notes.push(say`The chat template drops the white space at the end of the message that the model is to continue.`);
  return notes;
}
