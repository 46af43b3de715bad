import { PyError } from '../../../core/errors.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { dictsIn } from '../values/harness-values.js';
import { metrics } from '../values/registered-names.js';
import type { TaskDataset } from './own-harness.js';

/**
 * What a release raises for a task one of whose metrics is for other output types (lm-evaluation-harness 0.5.0.dev1 `api/metrics/utils.py`): once the task is made, before
 * its data are loaded. Undefined where it takes them all, and for a task whose prompt format may have other metrics.
 */
export function raisedByMetrics(task: DictValue, { metricTypes }: HarnessRelease): PyError | undefined {
  const outputType = task.get('output_type');
  if (!metricTypes || task.entry('formats') || (outputType && outputType.kind !== 'str')) return undefined;
  const type = outputType?.text ?? 'generate_until';
  for (const metric of metricsOf(task)) {
    const name = textOf(metric) ?? '';
    const types = metricTypes.get(name);
    if (!types || types.includes(type)) continue;
    const set = `{${types.map((each) => `'${each}'`).join(', ')}}`;
    return new PyError(
      'ValueError',
      `metric ${name} is defined but has output_type '${set}' which does not match expected output_type(s) '${type}'.`,
      metric.span,
    );
  }
  return undefined;
}

/**
 * What is raised while a task is made, for a metric that neither says how its values are combined nor is one of the harness's own: there is no name for what combines
 * nothing (lm-evaluation-harness 0.4.13 `api/task.py`, `INV_AGG_REGISTRY`). Undefined in 0.5, which makes its tasks in another way.
 */
export function raisedByAggregation({ value, harness }: TaskDataset, { build }: HarnessRelease): PyError | undefined {
  if (build === 'classes' || value.entry('class')) return undefined;
  const [name] = uncombinedMetrics(value, (own) => harness?.hasMetric(own) === true);
  return name && new PyError('KeyError', 'None', name.span);
}

/** The names of such metrics. @param isOwn whether the harness around the task has one beside those that we know */
export function* uncombinedMetrics(task: DictValue, isOwn: (name: StrValue) => boolean): Iterable<StrValue> {
  for (const metric of dictsIn(task.get('metric_list'))) {
    const name = metric.get('metric');
    if (name?.kind === 'str' && !metric.entry('aggregation') && !metrics.includes(name.text) && !isOwn(name)) yield name;
  }
}

/** Each filter's own metrics, else those of the task; without filters those of the task. */
function metricsOf(task: DictValue): Value[] {
  const own = task.get('metric_list');
  const filters = dictsIn(task.get('filter_list'));
  const lists = filters.length > 0 ? filters.map((filter) => (filter.entry('metric_list') ? filter.get('metric_list') : own)) : [own];
  return lists.flatMap((list) => dictsIn(list).flatMap((item) => item.get('metric') ?? []));
}
