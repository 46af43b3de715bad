import { say } from '../../../core/say.js';
import type { DictValue, Value } from '../../../core/value.js';
import type { NotVerifiable, Verification } from '../../../prompt/verification.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import { metricNames } from './task-config.js';
import type { Chat, TaskError, TaskInput, TaskPrompt, TaskRequest, TaskRequestToModel } from './task-prompt.js';

/**
 * What the installed harness is asked to hold a prompt against: the task's file, the row and the shots that the prompt is made of, and what we make of them.
 * Refused where parts are unknown, or no file holds the task.
 */
export function taskVerification(request: TaskRequest, result: TaskPrompt | TaskError): Verification | NotVerifiable {
  const { config, doc, mode, numFewshot = 0, shotsStandIn } = request;
  const path = config.span.file;
  if (path === '' || ('unknowns' in result && result.unknowns.length > 0)) return notKnown;
  const drawn = request.drawn?.();
  if (drawn && 'kind' in drawn) return notKnown;
  const shots = drawn ? drawn.shots.map((shot) => shot.doc) : request.fewshotDocs?.slice(0, numFewshot);
  const members = [
    `"path": ${JSON.stringify(path)}`,
    `"doc": ${json(doc)}`,
    `"shots": ${shots && !(shotsStandIn && shots.length === 0) ? `[${shots.map(json).join(', ')}]` : 'null'}`,
    `"num_fewshot": ${String(numFewshot)}`,
    `"metrics": ${JSON.stringify(metricNames(config.get('metric_list')))}`,
    `"mode": ${JSON.stringify({
      apply_chat_template: mode.applyChatTemplate,
      fewshot_as_multiturn: mode.fewshotAsMultiturn,
      system_instruction: mode.systemInstruction ?? null,
    })}`,
  ];
  return { script: 'verify_lm_eval', request: `{${members.join(', ')}}`, expected: expectedJson(result) };
}

const notKnown: NotVerifiable = { refused: say`This prompt cannot be verified, since parts of it are not known.` };

function expectedJson(result: TaskPrompt | TaskError): string {
  if ('error' in result) return JSON.stringify({ error: `${result.error.type}: ${result.error.text}` });
  return `{"requests": [${result.requests.map((request) => requestText(request, result)).join(', ')}]}`;
}

function requestText({ type, input, all, context, continuation }: TaskRequestToModel, { inputs, common }: TaskPrompt): string {
  const before = all
    ? `[${inputs.map((each) => beforeText(each, undefined)).join(', ')}]`
    : beforeText(input === undefined ? undefined : (inputs[input] ?? common), context);
  return `{"type": "${type}", "context": ${before}, "continuation": ${continuation ? json(continuation) : 'null'}}`;
}

/** A text, in which a chat stands as the JSON that the script writes for it. */
function beforeText(input: Partial<TaskInput> | undefined, context: Value | undefined): string {
  if (!input?.chat) return context ? json(context) : JSON.stringify(input?.context?.text ?? null);
  const text = [input.chatBefore, input.chat].map((chat) => (chat ? chatText(chat) : '')).join('');
  return JSON.stringify(text + (input.bareAfter?.text ?? ''));
}

function chatText({ messages, addGenerationPrompt }: Chat): string {
  const all = messages.map(({ role, text }) => ({ role, content: text.text }));
  return JSON.stringify({ messages: all, add_generation_prompt: addGenerationPrompt });
}

function json(value: Value | DictValue): string {
  return toGolden(withoutUnknowns(value)).json;
}
