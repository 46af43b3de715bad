import { PyError } from '../../../core/errors.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { ListValue, StrValue, textOf, type Value } from '../../../core/value.js';
import { blaming } from './blame.js';
import { docToChoice, docToTarget, docToText, type FieldContext, type TaskRow } from './fields.js';
import { textOrPlaceholder } from '../../../python/runtime/unknown-text.js';
import { isInt, isNone, itemAt, iteratedItems, startsWithSpace } from '../values/harness-values.js';
import { placeOfFields, type TaskFields } from './task-config.js';

/** What the harness learns of a task from its first row. */
export interface LoadedTask {
  /** How many choices a task has whose text is an index into them; 0 otherwise. */
  readonly multipleInput: number;
  /** How many targets the first row has where they are a list, else 0. */
  readonly multipleTarget: number;
}

/**
 * The splits that a task needs to be evaluated at all (`eval_docs`).
 * @throws PyError ValueError without one
 */
export function checkSplits({ config }: TaskFields): void {
  if (!isNone(config.get('test_split')) || !isNone(config.get('validation_split'))) return;
  const shown = (key: string): string => textOf(config.get(key)) ?? 'None';
  throw new PyError(
    'ValueError',
    `Task dataset (path=${shown('dataset_path')}, name=${shown('dataset_name')}) must have valid or test docs!`,
    placeOfFields(config.get('task') ?? config, config),
  );
}

/**
 * What `ConfigurableTask.__init__` does with the first row of the split that is evaluated (lm-evaluation-harness 0.4.13 `api/task.py`): text, target and choices
 * must come out, an index must be within the choices, and each choice must be a text that is not empty.
 * @throws PyError what the harness raises
 */
export function checkFirstRow(context: FieldContext, row: TaskRow): LoadedTask {
  const text = docToText(context, row);
  const target = docToTarget(context, row);
  const hasChoices = !isNone(context.task.docToChoice);
  const choices = hasChoices ? docToChoice(context, row) : undefined;
  const multipleInput = choices && isInt(text) ? numberOf(choices, context.task) : 0;
  if (choices && !isNone(choices) && isInt(target)) blaming(context.task.docToTarget, () => itemAt(choices, target));
  if (choices) checkChoices(isNone(choices) ? aloneInList(target) : choices, context.task);
  return { multipleInput, multipleTarget: target.kind === 'list' ? target.items.length : 0 };
}

/** Where the choices are None, the target takes their place. */
function aloneInList(target: Value): Value {
  return new ListValue([target.kind === 'list' ? target : new StrValue(textOrPlaceholder(target), target.span)], target.span);
}

function numberOf(choices: Value, task: TaskFields): number {
  if (choices.kind === 'list') return choices.items.length;
  if (choices.kind === 'unknown') return 0;
  throw new PyError(
    'UnboundLocalError',
    "cannot access local variable 'num_choice' where it is not associated with a value",
    placeOfFields(task.docToChoice),
    'doc_to_choice must give a list.',
  );
}

function checkChoices(choices: Value, { docToChoice: field, targetDelimiter }: TaskFields): void {
  for (const choice of blaming(field, () => iteratedItems(choices)) ?? []) {
    blaming(choice.span.file === '' ? field : choice, () => startsWithSpace(choice));
    if (targetDelimiter.kind !== 'str' && targetDelimiter.kind !== 'unknown')
      throw new PyError(
        'AttributeError',
        `'${typeName(targetDelimiter)}' object has no attribute 'rstrip'`,
        placeOfFields(targetDelimiter),
      );
  }
}
