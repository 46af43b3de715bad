import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { DictValue, ListValue, NoneValue, str, textOf, UnknownValue, type RefValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { fileFormats, findNamedFiles } from '../../../rows/named-files.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { notedMetadata } from '../values/noted-metadata.js';
import { isNone } from '../values/harness-values.js';

/** The rows of a task's splits as the harness has them once the dataset is loaded. */
export interface TaskData {
  /** A `Dataset`, or a list of rows; unknown where they are not to be had. @throws PyError KeyError for a split that is not there */
  split(name: string): Value;
}

/**
 * What the harness loads for a task (lm-evaluation-harness 0.4.13 `api/task.py`, `download`): what `custom_dataset` makes, or
 * `load_dataset(dataset_path, dataset_name, **dataset_kwargs)`.
 * @throws PyError what loading raises
 */
export function loadTaskData(
  config: DictValue,
  functions: TaskFunctions,
  workspace: Workspace,
  release: HarnessRelease,
): TaskData | UnknownValue {
  const loaded = loadedBy(config, functions, workspace, release);
  if (loaded.kind === 'unknown') return loaded;
  return { split: (name) => splitOf(loaded, name, config) };
}

function loadedBy(config: DictValue, functions: TaskFunctions, workspace: Workspace, release: HarnessRelease): Value {
  const custom = config.get('custom_dataset');
  if (custom && !isNone(custom)) return customDataset(config, custom, functions, release);
  const keywords = new Map<string, Value>();
  keywords.set('path', config.get('dataset_path') ?? new NoneValue(nowhere));
  keywords.set('name', config.get('dataset_name') ?? new NoneValue(nowhere));
  const kwargs = config.get('dataset_kwargs');
  if (kwargs?.kind === 'unknown') return kwargs;
  if (kwargs?.kind === 'dict') for (const { key, value } of kwargs.entries.values()) keywords.set(textOf(key) ?? '', value);
  keywords.delete('trust_remote_code');
  const files = keywords.get('data_files');
  if (files && fileFormats.has(textOf(keywords.get('path')) ?? '')) keywords.set('data_files', placed(files, workspace));
  return functions.loadDataset(keywords, config);
}

function customDataset(config: DictValue, custom: Value, functions: TaskFunctions, release: HarnessRelease): Value {
  if (custom.kind !== 'ref') return new UnknownValue(say`What custom_dataset makes is not known.`, custom.span);
  const keywords = new Map<string, Value>();
  for (const field of ['metadata', 'dataset_kwargs']) {
    const given = field === 'metadata' && release.notesConfigSource ? notedMetadata(config) : config.get(field);
    if (given?.kind === 'unknown') return given;
    if (given?.kind !== 'dict') continue;
    for (const { key, value } of given.entries.values()) {
      const name = textOf(key) ?? '';
      if (keywords.has(name))
        throw new PyError('TypeError', `${custom.path} got multiple values for keyword argument '${name}'`, value.span);
      keywords.set(name, value);
    }
  }
  return functions.withKeywords(custom as RefValue, keywords);
}

/** Relative paths in place of which those stand that they lead to, since where the harness is started is not known. */
function placed(files: Value, workspace: Workspace): Value {
  if (files.kind === 'dict') {
    const dict = new DictValue(files.span);
    for (const { key, value } of files.entries.values()) if (key.kind === 'str') dict.set(key.text, placedFiles(value, workspace));
    return dict;
  }
  return placedFiles(files, workspace);
}

function placedFiles(files: Value, workspace: Workspace): Value {
  const found = findNamedFiles(workspace, files, 'train');
  if (!found || !('files' in found)) return files;
  const paths = found.files.map((file) => str(file, files.span));
  return files.kind === 'list' ? new ListValue(paths, files.span) : paths[0]!;
}

function splitOf(loaded: Value, name: string, config: DictValue): Value {
  const found = loaded.kind === 'dict' ? loaded.get(name) : undefined;
  if (found) return found;
  if (loaded.kind !== 'dict') return new UnknownValue(say`What the dataset is made of is not known.`, config.span);
  throw new PyError('KeyError', `'${name}'`, config.get('test_split')?.span ?? config.span);
}
