/** The fields of `TaskConfig` as of 0.4.3 (lm-evaluation-harness `api/task.py`). */
const first: readonly string[] = [
  'task',
  'task_alias',
  'group',
  'group_alias',
  'dataset_path',
  'dataset_name',
  'dataset_kwargs',
  'training_split',
  'validation_split',
  'test_split',
  'fewshot_split',
  'process_docs',
  'doc_to_text',
  'doc_to_target',
  'doc_to_choice',
  'process_results',
  'use_prompt',
  'description',
  'target_delimiter',
  'fewshot_delimiter',
  'fewshot_config',
  'num_fewshot',
  'metric_list',
  'output_type',
  'generation_kwargs',
  'repeats',
  'filter_list',
  'should_decontaminate',
  'doc_to_decontamination_query',
  'metadata',
];

/** What each release added and took away (`api/task.py`; from 0.4.10 `config/task.py`). */
const changes: readonly { readonly since: string; readonly added: readonly string[]; readonly removed: readonly string[] }[] = [
  { since: '0.4.3', added: [], removed: [] },
  { since: '0.4.4', added: ['tag'], removed: ['group_alias'] },
  { since: '0.4.5', added: ['doc_to_image'], removed: ['group'] },
  { since: '0.4.8', added: ['unsafe_code', 'gen_prefix'], removed: [] },
  { since: '0.4.9', added: ['custom_dataset', 'doc_to_audio'], removed: [] },
  {
    since: '0.5.0',
    added: ['formats', 'scorer', 'multiple_inputs', 'multiple_targets', '_formats_selection', '_qualified_name'],
    removed: [],
  },
];

/** The fields of `TaskConfig` as of one of the releases that changed them. */
export function fieldsSince(release: string): ReadonlySet<string> {
  const fields = new Set(first);
  for (const { since, added, removed } of changes) {
    for (const field of added) fields.add(field);
    for (const field of removed) fields.delete(field);
    if (since === release) break;
  }
  return fields;
}
