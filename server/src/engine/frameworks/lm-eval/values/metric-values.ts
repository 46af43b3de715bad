import { handedOn } from './metric-facts.js';

/**
 * What a metric gives for each document: a number, a logarithm of a likelihood, the pair of two classes, the pair of a likelihood and a count, or that of a class and a row of
 * numbers (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`).
 */
export type MetricValues = 'number' | 'logarithm' | 'classes' | 'weighted' | 'row';

const values: Readonly<Record<string, Readonly<Record<string, MetricValues>>>> = {
  multiple_choice: {
    acc: 'number',
    acc_norm: 'number',
    acc_bytes: 'number',
    acc_mutual_info: 'number',
    exact_match: 'number',
    f1: 'classes',
    mcc: 'classes',
    brier_score: 'row',
    likelihood: 'row',
  },
  loglikelihood: { perplexity: 'logarithm', acc: 'number' },
  loglikelihood_rolling: { word_perplexity: 'weighted', byte_perplexity: 'weighted', bits_per_byte: 'weighted' },
  generate_until: { exact_match: 'number' },
};

/** What a metric of the harness gives with an output type, where no function scores the answers; undefined where that turns on more. */
export function givenValues(outputType: string, metric: string): MetricValues | undefined {
  const ofType = Object.hasOwn(values, outputType) ? values[outputType] : undefined;
  return ofType && Object.hasOwn(ofType, metric) ? ofType[metric] : undefined;
}

/** Aggregations that take a number of each document. */
const ofNumbers: readonly string[] = ['mean', 'nanmean', 'median', 'perplexity'];
/** Aggregations that take a pair of each document. */
const ofPairs: readonly string[] = [
  'weighted_perplexity',
  'bits_per_byte',
  'f1',
  'matthews_corrcoef',
  'bleu',
  'chrf',
  'ter',
  'brier_score',
];
/** Of those the ones that raise ValueError for pairs of another kind, whatever is in them. */
const strangers: Readonly<Record<MetricValues, readonly string[]>> = {
  number: [],
  logarithm: [],
  classes: ['brier_score'],
  weighted: ['f1', 'matthews_corrcoef', 'brier_score'],
  row: ['f1', 'matthews_corrcoef'],
};

/** In which way an aggregation does not fit: it cannot go through numbers, or add up pairs, or takes other pairs, or gives another figure. */
export type Misfit = 'no-pairs' | 'no-numbers' | 'other-pairs' | 'another';

/** In which way an aggregation does not fit what a metric gives; undefined where it fits, or nothing is known of it. */
export function aggregationMisfit(given: MetricValues, aggregation: string): Misfit | undefined {
  const isNumber = given === 'number' || given === 'logarithm';
  if (isNumber && ofPairs.includes(aggregation)) return 'no-pairs';
  if (!isNumber && ofNumbers.includes(aggregation)) return 'no-numbers';
  if (strangers[given].includes(aggregation)) return 'other-pairs';
  const expects = aggregation === 'perplexity' ? 'logarithm' : 'number';
  return isNumber && ofNumbers.includes(aggregation) && expects !== given ? 'another' : undefined;
}

/** How a metric is combined where nothing else is said. */
export function ownAggregation(metric: string): string | undefined {
  if (metric === 'exact_match') return 'mean';
  return Object.hasOwn(handedOn, metric) ? handedOn[metric] : metric === 'brier_score' ? metric : undefined;
}

/** How a metric is rightly combined; undefined where the harness has nothing for it. */
export function aggregationsOf(given: MetricValues, metric: string): string | undefined {
  const own = ownAggregation(metric);
  return own !== undefined && aggregationMisfit(given, own) === undefined ? own : undefined;
}
