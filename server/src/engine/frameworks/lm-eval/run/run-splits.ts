import { CacheKey } from '../../../core/cache-key.js';
import { PyError } from '../../../core/errors.js';
import { RecentMap } from '../../../core/recent-map.js';
import { say } from '../../../core/say.js';
import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import { textOf, type DictValue, type UnknownValue, type Value } from '../../../core/value.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { readByRelease } from '../../../data/datasets/table-by-release.js';
import type { ComputedRows, DoubtfulColumns, SplitSource } from '../../../rows/dataset-rows.js';
import type { DatasetSplits, Surroundings, Target } from '../../face/behaviour.js';
import { ownClassOf } from '../functions/own-class.js';
import type { TaskFunctions } from '../functions/task-functions.js';
import type { TaskDataset } from '../load/own-harness.js';
import { rowsOfSplit, rowsOfTask } from '../prompt/task-rows.js';
import { harnessRelease } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { loadTaskData } from './task-data.js';
import { TaskRun } from './task-run.js';

/** Datasets that are kept: what was asked for the longest ago is loaded anew. */
const mostKept = 8;

/** The fields of a task that its rows depend on. */
const rowFields = [
  'class',
  'custom_dataset',
  'dataset_path',
  'dataset_name',
  'dataset_kwargs',
  'metadata',
  'training_split',
  'validation_split',
  'test_split',
  'fewshot_split',
  'process_docs',
  'fewshot_config',
];

const key = new CacheKey<KeptSplits>('loaded tasks');

/**
 * The documents of a task and the rows that its shots are drawn from as a run has them, after its functions; where they cannot be followed, those of the files that
 * hold them.
 * @param named the release of the run; absent: the newest
 */
export function runSplitsOf(target: Target, surroundings: Surroundings, named?: string): DatasetSplits | undefined {
  const { functions, value }: TaskDataset = target.dataset;
  const files = value.entry('class') ? undefined : rowsOfTask(target, surroundings, named);
  if (!functions) return files;
  const kept = surroundings.remember(key, () => {
    const made = new KeptSplits();
    return { value: made, concerns: (file) => made.concerns(file) };
  });
  const known = fileAsked(value, surroundings.workspace);
  const release = harnessRelease(named);
  const made = kept.splits(value, release, () => loaded(target.dataset, functions, release, surroundings, known));
  // What the files say of themselves is plainer than why loading them in place of the library fails.
  return made && 'problem' in made.test && files ? { ...files, ...failureOf(made) } : (made ?? files);
}

/** How loading fails, which needs all files of the dataset. */
function failureOf({ raises, doubt }: DatasetSplits): Pick<DatasetSplits, 'raises' | 'doubt'> {
  return { ...(raises !== undefined && { raises }), ...(doubt !== undefined && { doubt }) };
}

/** The file that holds the rows that are asked, where the config names it. */
function fileAsked(config: DictValue, workspace: Workspace): FileId | undefined {
  const split = textOf(config.get('test_split')) ?? textOf(config.get('validation_split'));
  const rows = split === undefined ? undefined : rowsOfSplit(config, split, workspace);
  return rows && 'files' in rows ? rows.files[0] : undefined;
}

/** What a project has loaded: forgotten when a file changes that it was made of. */
class KeptSplits {
  private readonly kept = new RecentMap<string, DatasetSplits>(mostKept);
  private readonly files = new Set<FileId>();

  splits(
    config: DictValue,
    release: HarnessRelease,
    load: () => { readonly splits: DatasetSplits; readonly files: readonly FileId[] },
  ): DatasetSplits {
    const fields = rowFields.map((field) => ofField(config.get(field)));
    return this.kept.getOr(`${release.name}\n${config.span.file}\n${fields.join('\n')}`, () => {
      const { splits, files } = load();
      for (const file of files) this.files.add(file);
      return splits;
    });
  }

  concerns(file: FileId): boolean {
    return this.files.has(file);
  }
}

function ofField(value: Value | undefined): string {
  return value ? toGolden(value).json : '';
}

function loaded(
  task: TaskDataset,
  functions: TaskFunctions,
  release: HarnessRelease,
  surroundings: Surroundings,
  known: FileId | undefined,
): { readonly splits: DatasetSplits; readonly files: readonly FileId[] } {
  const before = new Set(functions.files);
  functions.startOver();
  const from = (): FileId | undefined => known ?? functions.files.find((file) => !before.has(file) && !file.endsWith('.py'));
  return { splits: splitsOf(task, functions, release, surroundings, from), files: functions.files };
}

function splitsOf(
  task: TaskDataset,
  functions: TaskFunctions,
  release: HarnessRelease,
  { workspace }: Surroundings,
  from: () => FileId | undefined,
): DatasetSplits {
  try {
    const run = runOf(task, functions, release, workspace);
    if ('absent' in run) return { test: run };
    if ('kind' in run) return { test: { problem: run.reason } };
    const pool = run.hasPool ? run.pool() : [];
    const doubtful = doubtfulColumns(task.value, functions);
    const made = (rows: readonly Value[]): SplitSource => ({ computed: computed(rows, doubtful, functions.unfollowed), from: from() });
    return { test: made(run.documents), train: 'kind' in pool ? { problem: pool.reason } : made(pool) };
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    // Where releases differ, another one may not raise.
    if (functions.doubtful === 'all') return { test: { problem: readByRelease('all') }, doubt: readByRelease('all') };
    const problem = say`Loading the rows of ${textOf(task.value.get('task')) ?? say`the task`} raises ${error.type}: ${error.text}`;
    // A run may be started where the file is.
    return { test: { problem }, ...(error.type === 'FileNotFoundError' ? { doubt: problem } : { raises: `${error.type}: ${error.text}` }) };
  }
}

function runOf(
  task: TaskDataset,
  functions: TaskFunctions,
  release: HarnessRelease,
  workspace: Workspace,
): TaskRun | UnknownValue | { readonly problem: string; readonly absent: true } {
  const own = ownClassOf(task.value, functions, release);
  if (own) return 'kind' in own ? own : TaskRun.ofClass(own, task, release);
  const data = loadTaskData(task.value, functions, workspace, release);
  return 'kind' in data ? { problem: data.reason, absent: true } : TaskRun.of(task, data, release);
}

function computed(rows: readonly Value[], doubtful: DoubtfulColumns, unfollowed: string | undefined): ComputedRows {
  return { count: rows.length, at: (index) => rows[index] as DictValue, doubtful, unfollowed };
}

/** What a function makes of columns has other names. */
function doubtfulColumns(task: DictValue, { doubtful }: TaskFunctions): DoubtfulColumns {
  const passed = ['process_docs', 'custom_dataset', 'class'].every((field) => !task.entry(field));
  return passed || doubtful.length === 0 ? doubtful : 'all';
}
