import { say } from '../../../core/say.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { InlayHint } from '../../face/editor.js';

/** How many examples a task shows by a file that it includes: what it writes itself needs no hint. */
export function taskHints({ config: { evaluation } }: ReadConfig): InlayHint[] {
  const { value, file } = evaluation;
  const shots = value.entry('num_fewshot');
  const task = value.entry('task');
  if (!shots || shots.keySpan.file === file || shots.value.kind !== 'int' || task?.valueSpan.file !== file) return [];
  const count = shots.value.value;
  const label = count === 1n ? say`1 shot` : say`${String(count)} shots`;
  return [{ kind: 'shots', at: task.valueSpan, label, tooltip: say`In-context examples in front of each question.` }];
}
