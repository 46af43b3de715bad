import type { Evaluation } from '../../../core/evaluation.js';
import { fileFrom, placesFrom } from '../../../core/folder-from.js';
import type { FileId } from '../../../core/span.js';
import { say } from '../../../core/say.js';
import { DictValue, ListValue, str, textOf } from '../../../core/value.js';
import type { Surroundings } from '../../face/behaviour.js';
import { taskFunctionsOf } from '../functions/task-functions.js';
import { membersOf } from '../load/members.js';
import { ownHarnessOf, type TaskDataset } from '../load/own-harness.js';
import { readyTaskIndexOf } from '../load/task-indexes.js';
import type { TaskIndex } from '../load/task-index.js';
import { tasksIn, tasksOfDocument } from '../load/task-targets.js';
import { releaseOf } from '../releases/find-harness.js';
import { mergedDicts } from '../values/merged-dicts.js';
import { isTaskPath, matchesOf, runNamesIn, type RunName } from './run-names.js';
import { isChatService } from './model-chat.js';
import { namesSamplesFile, runOptionsOf, type TaskRunOptions } from './run-options.js';
import { refusalsOf } from './run-refusals.js';
import { unknownKeysOf } from './unknown-keys.js';

/** Why a run stops before it asks anything: a sentence. */
export interface RefusedRun {
  readonly message: string;
  /** Whether it does: a name that is not found may be one of the harness's own tasks, which are out of reach. */
  readonly sure: boolean;
}

/** A task that a config of a run has asked, with how it is asked. */
export interface RunTask extends TaskDataset {
  readonly run: TaskRunOptions;
  /** Why the run stops, or may stop, whatever the task is; undefined where it does not. */
  readonly refused: RefusedRun | undefined;
}

/** The tasks that a config can name: those of the harness, of the folders around it, and of its own `include_path`, which win; undefined while they are being read. */
export function indexOfRun({ file, value }: Evaluation, surroundings: Surroundings): TaskIndex | undefined {
  const { workspace } = surroundings;
  const path = value.get('include_path');
  // Where the run is started is not known, and a path such as `.` leads somewhere from everywhere: the nearest folder wins, and those of the others are known, too.
  const places = path?.kind === 'str' ? placesFrom(file, path.text, workspace) : [];
  const folders = places.filter((place) => workspace.stat(place)?.kind === 'directory').reverse();
  return readyTaskIndexOf(file, surroundings, folders);
}

/** The tasks that a config of a run has asked, each once, in its order; none while the names of all tasks are being read. */
export function tasksOfRun(evaluation: Evaluation, surroundings: Surroundings): RunTask[] {
  const names = runNamesIn(evaluation.value.get('tasks'));
  const index = names.length > 0 ? indexOfRun(evaluation, surroundings) : undefined;
  if (!index) return [];
  const run = runOptionsOf(evaluation.value);
  const refused = refusedRun(evaluation, names, index, surroundings);
  const registered = registeredTasks(
    evaluation,
    names.filter((name) => !isTaskPath(name)),
    index,
    surroundings,
  );
  const files = names.filter(isTaskPath).flatMap((name) => tasksInFile(name, evaluation.file, index, surroundings));
  const found = new Map<string, TaskDataset>();
  for (const task of [...registered, ...files]) if (!found.has(task.abbr)) found.set(task.abbr, task);
  return [...found.values()].map((task, i) => new AskedTask(task, run, refused, i));
}

