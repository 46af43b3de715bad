import { Template } from '@huggingface/jinja';
import { PyError } from '../errors.js';
import { TracedText } from '../text/traced-text.js';
import type { ChatMessage, ChatTemplate, ChatVariable } from './chat-template.js';

/** What a template is rendered with, beside its own special tokens. */
export interface RenderRequest {
  readonly messages: readonly ChatMessage[];
  readonly addGenerationPrompt: boolean;
  readonly variables: Readonly<Record<string, ChatVariable>>;
}

/**
 * The text that the template makes of messages.
 * @throws PyError what Jinja or the template itself raises
 */
export function renderChat(template: ChatTemplate, { messages, addGenerationPrompt, variables }: RenderRequest): TracedText {
  const variablesOfTemplate = {
    ...template.tokens,
    ...variables,
    messages: messages.map(({ role, text: content }) => ({ role, content: content.text })),
    tools: null,
    documents: null,
    add_generation_prompt: addGenerationPrompt,
  };
  const text = rendered(template.source.text, variablesOfTemplate);
  return TracedText.of(text, { kind: 'framework', what: template.name });
}

function rendered(source: string, variables: Record<string, unknown>): string {
  try {
    return new Template(source).render(variables);
  } catch (error) {
    throw new PyError('TemplateError', error instanceof Error ? error.message : String(error));
  }
}
