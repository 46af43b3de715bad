import type { ModelConfig } from '../../config/config.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import { TracedText } from '../../text/traced-text.js';
import { textOf, type Value } from '../../value.js';
import { openAiRole } from './chat.js';
import { outputOf } from './stages.js';

type Message = Extract<Output, { kind: 'messages' }>['messages'][number];

/**
 * How a class makes messages of what the parser gives. `wrapper`: empty ones are left out, neighbours of one role are joined
 * (`models/huggingface_above_v4_33.py`). `direct`: one by one (`models/openai_api.py`). `two-sided`: all that is not the model's is the
 * user's, neighbours are joined, a `system_prompt` of the config goes in front (`models/deepseek_api.py`). OpenCompass 0.5.3.
 */
type Way = 'wrapper' | 'direct' | 'two-sided';

const ways: ReadonlyMap<string, Way> = new Map<string, Way>([
  ...(['HuggingFacewithChatTemplate', 'VLLMwithChatTemplate', 'TurboMindModelwithChatTemplate'] as const).map((name) => [name, 'wrapper'] as const),
  ...(['OpenAI', 'OpenAISDK', 'OpenAISDKRollout', 'OpenAISDKStreaming', 'AI360GPT', 'Doubao', 'KrGPT', 'UniGPT'] as const).map((name) => [name, 'direct'] as const),
  ...(['DeepseekAPI', 'MoonShot', 'StepFun', 'YiAPI', 'BaiChuan'] as const).map((name) => [name, 'two-sided'] as const),
]);

/** What leaves the model class: for the classes whose way is known the messages under the names that services use, else what the parser gives. */
export function chatOutput(value: Value, model: ModelConfig | undefined): Output {
  const output = outputOf(value, model?.parser === 'api');
  const way = ways.get(model?.className ?? '');
  if (!way || output.kind !== 'messages' || model?.parser !== 'api') return output;
  if (value.kind === 'str') return { kind: 'messages', messages: withSystem(way, model, [{ role: 'user', text: value.traced }]) };
  // Plain messages are not made from the parser's, and pass.
  const isOwn = value.kind === 'list' && value.items.every((item) => item.kind === 'dict' && item.get('prompt') !== undefined);
  return isOwn ? { kind: 'messages', messages: withSystem(way, model, convert(way, output.messages)) } : output;
}

function convert(way: Way, messages: readonly Message[]): readonly Message[] {
  if (way === 'two-sided') return joined(messages.map(({ role, text }) => ({ role: role === 'BOT' ? 'assistant' : 'user', text })));
  const named = messages.map(({ role, text }) => ({ role: openAiRole(role), text }));
  return way === 'wrapper' ? joined(named.filter(({ text }) => text.length > 0)) : named;
}

function joined(messages: readonly Message[]): readonly Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role) result[result.length - 1] = { role: last.role, text: last.text.concat(lineBreak).concat(message.text) };
    else result.push(message);
  }
  return result;
}

const lineBreak = TracedText.of('\n', { kind: 'framework', what: 'line break between messages of one role' });

function withSystem(way: Way, model: ModelConfig, messages: readonly Message[]): readonly Message[] {
  const system = way === 'two-sided' ? model.value.get('system_prompt') : undefined;
  return system?.kind === 'str' && textOf(system) !== '' ? [{ role: 'system', text: system.traced }, ...messages] : messages;
}
