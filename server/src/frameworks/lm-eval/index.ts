import type { Framework } from '../framework.js';
import { isLmEval } from './detect.js';
import { effectiveConfig } from './load/effective.js';
import { placesOf } from './places.js';
import { raisedByTask, renderTaskTarget } from './render.js';
import { targetsOf, tasksOf } from './targets.js';
import { columnsOfTask, rowsOfTask } from './task-rows.js';

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
