import type { Evaluation } from '../../../core/evaluation.js';
import { textOf } from '../../../core/value.js';
import { isGroupWithoutTask, isSlipOfInclude, isSlipOfTask } from '../sniff.js';

/** Keys that only tasks, groups and what they include have. */
const telling = [
  'doc_to_text',
  'doc_to_target',
  'doc_to_choice',
  'dataset_path',
  'custom_dataset',
  'output_type',
  'metric_list',
  'aggregate_metric_list',
  'group_alias',
  'task_alias',
  'training_split',
  'validation_split',
  'test_split',
  'fewshot_split',
  'fewshot_config',
  'process_docs',
  'process_results',
  'generation_kwargs',
  'filter_list',
  'num_fewshot',
  'use_prompt',
];

/** Keys of configs of the OpenCompass family. */
const foreign = ['_base_', 'models', 'datasets'];

/** Whether a document is a task or group of lm-evaluation-harness, or a file that tasks include. */
export function isLmEval({ language, value, baseImports }: Evaluation): boolean {
  const has = (key: string): boolean => value.entry(key) !== undefined;
  if (language !== 'yaml' || foreign.some(has)) return false;
  if (telling.some(has)) return true;
  const named = has('task') || has('group');
  if (!named) return false;
  if (baseImports.length > 0 || has('class') || has('tag') || (has('group') && has('task'))) return true;
  const isOne = (isSlip: (key: string) => boolean): boolean => [...value.entries.values()].some(({ key }) => isSlip(textOf(key) ?? ''));
  if (has('task') && (has('dataset_name') || has('dataset_path')) && isOne(isSlipOfInclude)) return true;
  if (isGroupWithoutTask(new Set([...value.entries.values()].map(({ key }) => textOf(key) ?? '')))) return true;
  return has('group') && has('metadata') && isOne(isSlipOfTask);
}
