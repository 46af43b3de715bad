import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { TracedText } from '../../../core/traced-text.js';
import { ListValue, StrValue, textOf, UnknownValue, type Value } from '../../../core/value.js';
import { bind } from '../../../python/runtime/call-arguments.js';
import { pythonFunction } from '../../../python/runtime/modules/module.js';
import type { Arguments } from '../../../python/runtime/runtime.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import type { ClassRequest } from '../functions/class-task.js';
import type { OwnClass } from '../functions/own-class.js';
import { isNone } from '../values/harness-values.js';
import type { TaskRow } from './fields.js';
import { chatMessages, plainText, harnessMessage } from './turn-messages.js';
import type { Message, TaskInput, TaskPrompt, TaskRequest, TaskRequestToModel } from './task-prompt.js';

/** What is known of a prompt before the class makes requests of it. */
interface Built {
  readonly row: TaskRow;
  /** The inputs as the harness builds them. @throws PyError what it raises */
  readonly built: () => readonly TaskInput[];
  readonly multipleInput: number;
  /** How many shots are asked for. */
  readonly wanted: number;
  readonly genPrefix: Value;
}

type Made = Pick<TaskPrompt, 'inputs' | 'requests' | 'choices'>;

/** Stand in the place of a text that a chat template makes: what comes out must be alike, however long it is. */
const standIns = ['⟪chat⟫', `⟪${'chat '.repeat(40_000)}⟫`] as const;

const types: ReadonlySet<string> = new Set(['generate_until', 'loglikelihood', 'loglikelihood_rolling']);

/**
 * The requests that a class makes of a row by its `construct_requests`, and the context where it makes that itself (`fewshot_context`).
 * @throws PyError what it raises
 */
export function requestsByClass(own: OwnClass, request: TaskRequest, built: Built): Made {
  if (request.anyRow) return unknownOf(say`What the class asks of a row is not known without one.`, own);
  if (built.multipleInput > 0) return unknownOf(say`A class whose doc_to_text gives an index is not followed.`, own);
  const inputs = own.task.makesContexts ? contextByClass(own, request, built) : built.built();
  if ('kind' in inputs) return unknownOf(inputs.reason, own);
  const context = inputs[0]?.context;
  const asked = (text: Value): readonly ClassRequest[] | UnknownValue =>
    own.functions.reported(own.field, () => own.task.requests(built.row.doc, text, request.row ?? 0, request.mode.applyChatTemplate));
  if (context) {
    const made = asked(new StrValue(context, nowhere));
    return 'kind' in made ? unknownOf(made.reason, own) : requestsOnText(made, inputs, context, own);
  }
  const [short, long] = standIns.map((text) => ({ text, made: asked(new StrValue(TracedText.computed(text, nowhere), nowhere)) }));
  if ('kind' in short!.made) return unknownOf(short!.made.reason, own);
  if ('kind' in long!.made || shapeOf(short!.made, short!.text) !== shapeOf(long!.made, long!.text))
    return unknownOf(say`What ${own.field.path} makes of the text of a chat template is not followed.`, own);
  return requestsOnChat(short!.made, inputs, short!.text, own);
}

/** The context as `fewshot_context` of the class makes it: of its own, or of what that of `ConfigurableTask` gives. */
function contextByClass(
  { task, field, functions }: OwnClass,
  { mode }: TaskRequest,
  { row, built, wanted, genPrefix }: Built,
): readonly TaskInput[] | UnknownValue {
  const [standIn] = standIns;
  const standInText = (): Value => new StrValue(TracedText.computed(standIn, nowhere), nowhere);
  const chats: TaskInput[] = [];
  const chatTemplate = pythonFunction('apply_chat_template', (_, args) => {
    const chat = chatGiven(args);
    if ('kind' in chat) return chat;
    chats.push(chat);
    return standInText();
  });
  const inherited = (): Value => {
    const inputs = built();
    const [input] = inputs;
    if (inputs.length !== 1 || !input) return new UnknownValue(say`What fewshot_context gives there is not followed.`, nowhere);
    if (input.context) return new StrValue(input.context, nowhere);
    chats.push(input);
    return standInText();
  };
  const asked = {
    shots: wanted,
    systemInstruction: mode.systemInstruction,
    asTurns: mode.fewshotAsMultiturn,
    chatTemplate: mode.applyChatTemplate ? chatTemplate : undefined,
    prefix: genPrefix,
  };
  const made = functions.reported(field, () => task.context(row.doc, asked, inherited));
  if (made.kind === 'unknown') return made;
  const unfollowed = new UnknownValue(say`What fewshot_context of ${field.path} gives is not followed.`, field.span);
  if (made.kind !== 'str') return unfollowed;
  if (made.text === standIn && chats.length === 1) return chats;
  return made.text.includes('⟪chat') ? unfollowed : [inputOf(made)];
}

