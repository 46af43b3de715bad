import { textOf } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { harnessSourceOf } from '../load/harness-source.js';
import type { Task } from './support/task.js';
import { strayKeys } from './support/unknown-keys.js';
import { isNamedBase } from './support/is-included.js';
import { taskRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** A task that lacks what it cannot be loaded without (lm-evaluation-harness 0.4.13 `api/task.py`). */
export const missingTaskField = taskRule(
  {
    id: 'missing-task-field',
    title: 'A task without a field that it needs',
    severity: 'error',
    prevents: 'A bare TypeError or a ValueError, when the task is loaded',
  },
  function* (task, context): Iterable<Finding> {
    const name = task.config.entry('task');
    if (!task.whole || !name || raisesBefore(task, context)) return;
    for (const { what, key, consequence } of lacking(task)) {
      // Where it is there, and holds nothing, it is what is to be written.
      const empty = key === undefined ? undefined : task.config.entry(key);
      yield {
        span: empty?.keySpan.file === context.file ? empty.keySpan : name.keySpan,
        severity: isNamedBase(task.config, context) ? 'information' : 'error',
        message: say`The task has no ${what}: ${consequence}.`,
      };
    }
    yield* withoutFiles(task);
  },
);

/** What `load_dataset` reads files by, and no repositories. */
const formats: ReadonlySet<string> = new Set(['json', 'csv', 'text', 'parquet', 'arrow']);

/** A format of files without the files (datasets 5.2 `load.py`, `PackagedDatasetModuleFactory`): without `data_files` and `data_dir` the folder of the run is searched. */
function* withoutFiles(task: Task): Iterable<Finding> {
  const path = task.config.get('dataset_path');
  if (path?.kind !== 'str' || !formats.has(path.text) || !task.lacks('custom_dataset')) return;
  const kwargs = task.config.get('dataset_kwargs');
  // One that is nearly `data_files` is told as such.
  const names = kwargs?.kind === 'dict' ? [...kwargs.entries.values()].map(({ key }) => textOf(key) ?? 'data') : undefined;
  if (names ? names.some((name) => /data|file|path/i.test(name)) : !task.lacks('dataset_kwargs')) return;
  yield {
    span: path.span,
    severity: 'warning',
    message: say`\`dataset_kwargs\` gives no \`data_files\`: \`load_dataset\` takes whatever files lie in the folder where the run is started, or raises where there are none. Write data_files under dataset_kwargs.`,
  };
}

/** Whether a key that the harness does not know makes building the task raise, before anything that it lacks is asked for. */
function raisesBefore({ config }: Task, context: CheckContext): boolean {
  const own = (): ReadonlySet<string> | undefined => harnessSourceOf(context.file, context.surroundings.workspace)?.taskFields;
  return !strayKeys({ kind: 'task', value: config }, own)[Symbol.iterator]().next().done;
}

function* lacking(task: Task): Iterable<{ readonly what: string; readonly key?: string; readonly consequence: string }> {
  // A prompt of the registry stands for both, and prompt formats of the coming version read their own.
  if (!task.given('use_prompt') && !task.config.entry('formats')) {
    for (const key of ['doc_to_text', 'doc_to_target']) {
      if (task.lacks(key)) yield { what: `\`${key}\``, key, consequence: say`loading it raises a TypeError that does not say so` };
    }
  }
  if (task.lacks('dataset_path') && task.lacks('custom_dataset'))
    yield { what: '`dataset_path`', key: 'dataset_path', consequence: say`loading it raises an AttributeError that does not say so` };
  if (task.lacks('test_split') && task.lacks('validation_split'))
    yield {
      what: say`\`test_split\` and no \`validation_split\``,
      consequence: say`loading it raises ValueError: Task dataset must have valid or test docs`,
    };
}
