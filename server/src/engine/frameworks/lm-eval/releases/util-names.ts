/** What each release brought to `lm_eval/utils.py`, and what it took away, of all that code outside of the harness imports from there. */
const changes: readonly { readonly since: string; readonly added: readonly string[]; readonly removed: readonly string[] }[] = [
  { since: '0.4.3', added: ['apply_template', 'env', 'eval_logger', 'load_yaml_config', 'regex_replace', 'softmax'], removed: [] },
  { since: '0.4.4', added: ['weighted_f1_score'], removed: [] },
  { since: '0.4.8', added: ['setup_logging'], removed: ['eval_logger'] },
  { since: '0.4.9.1', added: ['convert_bytes_to_hash', 'convert_pil_to_hash', 'hash_dict_images', 'wrap_text'], removed: [] },
  { since: '0.4.9.2', added: ['RemoteTokenizer', 'check_remote_tokenizer_support'], removed: [] },
  {
    since: '0.4.10',
    added: [
      'info_once',
      'is_torch_available',
      'is_transformers_available',
      'maybe_warn',
      'random_name_id',
      'set_torch_seed',
      'warning_once',
    ],
    removed: [],
  },
  { since: '0.4.12', added: [], removed: ['load_yaml_config'] },
  {
    since: '0.5.0',
    added: ['EvalResults', 'destroy', 'normalize_to_list'],
    removed: ['apply_template', 'convert_pil_to_hash', 'env', 'regex_replace', 'softmax'],
  },
];

/** The names that other releases have there, and that one has not. @param since the last change that the release has */
export function utilsLacking(since: string): ReadonlySet<string> {
  const has = new Set<string>();
  const last = changes.findIndex((change) => change.since === since);
  for (const { added, removed } of changes.slice(0, last + 1)) {
    for (const name of added) has.add(name);
    for (const name of removed) has.delete(name);
  }
  return new Set(changes.flatMap(({ added }) => added).filter((name) => !has.has(name)));
}