const roles: ReadonlySet<string> = new Set(['system', 'user', 'assistant']);

/** What `lm.apply_chat_template(chat_history, add_generation_prompt=True)` is given. */
function chatGiven(args: Arguments): TaskInput | UnknownValue {
  const unfollowed = new UnknownValue(say`What the chat template is given there is not followed.`, nowhere);
  const [history, adds] = bind('apply_chat_template', args, ['chat_history', 'add_generation_prompt'], 1);
  if (history?.kind !== 'list' || (adds && adds.kind !== 'bool')) return unfollowed;
  const messages: Message[] = [];
  for (const item of history.items) {
    const role = item.kind === 'dict' && item.entries.size === 2 ? textOf(item.get('role')) : undefined;
    const content = item.kind === 'dict' ? item.get('content') : undefined;
    if (role === undefined || !roles.has(role) || content?.kind !== 'str') return unfollowed;
    messages.push(harnessMessage(role as Message['role'], content, new StrValue(TracedText.empty, nowhere)));
  }
  return { messages, chat: { messages: chatMessages(messages, true), addGenerationPrompt: adds?.kind === 'bool' ? adds.value : true } };
}

function inputOf(text: StrValue): TaskInput {
  const messages = [harnessMessage('user', text, new StrValue(TracedText.empty, nowhere))];
  return { messages, context: plainText(messages) };
}

function requestsOnText(made: readonly ClassRequest[], given: readonly TaskInput[], context: TracedText, own: OwnClass): Made {
  const inputs = [...given];
  const requests: TaskRequestToModel[] = [];
  for (const request of made) {
    const [before, continuation] = request.arguments;
    if (!types.has(request.type) || !before) return unknownOf(notFollowed(own), own);
    if (request.type === 'loglikelihood_rolling')
      requests.push({ type: request.type, input: undefined, context: before, continuation: undefined });
    else {
      if (before.kind !== 'str') return unknownOf(before.kind === 'unknown' ? before.reason : notFollowed(own), own);
      const input = before.text === context.text ? 0 : before.text === '' ? undefined : inputs.push(inputOf(before)) - 1;
      requests.push({ type: request.type as 'loglikelihood', input, context: before, continuation });
    }
  }
  return { inputs, requests, ...choicesOf(requests) };
}

function requestsOnChat(made: readonly ClassRequest[], inputs: readonly TaskInput[], standIn: string, own: OwnClass): Made {
  const requests: TaskRequestToModel[] = [];
  for (const request of made) {
    const [before, continuation] = request.arguments;
    const known = continuation === undefined || !toGolden(continuation).json.includes(standIn);
    if (!types.has(request.type) || before?.kind !== 'str' || !known) return unknownOf(notFollowed(own), own);
    const input = before.text === standIn ? 0 : undefined;
    if (input === undefined && before.text.includes('⟪chat'))
      return unknownOf(say`The text of the chat template is changed by ${own.field.path}.`, own);
    if (request.type === 'loglikelihood_rolling') requests.push({ type: request.type, input, context: before, continuation: undefined });
    else requests.push({ type: request.type as 'loglikelihood', input, context: input === 0 ? undefined : before, continuation });
  }
  return { inputs, requests, ...choicesOf(requests) };
}

/** What is asked of a model, whatever stands for the text before it. */
function shapeOf(made: readonly ClassRequest[], standIn: string): string {
  return made
    .map(
      ({ type, arguments: args }) =>
        `${type} ${args.map((value) => toGolden(value).json.replaceAll(JSON.stringify(standIn).slice(1, -1), '⟪⟫')).join()}`,
    )
    .join('\n');
}

/** Where several texts are scored, they are the choices. */
function choicesOf(requests: readonly TaskRequestToModel[]): Pick<TaskPrompt, 'choices'> {
  if (requests.length < 2 || requests.some(({ type, continuation }) => type !== 'loglikelihood' || isNone(continuation))) return {};
  return {
    choices: new ListValue(
      requests.map(({ continuation }) => continuation!),
      nowhere,
    ),
  };
}

function notFollowed({ field }: OwnClass): string {
  return say`What construct_requests of ${field.path} gives is not followed.`;
}

function unknownOf(reason: string, { field }: OwnClass): Made {
  const messages = [harnessMessage('user', new UnknownValue(reason, field.span), new StrValue(TracedText.empty, nowhere))];
  return { inputs: [{ messages, context: plainText(messages) }], requests: [] };
}
