import { textOf, type DictValue, type RefValue, type Value } from '../../../../core/value.js';
import type { Surroundings } from '../../../face/behaviour.js';
import { findFunction } from '../../load/function.js';
import type { Member } from '../../load/members.js';
import { computedMetrics, defaultMetrics } from '../../values/metric-facts.js';
import { metrics } from '../../values/registered-names.js';
import { returnedScores } from './returned-scores.js';

/** Under which names a task gives scores: each metric behind each filter. */
export interface TaskScores {
  readonly metrics: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
}

/** The scores of a member that is a task (lm-evaluation-harness 0.4.13 `api/task.py`, `process_results`); undefined where its config does not tell them. */
export function scoresOf(member: Member, surroundings: Surroundings): TaskScores | undefined {
  const { config } = member;
  // A name that nothing has, or a config that could not be read, says nothing; a class has metrics of its own.
  if (member.error || member.unknownName || config.entry('class') || !(config.entry('dataset_path') ?? config.entry('custom_dataset')))
    return undefined;
  const filters = filterNames(config.get('filter_list'));
  const names = metricNames(config, surroundings);
  return names && filters && { metrics: names, filters };
}

function metricNames(config: DictValue, surroundings: Surroundings): ReadonlySet<string> | undefined {
  const process = config.get('process_results');
  if (process && process.kind !== 'none') return process.kind === 'ref' ? returnedBy(process, surroundings) : undefined;
  const output = config.get('output_type');
  const type = output ? textOf(output) : 'generate_until';
  const usual = type !== undefined && Object.hasOwn(defaultMetrics, type) ? defaultMetrics[type] : undefined;
  const list = config.get('metric_list');
  if (!usual || !list || list.kind === 'none') return usual && new Set(usual);
  const names =
    list.kind === 'list' ? list.items.map((item) => (item.kind === 'dict' ? textOf(item.get('metric')) : undefined)) : [undefined];
  // The library evaluate, and functions, may give several scores, under names of their own.
  const known = Object.hasOwn(computedMetrics, type!) ? () => true : (name: string) => metrics.includes(name);
  return names.every((name): name is string => name !== undefined && known(name)) ? new Set(names) : undefined;
}

function returnedBy(ref: RefValue, surroundings: Surroundings): ReadonlySet<string> | undefined {
  const found = findFunction(ref, surroundings);
  return found.kind === 'found' ? returnedScores(found, ref, surroundings) : undefined;
}

/** The names of the pipelines of a `filter_list`; without one there is one, `none`. */
function filterNames(list: Value | undefined): ReadonlySet<string> | undefined {
  if (!list || list.kind === 'none') return new Set(['none']);
  if (list.kind !== 'list') return undefined;
  const names = list.items.map((item) => (item.kind === 'dict' ? textOf(item.get('name')) : undefined));
  return names.every((name): name is string => name !== undefined) && names.length > 0 ? new Set(names) : undefined;
}
