import { findDatasetRows } from '../../../rows/find-dataset.js';
import { type DatasetRows } from '../../../rows/dataset-rows.js';
import { fileFormats, findNamedFiles } from '../../../rows/named-files.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import type { DatasetSplits, Surroundings, Target } from '../../face/behaviour.js';
import { fewShotSource } from './few-shot.js';
import type { TaskDataset } from '../load/own-harness.js';
import { parseTemplate, usesOf } from '../../../jinja/index.js';
import { harnessRelease } from '../releases/find-harness.js';
import { isNone } from '../values/harness-values.js';

/**
 * The rows of a task's dataset on this machine: those of the split that is asked, and of the split that shots come from (lm-evaluation-harness
 * 0.4.13 `api/task.py`: `eval_docs`, `fewshot_docs`). Undefined where the rows of the files are not the task's: a function changes them, or
 * arguments say what to load.
 * @param release by whose rules the split of the shots is chosen; absent: the newest
 */
export function rowsOfTask({ dataset }: Target, { workspace }: Surroundings, release?: string): DatasetSplits | undefined {
  const { value: config, harness }: TaskDataset = dataset;
  const split = textOf(given(config, 'test_split') ?? given(config, 'validation_split'));
  if (split === undefined || given(config, 'custom_dataset') || given(config, 'process_docs')) return undefined;
  const test = rowsOfSplit(config, split, workspace);
  if (!test) return undefined;
  const source = fewShotSource(config, harness, harnessRelease(release));
  const train =
    source?.pool.kind === 'split' && source.processDocs === undefined ? rowsOfSplit(config, source.pool.split, workspace) : undefined;
  return { test, ...(train && { train }) };
}

/** What `load_dataset(dataset_path, dataset_name, **dataset_kwargs)` loads; undefined where that is not known. */
export function rowsOfSplit(config: DictValue, split: string, workspace: Workspace): DatasetRows | undefined {
  const path = textOf(config.get('dataset_path'));
  const name = given(config, 'dataset_name');
  const kwargs = given(config, 'dataset_kwargs');
  if (path === undefined || (name && name.kind !== 'str') || (kwargs && kwargs.kind !== 'dict')) return undefined;
  const told = [...(kwargs?.entries.values() ?? [])].map(({ key }) => textOf(key)).filter((key) => key !== 'trust_remote_code');
  if (told.length === 0) return findDatasetRows(workspace, path, textOf(name), split);
  const files = told.length === 1 && fileFormats.has(path) ? kwargs?.get('data_files') : undefined;
  return files && findNamedFiles(workspace, files, split);
}

function given(config: DictValue, field: string): Value | undefined {
  const value = config.get(field);
  return value === undefined || isNone(value) ? undefined : value;
}

/** Fields that are templates over the row that is asked about. */
const templates = ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'gen_prefix'];

/** The columns that the templates of a task need of a row of its files: what they say to do without is not among them, nor what a function makes. */
export function columnsOfTask({ dataset: { value: config } }: Target): readonly string[] {
  if (given(config, 'process_docs')) return [];
  const names = templates.flatMap((field) => {
    const text = textOf(config.get(field));
    // A template that cannot be parsed is reported as such, and needs nothing.
    return text === undefined ? [] : usesIn(text);
  });
  return [...new Set(names)];
}

function usesIn(text: string): string[] {
  try {
    return usesOf(parseTemplate(text)).flatMap(({ name, missing, guarded }) => (missing === 'handled' || guarded ? [] : [name]));
  } catch {
    return [];
  }
}
