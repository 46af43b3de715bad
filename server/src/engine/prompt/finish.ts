import type { RenderedPrompt } from './rendered-prompt.js';

/**
 * What stands behind the prompt of every framework, whichever has rendered it: here is the place of stages that no framework assembles itself. A text of a stage that has
 * an unknown part makes the prompt unknown, for the reason of that part, so that no framework can call it exact. The row is data, and no part of what is sent.
 */
export function finish(prompt: RenderedPrompt): RenderedPrompt {
  const reasons = new Set(prompt.unknowns);
  for (const { id, turns, unknown } of prompt.stages) {
    if (unknown !== undefined) reasons.add(unknown);
    if (id === 'row') continue;
    for (const { text } of turns) for (const { origin } of text.pieces) if (origin.kind === 'unknown') reasons.add(origin.reason);
  }
  return { ...prompt, unknowns: [...reasons] };
}
