/** The metrics that each output type computes itself, where no `process_results` does (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`). */
export const computedMetrics: Readonly<Record<string, readonly string[]>> = {
  multiple_choice: ['acc', 'f1', 'mcc', 'acc_norm', 'acc_bytes', 'exact_match', 'brier_score', 'likelihood', 'acc_mutual_info'],
  loglikelihood: ['perplexity', 'acc'],
  loglikelihood_rolling: ['word_perplexity', 'byte_perplexity', 'bits_per_byte'],
};

/** What is scored where a task has no `metric_list` (lm-evaluation-harness 0.4.13 `api/registry.py`, `DEFAULT_METRIC_REGISTRY`). */
export const defaultMetrics: Readonly<Record<string, readonly string[]>> = {
  loglikelihood: ['perplexity', 'acc'],
  loglikelihood_rolling: ['word_perplexity', 'byte_perplexity', 'bits_per_byte'],
  multiple_choice: ['acc', 'acc_norm'],
  generate_until: ['exact_match'],
};

/**
 * Metrics of single choices: of a generated text they give the pair of gold and answer, which their aggregation cannot add up (lm-evaluation-harness
 * 0.4.13 `api/metrics.py`, `acc_fn` and its neighbours).
 */
export const choiceMetrics: readonly string[] = ['acc', 'acc_norm', 'acc_bytes', 'acc_mutual_info'];

/** Metrics that hand on what they are given, by what combines them where nothing else is said (lm-evaluation-harness 0.4.13 `api/metrics.py`): of a generated text the pair of gold and answer. */
export const handedOn: Readonly<Record<string, string>> = {
  acc: 'mean',
  acc_norm: 'mean',
  acc_bytes: 'mean',
  acc_mutual_info: 'mean',
  likelihood: 'mean',
  perplexity: 'perplexity',
  word_perplexity: 'weighted_perplexity',
  byte_perplexity: 'weighted_perplexity',
  bits_per_byte: 'bits_per_byte',
  mcc: 'matthews_corrcoef',
  f1: 'f1',
  bleu: 'bleu',
  chrf: 'chrf',
  ter: 'ter',
};

/** Aggregations that add up numbers, and raise TypeError of pairs of texts. */
export const addingUp: readonly string[] = ['mean', 'nanmean', 'perplexity', 'weighted_perplexity', 'bits_per_byte'];

/** Keys of a metric that the harness reads itself; the others are arguments of the metric. */
export const metricKeys: readonly string[] = ['metric', 'aggregation', 'higher_is_better', 'hf_evaluate'];

/** The arguments of `exact_match` (lm-evaluation-harness 0.4.13 `api/metrics.py`). */
export const exactMatchArguments: readonly string[] = ['regexes_to_ignore', 'ignore_case', 'ignore_punctuation', 'ignore_numbers'];

/** Metrics of the library `evaluate` 0.4, where the harness looks for a name that it does not have. */
export const evaluateMetrics: ReadonlySet<string> = new Set(
  (
    'accuracy bertscore bleu bleurt brier_score cer character charcut_mt chrf code_eval comet competition_math confusion_matrix coval cuad exact_match f1 ' +
    'frugalscore glue google_bleu indic_glue mae mahalanobis mape mase matthews_correlation mauve mean_iou meteor mse nist_mt pearsonr perplexity poseval ' +
    'precision r_squared recall rl_reliability roc_auc rouge sacrebleu sari seqeval smape spearmanr squad squad_v2 super_glue ter trec_eval wer wiki_split ' +
    'xnli xtreme_s'
  ).split(' '),
);

/** Metrics of the harness of which more is better, and of which less is, as all agree (lm-evaluation-harness 0.4.13 `api/metrics.py`; of `ter` it says itself that more is). */
export const betterUp: ReadonlySet<string> = new Set([
  'acc',
  'acc_norm',
  'acc_bytes',
  'acc_mutual_info',
  'exact_match',
  'mcc',
  'f1',
  'bleu',
  'chrf',
]);
export const betterDown: ReadonlySet<string> = new Set([
  'brier_score',
  'perplexity',
  'word_perplexity',
  'byte_perplexity',
  'bits_per_byte',
]);
