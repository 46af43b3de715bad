import {
  applyChatTemplate,
  type ChatMessage,
  type ChatOptions,
  type ChatResult,
  type ChatTemplate,
} from '../../../server/src/engine/chat/index.js';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';

export const file = '/m/chat_template.jinja';

/** A template as it is read from a file. */
export function template(source: string, tokens: Record<string, string> = {}): ChatTemplate {
  return {
    name: 'm',
    source: TracedText.of(source, { kind: 'source', span: { file, start: 0, end: source.length }, exact: true }),
    tokens,
    file,
  };
}

/** A message whose text stands in a document of its own, named after its role. */
function message(role: string, text: string): ChatMessage {
  return { role, text: TracedText.of(text, { kind: 'source', span: { file: `/c/${role}`, start: 0, end: text.length }, exact: true }) };
}

export const system = (text: string): ChatMessage => message('system', text);
export const user = (text: string): ChatMessage => message('user', text);
export const assistant = (text: string): ChatMessage => message('assistant', text);

export function apply(source: string | ChatTemplate, messages: readonly ChatMessage[], options: Partial<ChatOptions> = {}): ChatResult {
  return applyChatTemplate(typeof source === 'string' ? template(source) : source, messages, { addGenerationPrompt: false, ...options });
}

/** What is raised, as Python shows it. */
export function raised(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof PyError) return error.message;
    throw error;
  }
  return 'nothing';
}

/** Each piece of a text with where it comes from: `user:0` for the place in a message, `@5` for the template's, else the kind. */
export function origins({ text }: ChatResult): [string, string][] {
  return [...text.located()].map(({ start, piece }) => {
    const { origin } = piece;
    const where =
      origin.kind !== 'source'
        ? origin.kind
        : origin.span.file === file
          ? `@${origin.span.start}`
          : `${origin.span.file.slice(3)}:${origin.span.start}`;
    return [text.text.slice(start, start + piece.length), origin.kind === 'source' && !origin.exact ? `~${where}` : where];
  });
}
