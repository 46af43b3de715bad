import { say } from '../../../core/say.js';
import type { RenderedPrompt, Stage } from '../../../prompt/rendered-prompt.js';
import type { RenderOptions, Target } from '../../face/behaviour.js';
import { renderTaskTarget } from '../prompt/render-target.js';
import type { ModelChat } from './model-chat.js';
import { choicesOf } from './run-options.js';
import { stopOfTask, type RunTask } from './run-tasks.js';

/**
 * The prompt of a task as a config of a run has it asked (lm-evaluation-harness 0.4.13 `evaluator.py`, `simple_evaluate`). Never throws.
 * @param options what is given here is asked in place of what the config says
 */
export function renderRunTarget(target: Target, options: RenderOptions = {}): RenderedPrompt {
  const task = target.dataset as RunTask;
  const { systemInstruction } = task.run;
  const prompt = { ...rendered(task, target, options), ...(systemInstruction !== undefined && { systemInstruction }) };
  const stop = stopOf(target);
  const message = stop ?? task.refused?.message;
  if (message === undefined || prompt.error) return prompt;
  return { ...prompt, doubts: [...(prompt.doubts ?? []), { kind: stop === undefined ? 'incomplete' : 'never-sent', message }] };
}

/** Why a run stops before it asks anything of a task: a sentence. */
export function stopOf({ dataset }: Target): string | undefined {
  const task = dataset as RunTask;
  return task.refused?.sure ? task.refused.message : stopOfTask(task);
}

function rendered(task: RunTask, target: Target, options: RenderOptions): RenderedPrompt {
  const { run } = task;
  const { chat } = run;
  const asked = {
    ...options,
    ...withDefault('shots', options.shots, run.numFewshot),
    ...withDefault('systemInstruction', options.systemInstruction, run.systemInstruction),
    ...withDefault('multiturn', options.multiturn, run.multiturn),
    ...withDefault('generation', options.generation, run.generation),
    run: { ...choicesOf(run, task.abbr), ...options.run },
  };
  if (!chat || options.asMessages) return renderTaskTarget(target, asked);
  const variables = chat.kind === 'template' ? chat.variables : {};
  if (options.chatTemplate && variables) return renderTaskTarget(target, { ...asked, chatVariables: variables });
  const { chatTemplate, ...others } = asked;
  void chatTemplate;
  return asMessages(renderTaskTarget(target, { ...others, asMessages: true }), chat);
}

function withDefault<K extends keyof RenderOptions>(
  key: K,
  asked: RenderOptions[K],
  own: RenderOptions[K],
): Partial<Pick<RenderOptions, K>> {
  const value = asked ?? own;
  return value === undefined ? {} : ({ [key]: value } as Partial<Pick<RenderOptions, K>>);
}

/** A service takes the messages as they are; of any other model the text is not known that its chat template makes of them. */
function asMessages(prompt: RenderedPrompt, chat: ModelChat): RenderedPrompt {
  if (chat.kind === 'messages' || prompt.error) return prompt;
  const reason = whyUnknown(chat);
  const unknown: Stage = { id: 'chat-template', title: say`Chat template`, summary: say`unknown`, turns: [], unknown: reason };
  return { ...prompt, stages: [...prompt.stages, unknown], unknowns: [...prompt.unknowns, reason] };
}

function whyUnknown(chat: Exclude<ModelChat, { kind: 'messages' }>): string {
  if (chat.kind === 'unknown')
    return say`The messages are those of the run; what a model of the kind ${chat.model} makes of them is not known. Choose a chat template to see it.`;
  if (chat.variables === undefined)
    return say`The messages are those of the run; what model_args give the chat template beside them is not known.`;
  return chat.tokenizer === undefined
    ? say`The messages are those of the run; model_args name no tokenizer whose chat template could be applied. Choose one to see the text.`
    : say`The messages are those of the run; the chat template of ${chat.tokenizer} is not on this machine. Choose one to see the text.`;
}
