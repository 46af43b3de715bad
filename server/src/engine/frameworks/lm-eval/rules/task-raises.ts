import type { DatasetConfig } from '../../../config/config.js';
import type { RenderError } from '../../../prompt/rendered-prompt.js';
import { encloses, type Span } from '../../../core/span.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import type { PyError } from '../../../core/errors.js';
import type { RowProblem } from '../../../rows/row-table.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { raisedByMetrics } from '../load/raised-by-metrics.js';
import { raisedByPlace } from '../load/raised-by-place.js';
import { releaseOf } from '../releases/find-harness.js';
import { relatedValue, type RaisedOnRow } from '../../../checks/support/raised-on-rows.js';
import { withoutEnd } from '../../../checks/support/words.js';
import { isNamedBase } from './support/is-included.js';
import { raisedByTask } from './support/known-tasks.js';
import { raisedOnData } from './support/raised-on-data.js';
import { smallIndexOf } from './support/small-index.js';
import { tasksOf } from './support/task.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/**
 * Loading a task, or building its prompt, raises whatever its rows are. It asks the renderer itself, so that a prompt that the preview cannot show always has
 * a diagnostic; a field in which another rule found an error is left to that.
 */
export const taskRaises = fileRule(
  {
    id: 'task-raises',
    title: 'Loading the task or building its prompt raises an exception',
    severity: 'error',
    prevents: 'Any exception from the fields, the templates, the examples or the requests of a task that has no rule of its own',
  },
  function* (context): Iterable<Finding> {
    const { config, framework, surroundings, evaluation } = context;
    // Where the syntax is broken fields may be found that are none.
    if (evaluation.problems.some(({ kind }) => kind === 'syntax-error')) return;
    const whole = new Set(tasksOf(context).flatMap((task) => (task.whole ? [task.config] : [])));
    for (const dataset of config.datasets) {
      if (!whole.has(dataset.value) || isNamedBase(dataset.value, context)) continue;
      const release = releaseOf(context.file, surroundings);
      const error = raisedByTask(framework, dataset, surroundings) ?? asRaised(raisedByMetrics(dataset.value, release));
      const place = error ? undefined : raisedWhereItLies(context, dataset, release);
      if (error) yield finding(dataset, error, config.datasets.length > 1);
      const onData = error ? undefined : raisedOnData(dataset, context);
      if (onData?.kind === 'loading') yield onLoading(dataset.value, onData.raises, onData.problem);
      if (onData?.kind === 'document') yield finding(dataset, onData.error, config.datasets.length > 1, onData);
      if (place) yield { span: dataset.value.entry('task')?.keySpan ?? dataset.value.span, message: place };
    }
  },
);

function asRaised(error: PyError | undefined): RenderError | undefined {
  return error && { error: error.message, stage: 'template', ...(error.span && { span: error.span }) };
}

function onLoading(task: DictValue, raises: string, problem: RowProblem | undefined): Finding {
  const span = (task.entry('dataset_kwargs') ?? task.entry('dataset_path'))?.keySpan ?? task.span;
  const message = say`Loading the data of the task raises ${withoutEnd(raises, '.: ')}.`;
  return { span, message, related: problem ? [problem] : [] };
}

/** What the release around a task raises because of the folder of the file, where no group is seen by which the task can be called all the same. */
function raisedWhereItLies(context: CheckContext, { value }: DatasetConfig, release: HarnessRelease): string | undefined {
  const error = raisedByPlace(value, context.file, release);
  if (!error || isInGroup(context, textOf(value.get('task')) ?? '')) return undefined;
  return say`Calling the task raises ${error.type}: ${withoutEnd(error.text, '.: ')}. ${error.reason!}`;
}

/** Whether a group may have a task, as far as is known: one whose file has its name; while the files are being read any may. */
function isInGroup(context: CheckContext, task: string): boolean {
  const index = smallIndexOf(context);
  if (!index) return true;
  return [...index.entries.values()].some(({ kind, file }) => {
    const read = kind === 'GROUP' && file !== undefined ? context.surroundings.workspace.read(file) : undefined;
    return read?.kind === 'text' && read.text.includes(task);
  });
}

/**
 * @param oneOfSeveral whether the document has several tasks, one for each of its prompt formats
 * @param document of the data that it is raised on; absent: any
 */
function finding(
  { value, abbr }: DatasetConfig,
  error: RenderError,
  oneOfSeveral: boolean,
  document?: Pick<RaisedOnRow, 'index' | 'value'>,
): Finding {
  const place = error.span?.file ? error.span : undefined;
  const what =
    error.stage === 'template'
      ? say`Loading the task`
      : document
        ? say`Building the prompt of document ${String(document.index + 1)} of the task`
        : say`Building the prompt of the task`;
  return {
    span: place ?? value.entry('task')?.keySpan ?? value.span,
    message: say`${what}${oneOfSeveral ? ` ${abbr}` : ''} raises ${withoutEnd(error.error, '.: ')}.${error.reason === undefined ? '' : ` ${error.reason}`}`,
    related: relatedValue(document?.value),
    unlessErrorIn: place ? placesOfCause(value, place) : [...value.entries.values()].flatMap(spansOf),
  };
}

/** Where other rules tell of what raises at a place: in the same field, at the task's name where the field is null, and for samples wherever their number and columns are asked for. */
function placesOfCause(config: DictValue, place: Span): Span[] {
  const path = pathTo(config, place);
  const field = path.at(-1);
  if (!field) return [place];
  const others =
    field.value.kind === 'none'
      ? [config.entry('task')]
      : isSamples(path) || field.value.kind === 'str'
        ? [config.entry('num_fewshot'), samplesOf(config)]
        : [];
  return [field, ...others].flatMap((entry) => (entry ? spansOf(entry) : []));
}

/** The entries that lead to a place: a field, and in `fewshot_config` and other dicts the one in it. */
function pathTo(config: DictValue, place: Span): DictEntry[] {
  const entry = [...config.entries.values()].find((one) => spansOf(one).some((span) => encloses(span, place)));
  if (!entry) return [];
  return entry.value.kind === 'dict' && !encloses(entry.keySpan, place) ? [entry, ...pathTo(entry.value, place)] : [entry];
}

function spansOf({ keySpan, valueSpan, value }: DictEntry): Span[] {
  return [keySpan, valueSpan, value.span];
}

function isSamples(path: readonly DictEntry[]): boolean {
  return path.some(({ key }) => key.kind === 'str' && key.text === 'samples');
}

function samplesOf(config: DictValue): DictEntry | undefined {
  const fewshot = config.get('fewshot_config');
  return fewshot?.kind === 'dict' ? fewshot.entry('samples') : undefined;
}
