import type { Framework } from '../face/framework.js';
import { isLmEval } from './load/detect-task.js';
import { effectiveConfig } from './load/effective.js';
import { placesOf } from './load/task-places.js';
import { raisedByTask, renderTaskTarget } from './prompt/render-target.js';
import { targetsOf, tasksOf } from './load/task-targets.js';
import { columnsOfTask, rowsOfTask } from './prompt/task-rows.js';

/** lm-evaluation-harness, as of version 0.4.13. */
export const lmEval: Framework = {
  id: 'lm-eval',
  title: 'lm-evaluation-harness',
  version: 'lm-evaluation-harness 0.4.13',
  previews: 'tasks',
  detect: isLmEval,
  read: (evaluation, surroundings) => ({ evaluation, datasets: tasksOf(evaluation, surroundings), models: [], places: placesOf(evaluation) }),
  targets: targetsOf,
  render: renderTaskTarget,
  raises: (dataset) => [raisedByTask(dataset)],
  effective: effectiveConfig,
  rows: rowsOfTask,
  columns: columnsOfTask,
};
