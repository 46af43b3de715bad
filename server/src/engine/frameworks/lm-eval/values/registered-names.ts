/** The output types, in the order in which the harness names them when it refuses another (lm-evaluation-harness 0.4.13 `api/task.py`). */
export const outputTypes: readonly string[] = ['loglikelihood', 'multiple_choice', 'loglikelihood_rolling', 'generate_until'];

/** The samplers (lm-evaluation-harness 0.4.13 `api/samplers.py`, the same in 0.5.0.dev1). */
export const samplers: readonly string[] = ['default', 'first_n'];

/**
 * The filters, in the order in which they are registered (lm-evaluation-harness 0.4.13 `filters/`). `decontaminate` is none: `filters/decontamination.py` would register it, but nothing imports that
 * module, neither here nor in 0.5.0.dev1.
 */
export const filters: readonly string[] = [
  'custom',
  'regex',
  'regex_pos',
  'remove_whitespace',
  'multi_choice_regex',
  'take_first',
  'take_first_k',
  'majority_vote',
  'lowercase',
  'uppercase',
  'map',
  'format_span',
];

/** Filters that come with lm-evaluation-harness 0.5.0.dev1. */
export const comingFilters: readonly string[] = ['noop'];

/** How the values of a metric become one (lm-evaluation-harness 0.4.13 `api/metrics.py`). */
export const aggregations: readonly string[] = [
  'mean',
  'nanmean',
  'median',
  'perplexity',
  'weighted_perplexity',
  'bits_per_byte',
  'f1',
  'matthews_corrcoef',
  'bleu',
  'chrf',
  'chrf++',
  'ter',
  'brier_score',
  'bypass',
];

/** How the values of a group's tasks become one (lm-evaluation-harness 0.4.13 `api/group.py`). */
export const groupAggregations: readonly string[] = ['mean'];

/** The metrics of the harness itself (lm-evaluation-harness 0.4.13 `api/metrics.py`); any other name is looked up in the library `evaluate`. */
export const metrics: readonly string[] = [
  'acc',
  'acc_norm',
  'acc_bytes',
  'acc_mutual_info',
  'acc_all',
  'exact_match',
  'perplexity',
  'word_perplexity',
  'byte_perplexity',
  'bits_per_byte',
  'likelihood',
  'brier_score',
  'mcc',
  'f1',
  'bleu',
  'chrf',
  'chrf++',
  'ter',
  'bypass',
];
