import type { DatasetConfig } from '../../../config/config.js';
import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import type { ReadConfig } from '../../face/behaviour.js';
import type { InlayHint } from '../../face/editor.js';

/** `num_fewshot`, or the name of a task that has it from a file that it includes. */
export function shotsAtTask({ value }: DatasetConfig, { config: { evaluation } }: ReadConfig): Span | undefined {
  const shots = value.entry('num_fewshot');
  if (shots?.value.kind !== 'int' || shots.value.value <= 0n) return undefined;
  const at = shots.valueSpan.file === evaluation.file ? shots.valueSpan : value.entry('task')?.valueSpan;
  return at?.file === evaluation.file ? at : undefined;
}

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
