import { textOf } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { harnessSourceOf } from '../../load/harness-source.js';
import { choiceMetrics } from '../../values/metric-facts.js';
import { metricsOf } from './metrics.js';
import type { Task } from './task.js';

/** What choices may be scored by besides, and generated texts too. */
const besides: readonly string[] = ['f1', 'mcc', 'brier_score', 'likelihood'];

/**
 * Whether a task whose answers are generated was meant to score choices: it has choices, and its metrics are those of choices, one at least such that its mean raises
 * TypeError for generated texts (lm-evaluation-harness 0.4.13 `api/metrics.py`, `acc_fn` and its neighbours).
 */
export function isMeantAsChoice(task: Task, { file, surroundings: { workspace } }: CheckContext): boolean {
  if (task.outputType !== 'generate_until' || !task.given('doc_to_choice') || !task.lacks('process_results')) return false;
  const metrics = metricsOf(task).map((metric) => ({
    name: textOf(metric.get('metric')) ?? '',
    isMean: !metric.entry('aggregation') || textOf(metric.get('aggregation')) === 'mean',
  }));
  const source = harnessSourceOf(file, workspace);
  const raises = metrics.some(({ name, isMean }) => isMean && choiceMetrics.includes(name) && !source?.scores(name));
  return raises && metrics.every(({ name }) => choiceMetrics.includes(name) || besides.includes(name));
}
