import { removeEntry } from '../../../../edit/index.js';
import type { Place } from '../../../../config/config.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';
import { isStrayGroup } from '../../load/group-as-tag.js';
import { taskFileFields } from '../../load/schemas.js';
import type { CheckContext, Fix } from '../../../face/rule.js';
import { oneEdit, renameKeyFix } from '../../../../checks/support/fixes.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { say } from '../../../../core/say.js';

/** A key that a dict of its kind does not take. `name` is undefined for a key that is no string. */
export interface StrayKey {
  readonly entry: DictEntry;
  readonly name: string | undefined;
  /** The key that was probably meant. */
  readonly meant: string | undefined;
  /** Whether the file that has the key gives the one that was meant, too. */
  readonly isGiven: boolean;
}

/** What other frameworks, and people, call fields of a task. */
const otherNames: Readonly<Record<string, string>> = {
  metrics: 'metric_list',
  metric: 'metric_list',
  filters: 'filter_list',
  prompt: 'doc_to_text',
  target: 'doc_to_target',
  choices: 'doc_to_choice',
  n_shot: 'num_fewshot',
  num_shots: 'num_fewshot',
  shots: 'num_fewshot',
  gen_kwargs: 'generation_kwargs',
  dataset: 'dataset_path',
  group: 'tag',
  tasks: 'task',
  subtasks: 'task',
  system_prompt: 'description',
  system_instruction: 'description',
  // Until 0.4.7.
  assistant_prefill: 'gen_prefix',
  type: 'output_type',
  task_type: 'output_type',
  eval_split: 'test_split',
  dev_split: 'validation_split',
  val_split: 'validation_split',
  valid_split: 'validation_split',
  subset: 'dataset_name',
  dataset_config: 'dataset_name',
  config_name: 'dataset_name',
};

/** For so many stray keys of a place the one that was meant is looked for: each is held against all that are known. */
const mostMeant = 1000;

/**
 * The keys of a place that the harness does not know there.
 * @param extra those that the harness of this very file has besides
 */
export function* strayKeys(
  { kind, value }: Pick<Place, 'kind' | 'value'>,
  extra: () => ReadonlySet<string> | undefined = () => undefined,
): Iterable<StrayKey> {
  const known = taskFileFields.keys(kind);
  if (value.kind !== 'dict' || !known) return;
  let found = 0;
  for (const entry of value.entries.values()) {
    const name = textOf(entry.key);
    if (entry.key.kind === 'unknown' || (name !== undefined && (known.has(name) || extra()?.has(name)) && !isStrayGroup(value, entry)))
      continue;
    const meant = name === undefined || ++found > mostMeant ? undefined : nearKey(name, known, otherNames);
    const other = meant === undefined ? undefined : value.entry(meant);
    // What an include gives is overridden by the key that was meant.
    yield { entry, name, meant, isGiven: other !== undefined && other.keySpan.file === entry.keySpan.file };
  }
}

/** The key that one probably means which is not known: another one, that the dict has not yet. @param others what people call keys otherwise */
export function meantKey(
  name: string,
  known: ReadonlySet<string>,
  dict: DictValue,
  others: Readonly<Record<string, string>>,
): string | undefined {
  const meant = nearKey(name, known, others);
  return meant !== undefined && dict.entry(meant) === undefined ? meant : undefined;
}

function nearKey(name: string, known: ReadonlySet<string>, others: Readonly<Record<string, string>>): string | undefined {
  const meant = Object.hasOwn(others, name) ? others[name] : nearest(name, known);
  return meant !== undefined && known.has(meant) ? meant : undefined;
}

/** Renames to the key that was meant, or removes the entry; nothing where both are given, and either value may be the right one. */
export function strayKeyFixes(context: Pick<CheckContext, 'text'>, { entry, meant, isGiven }: StrayKey): Fix[] {
  if (isGiven) return [];
  const text = context.text(entry.keySpan.file);
  return [
    ...(meant === undefined ? [] : renameKeyFix(context, entry, meant)),
    ...oneEdit(say`Remove the key`, false, removeEntry(text, entry)),
  ];
}
