import { lmEvalErrors } from './harness-errors.js';
import type { Framework } from '../face/framework.js';
import { taskEditor } from './editor/index.js';
import { isLmEval } from './load/detect-task.js';
import { effectiveKeys } from './load/effective.js';
import { taskFileFields } from './load/schemas.js';
import { harnessPackage } from './load/harness-package.js';
import { findTask } from './load/find-by-name.js';
import { evaluateTaskFile } from './load/include.js';
import { placesOf } from './load/task-places.js';
import { taskTargetsOf, tasksOfDocument } from './load/task-targets.js';
import { raisedOnEveryRow, renderTaskTarget } from './prompt/render-target.js';
import { tokenPlanOfTask } from './prompt/task-token-plan.js';
import { columnsOfTask, rowsOfTask } from './prompt/task-rows.js';
import { harnessVersions } from './releases/find-harness.js';
import { runSplitsOf } from './run/run-splits.js';
import { lmEvalConfigOperation } from './requests/task-config-request.js';
import { lmEvalFunctionOperation } from './requests/task-function-request.js';
import { lmEvalFormatOperation } from './requests/task-format-request.js';
import { lmEvalRenderOperation } from './requests/task-render-request.js';
import { lmEvalRunOperation } from './requests/task-run-request.js';
import { lmEvalRules } from './rules/index.js';
import { looksLikeTask } from './sniff.js';

/** lm-evaluation-harness, as of version 0.4.13. */
export const lmEval: Framework = {
  id: 'lm-eval',
  title: 'lm-evaluation-harness',
  version: 'lm-evaluation-harness 0.4.13',
  fields: taskFileFields,
  previews: 'tasks',
  sniff: looksLikeTask,
  load: evaluateTaskFile,
  package: harnessPackage,
  detect: isLmEval,
  read: (evaluation, surroundings) => ({
    evaluation,
    datasets: tasksOfDocument(evaluation, surroundings),
    models: [],
    places: placesOf(evaluation),
  }),
  targets: taskTargetsOf,
  releases: harnessVersions,
  render: renderTaskTarget,
  raises: (dataset, _models, release) => [raisedOnEveryRow(dataset, release)],
  tokens: tokenPlanOfTask,
  rules: lmEvalRules,
  editor: taskEditor,
  errors: lmEvalErrors,
  operations: {
    'lm-eval-config': lmEvalConfigOperation,
    'lm-eval-render': lmEvalRenderOperation,
    'lm-eval-format': lmEvalFormatOperation,
    'lm-eval-function': lmEvalFunctionOperation,
    'lm-eval-run': lmEvalRunOperation,
  },
  findByName: findTask,
  effective: effectiveKeys,
  rows: rowsOfTask,
  runRows: runSplitsOf,
  columns: columnsOfTask,
};
