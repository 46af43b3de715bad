import type { Chat, TaskInput, TaskPrompt, TaskRequestToModel } from '../prompt/task-prompt.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { StrValue, type Value } from '../../../core/value.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import { nowhere } from '../../../core/span.js';

/**
 * The prompt of a task as members of a JSON object without its braces. `context` and `chat` are lists, one a choice, in a task with several inputs.
 * `context` of a request is null where it is the prompt's own.
 */
export function taskPromptMembers(prompt: TaskPrompt, notes: readonly string[]): string {
  const { common } = prompt;
  const several =
    prompt.inputs.length > 1 ||
    (prompt.multipleInput > 0 && prompt.requests.some(({ all }) => all || prompt.outputType === 'multiple_choice'));
  const members = [`"context": ${common ? contextJson([common], false) : contextJson(prompt.inputs, several)}`];
  if (prompt.chat) members.push(`"chat": ${chatsJson(prompt, several)}`);
  members.push(`"requests": ${list(prompt.requests.map((request) => requestJson(request, prompt)))}`);
  if (prompt.choices && prompt.outputType === 'multiple_choice') members.push(`"choices": ${json(prompt.choices)}`);
  members.push(
    `"target": ${json(prompt.target)}`,
    `"multiple_input": ${String(prompt.multipleInput)}`,
    `"multiple_target": ${String(prompt.multipleTarget)}`,
  );
  members.push(
    `"exact_shots": ${String(prompt.shots.exact)}`,
    `"unknowns": ${JSON.stringify(prompt.unknowns)}`,
    `"notes": ${JSON.stringify(notes)}`,
  );
  return members.join(', ');
}

/** Of a task with several inputs all of them; behind the one that all go on from, where a chat template makes that apart. */
function chatsJson({ inputs, chat, common }: TaskPrompt, several: boolean): string {
  if (inputs.some(({ bareAfter }) => bareAfter)) return chatJson(common?.chat);
  if (!several) return chatJson(chat);
  const before = common?.chat ? [common.chat] : [];
  return list([...before, ...inputs.map((input) => input.chat)].map(chatJson));
}

function contextJson(inputs: readonly Pick<TaskInput, 'context'>[], several: boolean): string {
  const texts = inputs.map(({ context }) => (context ? json(new StrValue(context, nowhere)) : undefined));
  if (texts.some((text) => text === undefined)) return 'null';
  return several ? list(texts.map(String)) : (texts[0] ?? 'null');
}

function chatJson(chat: Chat | undefined): string {
  if (!chat) return 'null';
  const messages = chat.messages.map(
    ({ role, text, content }) => `{"role": "${role}", "content": ${json(content ?? new StrValue(text, nowhere))}}`,
  );
  return `{"messages": ${list(messages)}, "add_generation_prompt": ${String(chat.addGenerationPrompt)}}`;
}

function requestJson({ type, input, all, context, continuation }: TaskRequestToModel, prompt: TaskPrompt): string {
  const before = all && !context ? list(prompt.inputs.map((_, i) => beforeJson(i, undefined, prompt))) : beforeJson(input, context, prompt);
  return `{"type": "${type}", "context": ${before}, "continuation": ${continuation ? json(continuation) : 'null'}}`;
}

/** The text before the continuation; where a chat template makes one of several, a mark that says which. */
function beforeJson(input: number | undefined, context: Value | undefined, { inputs, multipleInput }: TaskPrompt): string {
  if (multipleInput === 0 && input !== undefined) return 'null';
  const own = input === undefined ? undefined : inputs[input];
  if (own?.bareAfter) return JSON.stringify(`\0CHAT0\0${own.bareAfter.text}`);
  if (own?.chatBefore) return JSON.stringify(`\0CHAT0\0\0CHAT${String((input ?? 0) + 1)}\0`);
  if (context) return multipleInput === 0 && input === undefined && isWhole(context, inputs[0]) ? 'null' : json(context);
  return JSON.stringify(`\0CHAT${String(input ?? 0)}\0`);
}

/** Whether a text is the prompt's own. */
function isWhole(context: Value, only: TaskInput | undefined): boolean {
  return context.kind === 'str' && only?.context?.text === context.text;
}

function json(value: Value): string {
  return toGolden(withoutUnknowns(value)).json;
}

function list(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}
