/** The output types that the registered metrics are for, of which 0.5 takes no other (lm-evaluation-harness 0.5.0.dev1 `api/metrics/`). */
export const metricTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ...of(['generate_until'], ['bleu', 'chrf', 'exact_match', 'ter']),
  ...of(
    ['multiple_choice'],
    [
      'acc_bytes',
      'acc_mutual_info',
      'acc_norm',
      'brier_score',
      'choice_logprob',
      'choice_logprob_norm',
      'choice_prob_norm',
      'exact_match_mc',
      'f1',
      'likelihood',
      'mcc',
    ],
  ),
  ...of(['loglikelihood', 'multiple_choice'], ['acc', 'bpb', 'logprob']),
  ...of(['generate_until', 'loglikelihood', 'multiple_choice'], ['bypass']),
  ...of(['loglikelihood'], ['perplexity']),
  ...of(['loglikelihood_rolling'], ['bits_per_byte', 'byte_perplexity', 'word_perplexity']),
]);

function of(types: readonly string[], names: readonly string[]): [string, readonly string[]][] {
  return names.map((name) => [name, types]);
}
