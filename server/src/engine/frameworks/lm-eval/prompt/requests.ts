import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { blaming } from './blame.js';
import { docToChoice, docToTarget, type FieldContext, type TaskRow } from './fields.js';
import { generationKwargs, withRun } from '../values/generation-kwargs.js';
import { textOrPlaceholder } from '../../../python/runtime/unknown-text.js';
import { endsWithSpace, isSet, iteratedItems } from '../values/harness-values.js';
import { metricNames, type TaskFields } from './task-config.js';
import type { TaskInput, TaskRequestToModel } from './task-prompt.js';
import { TracedText } from '../../../core/traced-text.js';
import { ListValue, StrValue, UnknownValue, textOf, type Value } from '../../../core/value.js';

const nothing = new StrValue(TracedText.empty, { file: '', start: 0, end: 0 });

/**
 * The requests that the harness makes of a row (lm-evaluation-harness 0.4.13 `api/task.py`, `construct_requests`).
 * @throws PyError what the harness raises: TypeError for a multiple_choice task without choices, UnboundLocalError without an output type
 */
export function requestsOf(
  context: FieldContext,
  row: TaskRow,
  inputs: readonly TaskInput[],
  multipleInput: boolean,
  chat: boolean,
): TaskRequestToModel[] {
  const { task } = context;
  const first = inputs[0];
  const from = multipleInput || inputs.length > 1 ? allInputs(inputs) : { input: 0, context: contextOf(first) };
  switch (textOf(task.outputType)) {
    case 'generate_until':
      return [
        {
          type: 'generate_until',
          ...from,
          continuation: generationOf(task),
        },
      ];
    case 'loglikelihood':
      return [{ type: 'loglikelihood', ...from, continuation: docToTarget(context, row) }];
    case 'loglikelihood_rolling':
      return [{ type: 'loglikelihood_rolling', input: undefined, context: docToTarget(context, row), continuation: undefined }];
    case 'multiple_choice':
      return choiceRequests(context, row, inputs, multipleInput, chat);
    default:
      return withoutType(task);
  }
}

/** The generation arguments of a task, with what a run sets over them (0.4.13 `evaluator.py`: `set_config(key='generation_kwargs', update=True)`). @throws as `generationKwargs` */
function generationOf({ generationKwargs: own, fewshotDelimiter, release, generation }: TaskFields): Value {
  const made = generationKwargs(own, fewshotDelimiter, release.generationDefaults);
  return withRun(made, generation);
}

function allInputs(inputs: readonly TaskInput[]): Pick<TaskRequestToModel, 'input' | 'all' | 'context'> {
  const contexts = inputs.flatMap((input) => contextOf(input) ?? []);
  return { input: 0, all: true, context: contexts.length === inputs.length ? new ListValue(contexts, nothing.span) : undefined };
}

function withoutType({ outputType }: TaskFields): TaskRequestToModel[] {
  if (outputType.kind === 'unknown') return [];
  throw new PyError(
    'UnboundLocalError',
    "cannot access local variable 'arguments' where it is not associated with a value",
    outputType.span,
  );
}

function contextOf(input: TaskInput | undefined): Value | undefined {
  return input?.context && new StrValue(input.context, nothing.span);
}

function choiceRequests(
  context: FieldContext,
  row: TaskRow,
  inputs: readonly TaskInput[],
  multipleInput: boolean,
  chat: boolean,
): TaskRequestToModel[] {
  const { task } = context;
  const choices = docToChoice(context, row);
  const delimiter = delimiterBefore(task, chat);
  const scored = (input: number | undefined, before: Value | undefined, text: Value): TaskRequestToModel => ({
    type: 'loglikelihood',
    input,
    context: before,
    continuation: delimited(delimiter, text),
  });
  const all = blaming(task.docToChoice, () => (multipleInput ? [] : iteratedItems(choices))) ?? [unknownChoice(choices)];
  const requests = multipleInput
    ? ((target) => inputs.map((input, i) => scored(i, contextOf(input), target)))(docToTarget(context, row))
    : all.map((choice) => scored(0, contextOf(inputs[0]), choice));
  if (!metricNames(task.config.get('metric_list')).includes('acc_mutual_info')) return requests;
  const alone = blaming(task.docToChoice, () => iteratedItems(choices)) ?? [unknownChoice(choices)];
  const before = task.release.delimitsLoneChoices ? delimiter : nothing;
  const lone = alone.map((choice) => ({ ...scored(undefined, nothing, choice), continuation: delimited(before, choice) }));
  return [...requests, ...lone];
}

function unknownChoice(choices: Value): Value {
  return new UnknownValue(choices.kind === 'unknown' ? choices.reason : say`The choices are not known.`, choices.span);
}

/**
 * What stands before a choice: the target delimiter; with a chat template only behind a `gen_prefix` whose template does not end in white space.
 * @throws PyError for a `gen_prefix` that is no text
 */
function delimiterBefore({ genPrefix, targetDelimiter, release }: TaskFields, chat: boolean): Value {
  if (!chat || release.choiceDelimiterInChat === 'always') return targetDelimiter;
  if (release.choiceDelimiterInChat === 'never') return nothing;
  const follows = isSet(genPrefix) && !blaming(genPrefix, () => endsWithSpace(genPrefix));
  return follows ? targetDelimiter : nothing;
}

/** `f"{delimiter}{text}"`. */
function delimited(delimiter: Value, text: Value): Value {
  if (text.kind === 'unknown') return text;
  return new StrValue(textOrPlaceholder(delimiter).concat(textOrPlaceholder(text)), text.span);
}
