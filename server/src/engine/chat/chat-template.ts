import type { FileId } from '../core/span.js';
import type { TracedText } from '../core/traced-text.js';

/** A chat template: the Jinja text that turns messages into the text which a model is trained to read, and the special tokens that it may name. */
export interface ChatTemplate {
  /** Shown to the user: the model's name, a path, or that of a shipped family. */
  readonly name: string;
  /** The Jinja text, with its places in the file that holds it. */
  readonly source: TracedText;
  /** `bos_token`, `eos_token` … as text, where the tokenizer has them. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The file that holds it; absent for a shipped family. */
  readonly file?: FileId;
  /** Other templates of the same tokenizer, by name: `default`, `tool_use`, `rag`. */
  readonly named?: readonly string[];
  /** What the user should know before trusting it: that it is a family's template and not the model's own. A sentence. */
  readonly note?: string;
  /** The family that it stands for, where it is not the model's own. */
  readonly family?: string;
}

/** One turn of a conversation, under the names that services use: `system`, `user`, `assistant`. */
export interface ChatMessage {
  readonly role: string;
  readonly text: TracedText;
}

/** How the framework calls the tokenizer's `apply_chat_template`. */
export interface ChatOptions {
  /** Whether the template is asked for the beginning of the answer. */
  readonly addGenerationPrompt: boolean;
  /** Whether the last message is left open for the model to go on. Never together with `addGenerationPrompt`. */
  readonly continueFinalMessage?: boolean;
  /** Whether a template that refuses is tried again without system messages, as lm-evaluation-harness does. */
  readonly retryWithoutSystem?: boolean;
  /** Further variables of the template (`enable_thinking`), as plain data. They go before the special tokens. */
  readonly variables?: Readonly<Record<string, ChatVariable>>;
}

export type ChatVariable = string | number | boolean | null | readonly ChatVariable[] | { readonly [key: string]: ChatVariable };

/** A run of the rendered text that belongs to the given messages; offsets in UTF-16. */
export interface ChatPart {
  readonly start: number;
  readonly end: number;
  /** Indices of the messages that it shows; empty for what stands in front of all, and for the beginning of the answer. */
  readonly messages: readonly number[];
}

export interface ChatResult {
  readonly text: TracedText;
  /** The text cut into what belongs to which messages, in order and without gaps. */
  readonly parts: readonly ChatPart[];
  /** The message of the refusal after which the template was tried again without system messages. */
  readonly refusal?: string;
  /** What the user should know of this text. Whole sentences. */
  readonly notes: readonly string[];
}
