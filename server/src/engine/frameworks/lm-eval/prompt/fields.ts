import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { pyRepr, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { ListValue, NoneValue, StrValue, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { blaming } from './blame.js';
import { wholeOrUnknown } from '../../../python/runtime/unknown-text.js';
import { withoutLineBreak } from '../values/line-break.js';
import { renderTemplate, type RenderBudget } from '../../../jinja/index.js';
import { literalEval } from '../../../python/runtime/literal-eval.js';
import { isDigits, isInt, isNone, isSet } from '../values/harness-values.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { placedAt, type DocPlace } from './row-doc.js';
import { placeOfFields, type TaskFields } from './task-config.js';
import type { TaskFunctions } from '../functions/task-functions.js';

/** A row on its way into the fields of a task. */
export interface TaskRow {
  /** A dict of columns; a sample in a config may be anything. */
  readonly doc: Value;
  readonly place: DocPlace;
  /** What is shared by all templates of the prompt; absent: each template has a budget of its own. */
  readonly budget?: RenderBudget | undefined;
  /** Whether the columns of the row are only guessed. */
  readonly anyRow?: boolean | undefined;
  /** The release whose templates these are; absent: the newest. */
  readonly release?: HarnessRelease | undefined;
  /** What the templates have made of the row: a text and a target are asked for more than once. */
  readonly rendered?: Map<StrValue, StrValue>;
}

/** What the fields of a task are read with. */
export interface FieldContext {
  readonly task: TaskFields;
  /** `self.prompt`: what `use_prompt` puts in place of text, target and choices; undefined without it. */
  readonly prompt: Value | undefined;
  /** The columns of the split that is evaluated: a field that is one of these names stands for the column. */
  readonly features: ReadonlySet<string>;
  /** Whether the columns are only guessed: then any field that may name one may be what stands in it. */
  readonly anyRow?: boolean | undefined;
  /** Absent: the functions that fields name are not within reach. */
  readonly functions?: TaskFunctions | undefined;
}

/**
 * `doc_to_text` of a row (lm-evaluation-harness 0.4.13 `api/task.py`): a text, an index where it renders to digits in a task with choices, or
 * whatever the column holds that it names. A text may have unknown parts.
 * @param override `fewshot_config`'s own field
 * @throws PyError what the harness raises, at the field that is to blame
 */
export function docToText(context: FieldContext, row: TaskRow, override?: Value): Value {
  const field = chosen(context, override, context.task.docToText);
  return blaming(field, () => {
    if (isInt(field)) return field;
    if (field.kind !== 'str') return functionOrFault(context, row, field, 'doc_to_text');
    if (context.anyRow && mayNameColumn(field.text)) return anyColumn(field);
    if (context.features.has(field.text)) return columnOf(row, field);
    const text = applyTemplate(field, row);
    return isDigits(text.text) && !isNone(context.task.docToChoice) ? literalEval(text) : text;
  });
}

/** `doc_to_target` of a row: an index, a text, a list of either, or what the column holds. Otherwise as `docToText`. */
export function docToTarget(context: FieldContext, row: TaskRow, override?: Value): Value {
  const field = chosen(context, override, context.task.docToTarget);
  return blaming(field, () => {
    if (isInt(field) || (field.kind === 'list' && !context.prompt)) return field;
    if (field.kind !== 'str') return functionOrFault(context, row, field, 'doc_to_target');
    if (context.anyRow && mayNameColumn(field.text)) return anyColumn(field);
    if (context.features.has(field.text)) return columnOf(row, field);
    const text = applyTemplate(field, row);
    if (isDigits(text.text) && !isNone(context.task.docToChoice)) return literalEval(text);
    return looksLikeList(text.text) ? listOrText(text) : text;
  });
}

function looksLikeList(text: string): boolean {
  return text.length >= 2 && text.startsWith('[') && text.endsWith(']');
}

function listOrText(text: StrValue): Value {
  try {
    return literalEval(text);
  } catch (error) {
    if (error instanceof PyError && ['SyntaxError', 'IndentationError', 'ValueError'].includes(error.type)) return text;
    throw error;
  }
}

/** `doc_to_choice` of a row: usually a list of texts. Otherwise as `docToText`; unknown where a part is unknown. */
export function docToChoice(context: FieldContext, row: TaskRow, override?: Value): Value {
  const field = chosen(context, override, context.task.docToChoice);
  if (isNone(field) && context.task.release.noChoices === 'UnboundLocalError') throw unboundChoice();
  return blaming(field, () => {
    if (field.kind === 'list') return field;
    if (field.kind === 'dict')
      return new ListValue(
        [...field.entries.values()].map(({ value }) => value),
        field.span,
      );
    if (field.kind !== 'str') return functionOrFault(context, row, field, 'doc_to_choice');
    if (context.anyRow && mayNameColumn(field.text)) return anyColumn(field);
    if (context.features.has(field.text)) return columnOf(row, field);
    return literalEval(applyTemplate(field, row));
  });
}

/** 0.4.3 looks at what it has not set. */
function unboundChoice(): PyError {
  return new PyError('UnboundLocalError', "cannot access local variable 'doc_to_choice' where it is not associated with a value");
}

/** `gen_prefix` of the row that is asked about: the column that it names, else rendered; None without one. */
export function docToPrefix(context: FieldContext, row: TaskRow): Value {
  const field = context.task.genPrefix;
  if (isNone(field)) return field;
  return blaming(field, () => {
    if (field.kind === 'unknown' || field.kind === 'ref') return otherwise(field, 'gen_prefix');
    if (field.kind === 'str' && context.anyRow && mayNameColumn(field.text)) return anyColumn(field);
    return field.kind === 'str' && context.features.has(field.text) ? columnOf(row, field) : applyTemplate(field, row);
  });
}

/** `description`, and the `gen_prefix` of a shot: here the row's own columns count. None for an empty field. */
export function resolveField(field: Value, row: TaskRow, name: string): Value {
  const { span } = field;
  if (!isSet(field)) return new NoneValue(span);
  return blaming(field, () => {
    if (field.kind === 'unknown' || field.kind === 'ref') return otherwise(field, name);
    if (field.kind === 'list' || field.kind === 'dict') throw new PyError('TypeError', `unhashable type: '${typeName(field)}'`, field.span);
    if (field.kind !== 'str') throw new PyError('TypeError', "Can't compile non template nodes", field.span);
    if (row.anyRow && mayNameColumn(field.text)) return anyColumn(field);
    return row.doc.kind === 'dict' && row.doc.entry(field.text) ? columnOf(row, field) : applyTemplate(field, row);
  });
}

/** `description` until 0.4.9.2: always a template. None for an empty field. */
export function renderDescription(field: Value, row: TaskRow): Value {
  const { span } = field;
  if (!isSet(field)) return new NoneValue(span);
  return field.kind === 'unknown' || field.kind === 'ref'
    ? otherwise(field, 'description')
    : blaming(field, () => applyTemplate(field, row));
}

/** Whether a text may be the name of a column: it has no Jinja, and is no literal of Python's. */
function mayNameColumn(text: string): boolean {
  return /^[\p{L}_][^\n{}[\]()'"]*$/u.test(text);
}

function anyColumn(field: StrValue): UnknownValue {
  return new UnknownValue(say`Whether the rows have a column "${field.text}" is not known.`, field.span);
}

function chosen({ prompt, functions }: FieldContext, override: Value | undefined, own: Value): Value {
  const field = prompt ?? (override === undefined || isNone(override) ? own : override);
  return (field.kind === 'ref' && functions?.written(field)) || field;
}

/** A field that is neither a text nor a value of its own: a function is called with the row. @throws PyError what it raises, TypeError for what is no function */
export function functionOrFault({ functions, anyRow }: FieldContext, { doc }: TaskRow, field: Value, name: string): Value {
  if (field.kind !== 'ref' || !functions) return otherwise(field, name);
  return anyRow ? new UnknownValue(say`What ${field.path} makes of a row is not known.`, field.span) : functions.onRow(field, doc);
}

/** A field that cannot be read as it is. */
function otherwise(field: Value, name: string): Value {
  if (field.kind === 'unknown') return field;
  if (field.kind === 'ref' || field.kind === 'callable')
    return new UnknownValue(say`${name} is the function ${field.path}, which is not run.`, field.span);
  throw new PyError(
    'TypeError',
    '',
    placeOfFields(field),
    isNone(field) ? `The task has no ${name}.` : `${name} cannot be of type ${typeName(field)}.`,
  );
}

/** `doc[name]`. A text leads to its row, and to the field that names the column. */
export function columnOf({ doc }: TaskRow, name: StrValue): Value {
  if (doc.kind === 'unknown') return doc;
  if (doc.kind !== 'dict') throw new PyError('TypeError', `'${typeName(doc)}' object is not subscriptable`, name.span);
  const value = doc.get(name.text);
  if (!value) throw new PyError('KeyError', `'${name.text}'`, name.span, `The row has no column "${name.text}".`);
  return placed(value, name);
}

function placed(value: Value, name: StrValue): Value {
  if (value.kind === 'str') return new StrValue(placedAt(value.traced, name.span), value.span);
  if (value.kind === 'list')
    return new ListValue(
      value.items.map((item) => placed(item, name)),
      value.span,
    );
  if (value.kind === 'tuple')
    return new TupleValue(
      value.items.map((item) => placed(item, name)),
      value.span,
    );
  return value;
}

/**
 * `apply_template(field, doc)` (`utils.py`).
 * @throws PyError what Jinja raises, TypeError for a template that is no text; in 0.5 ValueError for all of it (`config/templates.py`)
 */
export function applyTemplate(field: Value, row: TaskRow): StrValue {
  try {
    return appliedTemplate(field, row);
  } catch (error) {
    if (!(error instanceof PyError) || row.release?.build !== 'classes') throw error;
    const text = `Error rendering template: ${pyStr(field).text} with doc: ${pyRepr(row.doc).text}, args: ()`;
    throw new PyError('ValueError', text, error.span, `${error.type}: ${error.text}`);
  }
}

function appliedTemplate(field: Value, { doc, place, budget, rendered, release }: TaskRow): StrValue {
  if (field.kind !== 'str') throw new PyError('TypeError', "Can't compile non template nodes");
  if (wholeOrUnknown(field).kind === 'unknown') return field;
  if (doc.kind === 'unknown') return new StrValue(field.traced, field.span);
  if (doc.kind !== 'dict') throw new PyError('TypeError', `argument after ** must be a mapping, not ${typeName(doc)}`);
  const known = rendered?.get(field);
  if (known) return known;
  const source = release?.keepsTrailingNewline === false ? withoutLineBreak(field.traced) : field.traced;
  const made = new StrValue(renderTemplate(source, doc, place, budget), field.span);
  rendered?.set(field, made);
  return made;
}
