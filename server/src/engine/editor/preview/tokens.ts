import { say } from '../../core/say.js';
import { findTokenizer } from '../../tokens/find-tokenizer.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { FileId } from '../../core/span.js';
import type { RenderedPrompt } from '../../prompt/rendered-prompt.js';
import { families } from '../../chat/families.js';
import { asMessages } from './chat-templates.js';
import type { PreviewOf, PreviewSelection } from './preview-shape.js';

/** Where the tokenizer of a target is, and how the run uses it; nothing where the prompt is no text, or none of it is known. */
export function tokensShown(
  { framework, surroundings }: LoadedConfig,
  file: FileId,
  target: Target,
  prompt: RenderedPrompt,
  selection: PreviewSelection,
  chatTemplate: string | undefined,
): Pick<PreviewOf<unknown, unknown>, 'tokens'> {
  const model = selection.tokenizer ?? tokenizerOfTemplate(chatTemplate);
  const plan = prompt.output?.kind === 'text' ? framework.tokens?.(target, prompt.mode, { surroundings, file, model }) : undefined;
  if (!plan) return {};
  const { tokenizer: own, ...rest } = plan;
  const spec = selection.tokenizer ?? own ?? model;
  if (spec === undefined) return { tokens: rest };
  const found = findTokenizer(surroundings.workspace, spec, file);
  // What was picked by hand may lie anywhere: the thread that reads it says whether it can.
  if (selection.tokenizer !== undefined) return { tokens: { ...rest, name: spec, file: spec } };
  const place = 'found' in found ? { file: found.found } : { problem: found.problem };
  return { tokens: { ...rest, name: spec, ...place } };
}

/** A chat template that was picked is mostly that of a tokenizer; a shipped family has none. */
function tokenizerOfTemplate(id: string | undefined): string | undefined {
  return id === undefined || id === '' || id === asMessages || families.some((family) => family.id === id) ? undefined : id;
}

/**
 * With a note where the prompt may be longer than the room that is left for it: that of the framework, else for prompts of tasks one by the bytes. A token has a byte at least, so that a
 * prompt of no more bytes is never cut.
 */
export function withRoomNote(
  { output, byBytes: own }: RenderedPrompt,
  { previews }: LoadedConfig['framework'],
  { tokens }: Pick<PreviewOf<unknown, unknown>, 'tokens'>,
): Pick<PreviewOf<unknown, unknown>, 'tokens'> {
  if (!tokens) return {};
  if (own !== undefined) return { tokens: { ...tokens, byBytes: own } };
  const room = tokens.budget;
  if (previews !== 'tasks' || output?.kind !== 'text' || !room || room.most === 0) return { tokens };
  const bytes = new TextEncoder().encode(output.text.text).length;
  if (bytes <= room.most) return { tokens };
  const byBytes = say`The prompt has ${String(bytes)} bytes, and there is room for ${String(room.most)} tokens (${room.reckoned}): if it has more tokens than that, its beginning is cut away.`;
  return { tokens: { ...tokens, byBytes } };
}