/** What a run refuses, or names that there are not. */
function refusedRun(
  { value, file }: Evaluation,
  names: readonly RunName[],
  index: TaskIndex,
  surroundings: Surroundings,
): RefusedRun | undefined {
  const [refusal] = refusalsOf(value, releaseOf(file, surroundings));
  if (refusal) return { message: refusal.message, sure: true };
  const [key] = unknownKeysOf(value, file, surroundings.workspace);
  if (key) return { message: key.message, sure: key.sure };
  const unregistered = releaseOf(file, surroundings).runsFiles
    ? undefined
    : names.find((name) => isUnregistered(name, file, index, surroundings));
  if (unregistered)
    return {
      message: say`Until 0.4.11 a file is run only where its task is registered, as those below include_path are: the run stops with KeyError.`,
      sure: true,
    };
  const missing = names.filter((name) => !isTaskPath(name) && matchesOf(name.text, index).length === 0);
  if (missing.length === 0) return namesSamplesFile(value) ? { message: samplesUnknown(), sure: false } : undefined;
  const listed = missing.map(({ text }) => text).join(', ');
  if (surroundings.workspace.packageRoot('lm_eval', file) !== undefined)
    return { message: say`The run stops with ValueError: Tasks not found: ${listed}.`, sure: true };
  return { message: say`The harness's own tasks are out of reach: whether the run finds ${listed} is not known.`, sure: false };
}

function samplesUnknown(): string {
  return say`Which rows are asked is said by the text or the file of samples, which is not read: with others the examples of a row are others.`;
}

function isUnregistered(name: RunName, near: FileId, index: TaskIndex, surroundings: Surroundings): boolean {
  return isTaskPath(name) && tasksInFile(name, near, index, surroundings).some(({ abbr }) => index.entry(abbr) === undefined);
}

/** Why the run stops at the requests of a task: a sentence. */
export function stopOfTask({ run: { model }, value }: RunTask): string | undefined {
  const type = textOf(value.get('output_type')) ?? 'generate_until';
  if (!isChatService(model) || type === 'generate_until' || value.entry('class')) return undefined;
  return say`A task of the type ${type} is scored by log-likelihoods, which a model of the kind ${model} does not give: the run stops with NotImplementedError.`;
}

/** They are what a group of these names would have. */
function registeredTasks(evaluation: Evaluation, names: readonly RunName[], index: TaskIndex, surroundings: Surroundings): TaskDataset[] {
  const { file, value } = evaluation;
  const all = names.flatMap(({ text, span }) => matchesOf(text, index).map((match) => str(match, span)));
  const group = new DictValue(value.span);
  group.set('task', new ListValue(all, value.span));
  const around = {
    descendant: undefined,
    harness: ownHarnessOf(file, surroundings.workspace),
    functions: taskFunctionsOf(file, surroundings),
  };
  return tasksIn(membersOf(group, index, releaseOf(file, surroundings)), around);
}

function tasksInFile(name: RunName, near: FileId, index: TaskIndex, surroundings: Surroundings): TaskDataset[] {
  const file = fileFrom(near, name.text, surroundings.workspace);
  const evaluation = file === undefined ? undefined : index.evaluate(file);
  return evaluation?.ok ? tasksOfDocument(evaluation, surroundings).map((task) => ({ ...task, namedAt: name.span })) : [];
}

/** Its config is read when it is asked for: a group may have thousands of tasks. */
class AskedTask implements RunTask {
  readonly list = '';
  readonly inferCfg = undefined;
  readonly readerCfg = undefined;
  private told: DictValue | undefined;

  constructor(
    private readonly task: TaskDataset,
    readonly run: TaskRunOptions,
    readonly refused: RefusedRun | undefined,
    readonly index: number,
  ) {}

  get abbr(): string {
    return this.task.abbr;
  }

  /** What makes the rows of a task may ask for what the run tells it. */
  get value(): DictValue {
    const { value } = this.task;
    if (!value.entry('custom_dataset') && !value.entry('class')) return value;
    return (this.told ??= withMetadata(value, this.run.metadata));
  }

  get namedAt(): TaskDataset['namedAt'] {
    return this.task.namedAt;
  }

  get harness(): TaskDataset['harness'] {
    return this.task.harness;
  }

  get functions(): TaskDataset['functions'] {
    return this.task.functions;
  }
}

/** A task with what a run adds to its `metadata` (0.4.13 `tasks/_factory.py`). */
function withMetadata(task: DictValue, told: DictValue): DictValue {
  const own = task.get('metadata');
  const made = mergedDicts(task, [task]);
  made.set('metadata', mergedDicts(task, [own?.kind === 'dict' ? own : undefined, told]));
  return made;
}
