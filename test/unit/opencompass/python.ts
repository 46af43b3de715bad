import { finish } from '../../../server/src/engine/prompt/finish.js';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import type { Evaluation } from '../../../server/src/engine/core/evaluation.js';
import { openCompass } from '../../../server/src/engine/frameworks/opencompass/index.js';
import type { Config } from '../../../server/src/engine/config/config.js';
import type { RenderOptions } from '../../../server/src/engine/frameworks/face/behaviour.js';
import type { RenderedPrompt, Stage } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** Evaluates the first of the given files, by paths below /ws. */
export function evaluate(files: Readonly<Record<string, string>>): Evaluation {
  const absolute = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text]));
  const [main] = Object.keys(absolute);
  return evaluateDocument(main!, absolute[main!]!, 'python', new MemoryWorkspace(absolute, ['/ws']));
}

export function read(files: Readonly<Record<string, string>> | string): Config {
  const evaluation = evaluate(typeof files === 'string' ? { 'config.py': files } : files);
  if (!evaluation.ok) throw new Error(evaluation.error?.message ?? 'does not evaluate');
  return openCompass.read(evaluation);
}

/** The prompt of the config's first pair. */
export function render(files: Readonly<Record<string, string>> | string, options?: RenderOptions): RenderedPrompt {
  return finish(openCompass.render(openCompass.targets(read(files))[0]!, options));
}

export function stage(prompt: RenderedPrompt, id: Stage['id']): Stage {
  const found = prompt.stages.find((one) => one.id === id);
  if (!found) throw new Error(`no stage ${id}`);
  return found;
}

/** The turns of a stage as `who|detail|kind: text`, with `‸` where the model starts to write. */
export function turns(of: Stage): string[] {
  return of.turns.map((turn) => `${turn.who}|${turn.detail ?? ''}|${turn.kind}: ${turn.text.text}${turn.generates ? '‸' : ''}`);
}
