import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { findUnknown } from '../../../python/runtime/find-unknown.js';
import { TracedText } from '../../../core/traced-text.js';
import { DictValue, nameKey, NoneValue, StrValue, UnknownValue, textOf, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { TemplateBuilder, type FieldMappings } from './build.js';
import { selectFormat } from './select.js';

/** What is said wherever a format is used. */
export const formatNote = say`Prompt formats come with lm-evaluation-harness 0.5: version 0.4 rejects the key "formats" and knows no task with an "@" in its name. What the format makes is shown as 0.4 renders it.`;

export type FormattedTask =
  | {
      /** The task as the format makes it, without `formats` and `scorer`: what `renderTask` renders. */
      readonly config: DictValue;
      /** All fields that the format sets, in the harness's order; they replace the task's own. */
      readonly emitted: DictValue;
      readonly note: string;
    }
  /** What the harness raises of the format. */
  | { readonly error: PyError; readonly note: string }
  | { readonly unknown: string; readonly note: string };

/** The selection in `task@mcqa`; undefined without one. */
export function selectionOf(task: string | undefined): string | undefined {
  const at = task?.lastIndexOf('@') ?? -1;
  return at < 0 ? undefined : task!.slice(at + 1);
}

/**
 * Applies the prompt format of a task (lm-evaluation-harness 0.5.0.dev2 `config/task.py`, `_resolve_formats`): that of its key `formats`, or the one selected.
 * @param selection the name behind the `@` of a task; absent: that of the config's own `task`
 * @returns undefined where the task has no format
 */
export function applyFormat(config: DictValue, selection = selectionOf(textOf(config.get('task')))): FormattedTask | undefined {
  const given = config.get('formats');
  const spec =
    given && given.kind !== 'none'
      ? given
      : selection === undefined
        ? undefined
        : new StrValue(TracedText.computed(selection, config.entry('task')?.valueSpan ?? nowhere), nowhere);
  if (!spec) return undefined;
  const unknown = findUnknown(spec);
  if (unknown) return { unknown: unknown.reason, note: formatNote };
  try {
    return formatted(config, spec, selection);
  } catch (error) {
    if (error instanceof PyError) return { error: placed(error, config), note: formatNote };
    throw error;
  }
}

function placed(error: PyError, config: DictValue): PyError {
  if (error.span && error.span.file !== '') return error;
  const entry = config.entry('formats') ?? config.entry('task');
  return new PyError(error.type, error.text, entry?.keySpan, error.reason);
}

function formatted(config: DictValue, spec: Value, selection: string | undefined): FormattedTask {
  const format = selectFormat(spec, selection);
  const mappings: FieldMappings = {
    docToText: field(config, 'doc_to_text', 'question'),
    docToTarget: field(config, 'doc_to_target', 'answer'),
    docToChoice: config.get('doc_to_choice') ?? new NoneValue(nowhere),
  };
  const run = Object.values<Value>({ ...mappings }).find((value) => value.kind === 'ref' || value.kind === 'unknown');
  if (run)
    return {
      unknown: run instanceof UnknownValue ? run.reason : say`The format builds its templates out of a function, which is not run.`,
      note: formatNote,
    };
  const builder = new TemplateBuilder(format, mappings);
  const emitted = new DictValue(config.span);
  const set = (key: string, value: Value): void => emitted.set(key, value, spec.span, spec.span);
  set('doc_to_text', builder.docToText());
  set('doc_to_target', builder.docToTarget());
  set('doc_to_choice', builder.docToChoice());
  for (const key of ['output_type', 'target_delimiter', 'fewshot_delimiter'] as const) set(key, format.fields[key]);
  for (const key of ['gen_prefix', 'scorer'] as const) if (format.fields[key].kind !== 'none') set(key, format.fields[key]);
  return { config: withFields(config, emitted), emitted, note: formatNote };
}

function field(config: DictValue, key: string, column: string): Value {
  const value = config.get(key);
  return value && value.kind !== 'none'
    ? value
    : new StrValue(TracedText.of(column, { kind: 'framework', what: say`${key} (default)` }), nowhere);
}

/** The task's config with what the format sets. */
function withFields(config: DictValue, emitted: DictValue): DictValue {
  const made = new DictValue(config.span, config.className);
  for (const [id, entry] of config.entries) if (id !== nameKey('formats') && id !== nameKey('scorer')) made.entries.set(id, { ...entry });
  for (const [id, entry] of emitted.entries) if (id !== nameKey('scorer')) made.entries.set(id, entry);
  return made;
}
