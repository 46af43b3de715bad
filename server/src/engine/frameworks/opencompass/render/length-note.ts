import type { ModelConfig } from '../../../config/config.js';
import type { Output, RenderedPrompt } from '../../../prompt/rendered-prompt.js';
import { asInteger } from '../../../python/runtime/semantics.js';
import { say } from '../../../core/say.js';

/**
 * The prompt with a note where it may be longer than the model's `max_seq_len`: then the inferencers drop examples, and models cut the text (OpenCompass 0.5.3
 * `openicl/icl_inferencer/icl_gen_inferencer.py`, `models/huggingface.py`). A token has a byte at least, so that a prompt of no more bytes is never cut.
 */
export function withLengthNote(prompt: RenderedPrompt, model: ModelConfig | undefined): RenderedPrompt {
  const value = model?.value.get('max_seq_len');
  const most = value && asInteger(value);
  if (most === undefined || !prompt.output) return prompt;
  const bytes = new TextEncoder().encode(textOf(prompt.output)).length;
  if (BigInt(bytes) <= most) return prompt;
  const byBytes = say`The prompt has ${String(bytes)} bytes, and max_seq_len is ${String(most)} tokens: if it has more tokens than that, examples are dropped or the text is cut.`;
  return { ...prompt, byBytes };
}

function textOf(output: Output): string {
  return output.kind === 'text' ? output.text.text : output.messages.map(({ text }) => text.text).join('\n');
}
