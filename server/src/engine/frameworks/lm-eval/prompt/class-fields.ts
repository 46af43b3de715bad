import { PyError } from '../../../core/errors.js';
import { IntValue, ListValue, NoneValue, type Value } from '../../../core/value.js';
import { equals, pyRepr } from '../../../python/runtime/semantics.js';
import { isDigits, isInt, isNone, isSet } from '../values/harness-values.js';
import { literalEval } from '../../../python/runtime/literal-eval.js';
import { blaming } from './blame.js';
import { applyTemplate, columnOf, functionOrFault, type FieldContext, type TaskRow } from './fields.js';
import { placeOfFields, type TaskFields } from './task-config.js';

// How 0.5 reads the fields of a task, class by class (lm-evaluation-harness 0.5.0.dev1 `config/templates.py`, `api/task/_task.py`, `api/task/_ll.py`).

/** `process_field`: None, an index or a column's value as it is, texts rendered, functions called. @throws PyError ValueError for a template that cannot be rendered */
function processField(context: FieldContext, row: TaskRow, field: Value, name: string): Value {
  return blaming(field, () => {
    if (field.kind === 'ref' || field.kind === 'callable') return functionOrFault(context, row, field, name);
    if (isNone(field) || isInt(field) || field.kind === 'unknown') return field;
    if (field.kind === 'list')
      return new ListValue(
        field.items.map((item) => (item.kind === 'str' ? applyTemplate(item, row) : item)),
        field.span,
      );
    if (field.kind === 'str' && row.doc.kind === 'dict' && row.doc.entry(field.text)) return columnOf(row, field);
    return applyTemplate(field, row);
  });
}

/** `_coerce_list`: the text of a list as the list that it is of. */
function coerceList(value: Value): Value {
  if (value.kind !== 'str' || !value.text.startsWith('[') || !value.text.endsWith(']')) return value;
  try {
    const parsed = literalEval(value);
    return parsed.kind === 'list' || parsed.kind === 'unknown' ? parsed : value;
  } catch (error) {
    if (error instanceof PyError) return value;
    throw error;
  }
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'bool' && value.value;
}

/** Whether the task says that its text is several inputs. */
export function asksSeveral({ config }: TaskFields): boolean {
  return isSet(config.get('multiple_inputs'));
}

/** `doc_to_text`: a text, or a list of them in a task of several inputs. */
export function classText(context: FieldContext, row: TaskRow, field: Value): Value {
  const { task } = context;
  const text = processField(context, row, field, 'doc_to_text');
  return asksSeveral(task) && isChoiceTask(task) ? coerceList(text) : text;
}

function isChoiceTask({ outputType }: TaskFields): boolean {
  return outputType.kind === 'str' && outputType.text === 'multiple_choice';
}

/** `doc_to_choice`: a list, or None for what is none; in multiple_choice a list of texts. @throws PyError AssertionError for several choices beside several inputs */
export function classChoices(context: FieldContext, row: TaskRow, field: Value): Value {
  const { task } = context;
  const made = coerceList(processField(context, row, field, 'doc_to_choice'));
  const choices = made.kind === 'list' || made.kind === 'unknown' ? made : new NoneValue(field.span);
  if (!isChoiceTask(task)) return choices;
  const first = choices.kind === 'list' ? choices.items[0] : undefined;
  const texts = first && first.kind !== 'str' && first.kind !== 'unknown' ? new NoneValue(field.span) : choices;
  if (asksSeveral(task) && texts.kind !== 'unknown' && !(texts.kind === 'list' && texts.items.length === 1))
    throw new PyError(
      'AssertionError',
      'For multiple input tasks, doc_to_choice should return a list with a single string.',
      placeOfFields(field),
    );
  return texts;
}

/**
 * `doc_to_target`: digits are an index, a list only with `multiple_targets`. In multiple_choice the place among the choices, None for what is none of them; in
 * loglikelihood a text or None.
 */
export function classTarget(context: FieldContext, row: TaskRow, field: Value): Value {
  const { task } = context;
  const { config, outputType } = task;
  const made = coerceTarget(processField(context, row, field, 'doc_to_target'), isTrue(config.get('multiple_targets')));
  if (isChoiceTask(task)) return placeAmongChoices(context, row, made);
  const scored = outputType.kind === 'str' && outputType.text.startsWith('loglikelihood');
  return scored && made.kind !== 'str' && made.kind !== 'unknown' ? new NoneValue(field.span) : made;
}

function coerceTarget(value: Value, parsesLists: boolean): Value {
  if (value.kind !== 'str') return value;
  if (isDigits(value.text)) return literalOrText(value);
  return parsesLists ? coerceList(value) : value;
}

/** `int(text)`: other than a literal, it may begin with zeros. */
function literalOrText(value: Value & { readonly kind: 'str' }): Value {
  return /^\d+$/.test(value.text) ? new IntValue(BigInt(value.text), value.span) : literalEval(value);
}

function placeAmongChoices(context: FieldContext, row: TaskRow, target: Value): Value {
  const { task } = context;
  const none = new NoneValue(task.docToTarget.span);
  const own = classChoices(context, row, task.docToChoice);
  const choices = asksSeveral(task) ? classText(context, row, task.docToText) : own;
  if (choices.kind === 'unknown' || target.kind === 'unknown') return choices.kind === 'unknown' ? choices : target;
  if (choices.kind !== 'list' || choices.items.length === 0) return none;
  if (target.kind !== 'list') return indexOf(target, choices) ?? none;
  const found = target.items.map((item) => indexOf(item, choices)).filter((index) => index !== undefined);
  return found.length > 0 ? new ListValue(found, target.span) : none;
}

/** `_resolve_target_index`. */
function indexOf(target: Value, choices: ListValue): Value | undefined {
  const number = isInt(target) || target.kind === 'float' ? Math.trunc(Number((target as { value: unknown }).value)) : undefined;
  if (number !== undefined) return number < choices.items.length ? new IntValue(BigInt(number), target.span) : undefined;
  if (target.kind !== 'str') return undefined;
  const at = choices.items.findIndex((choice) => equals(choice, target) === true);
  return at < 0 ? undefined : new IntValue(BigInt(at), target.span);
}

/** The text of a shot's answer; undefined where it has none. @throws PyError ValueError, AssertionError for what is no answer, IndexError outside of the choices */
export function classAnswer(answer: Value, choices: Value | undefined, field: Value): Value | undefined {
  if (isNone(answer) || (answer.kind === 'str' && answer.text === '')) return undefined;
  if (answer.kind === 'str' || answer.kind === 'unknown') return answer;
  if (isInt(answer) && isSet(choices)) return answer;
  const first = answer.kind === 'list' ? answer.items[0] : undefined;
  if (first?.kind === 'str' || first?.kind === 'unknown') return first;
  if (first && isInt(first) && isNone(choices))
    throw new PyError('AssertionError', 'Answer is an index but no choices provided!', placeOfFields(field));
  if (first && isInt(first)) return first;
  throw new PyError('ValueError', `Unexpected answer type: ${pyRepr(answer).text}`, placeOfFields(field, answer));
}
