import type { Evaluation } from '../../../core/evaluation.js';
import type { Config } from '../../../config/config.js';
import type { Surroundings, Target } from '../../face/behaviour.js';
import type { Framework } from '../../face/framework.js';
import { harnessPackage } from '../load/harness-package.js';
import { evaluateTaskFile } from '../load/include.js';
import { columnsOfTask, rowsOfTask } from '../prompt/task-rows.js';
import { planOfModelArgs } from '../prompt/task-token-plan.js';
import { harnessVersions } from '../releases/find-harness.js';
import { runSplitsOf } from '../run/run-splits.js';
import { isRunConfig } from './detect-run-config.js';
import { renderRunTarget, stopOf } from './render-run.js';
import { runConfigRules } from './rules/index.js';
import { runEditor } from './run-editor.js';
import { runFields } from './run-fields.js';
import { tasksOfRun, type RunTask } from './run-tasks.js';
import { looksLikeRunConfig } from '../sniff-run-config.js';

/** The configs that `lm-eval run --config` of lm-evaluation-harness takes, as of version 0.4.13: tasks, a model, and how they meet. */
export const lmEvalRun: Framework = {
  id: 'lm-eval-run',
  partOf: 'lm-eval',
  title: 'lm-evaluation-harness',
  version: 'lm-evaluation-harness 0.4.13',
  fields: runFields,
  previews: 'tasks',
  sniff: looksLikeRunConfig,
  load: evaluateTaskFile,
  package: harnessPackage,
  detect: isRunConfig,
  read: (evaluation) => readRun(evaluation),
  targets: targetsOfRun,
  releases: harnessVersions,
  render: renderRunTarget,
  // A task is told of in its own file.
  raises: () => [undefined],
  neverSent: stopOf,
  tokenizerOf: ({ dataset }) => tokenizerOf(dataset as RunTask),
  tokens: (target, mode, around) => planOfModelArgs(target, mode, around, (target.dataset as RunTask).run.modelArgs),
  rules: runConfigRules,
  editor: runEditor,
  rows: rowsOfTask,
  runRows: runSplitsOf,
  columns: columnsOfTask,
};

function readRun(evaluation: Evaluation): Config {
  const { value } = evaluation;
  return { evaluation, datasets: [], models: [], places: [{ kind: 'run', value, useSpan: value.span, path: '' }] };
}

function targetsOfRun({ evaluation }: Config, surroundings?: Surroundings): Target[] {
  return surroundings ? tasksOfRun(evaluation, surroundings).map((dataset) => ({ dataset, model: undefined })) : [];
}

/** Where the tokenizer is whose chat template the run applies. */
function tokenizerOf({ run: { chat } }: RunTask): string | undefined {
  return chat?.kind === 'template' ? chat.tokenizer : undefined;
}
