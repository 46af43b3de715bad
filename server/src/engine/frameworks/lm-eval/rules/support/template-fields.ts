import { textOf, type DictEntry, type DictValue, type StrValue, type Value } from '../../../../core/value.js';
import { oncePer } from '../../../../core/once-per.js';
import type { Task } from './task.js';

/** A text that the harness renders with Jinja. */
export interface TemplateField {
  readonly key: string;
  readonly entry: DictEntry;
  readonly value: StrValue;
  /** Whether it stands in `fewshot_config`. */
  readonly ofExamples: boolean;
}

const ofTask = ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'description', 'gen_prefix', 'doc_to_image', 'doc_to_audio'];
const ofExamples = ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'gen_prefix'];

/**
 * The templates of a task and of its `fewshot_config` (lm-evaluation-harness 0.4.13 `api/task.py`). With `use_prompt` the doc_to_ fields are not used; nothing asks for
 * `doc_to_decontamination_query`.
 */
export const templateFields = oncePer((task: Task): readonly TemplateField[] => {
  const unused = task.given('use_prompt') ? new Set(['doc_to_text', 'doc_to_target', 'doc_to_choice']) : new Set<string>();
  const read = (dict: DictValue | undefined, keys: readonly string[], inExamples: boolean): TemplateField[] =>
    keys.flatMap((key) => {
      const entry = dict?.entry(key);
      if (!entry || entry.value.kind !== 'str' || unused.has(key)) return [];
      return [{ key, entry, value: entry.value, ofExamples: inExamples }];
    });
  return [...read(task.config, ofTask, false), ...read(task.fewshot, ofExamples, true)];
});

/** The choices that are written out, whatever their types; undefined where a template, a column, a function or a prompt of the registry makes them. */
export function writtenChoices(task: Task): readonly Value[] | undefined {
  if (task.given('use_prompt')) return undefined;
  const choices = task.config.get('doc_to_choice');
  if (choices?.kind === 'list') return choices.items;
  return choices?.kind === 'dict' ? [...choices.entries.values()].map(({ value }) => value) : undefined;
}

/** The choices that are written out as texts. */
export function choiceTexts(task: Task): readonly string[] | undefined {
  const texts = writtenChoices(task)?.map(textOf);
  return texts?.every((text) => text !== undefined) ? texts : undefined;
}

/** The stop texts with their values; undefined where they are not written out. */
export function untilValues(task: Task): readonly Value[] | undefined {
  const kwargs = task.config.get('generation_kwargs');
  const until = kwargs?.kind === 'dict' ? kwargs.get('until') : undefined;
  return until?.kind === 'list' ? until.items : until?.kind === 'str' ? [until] : undefined;
}
