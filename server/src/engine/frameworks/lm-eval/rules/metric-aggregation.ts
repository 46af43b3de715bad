import { say } from '../../../core/say.js';
import { type DictValue, type StrValue } from '../../../core/value.js';
import { replaceScalar } from '../../../edit/index.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { harnessSourceOf } from '../load/harness-source.js';
import { releaseOf } from '../releases/find-harness.js';
import { aggregationsOf, givenValues, aggregationMisfit, ownAggregation, type Misfit } from '../values/metric-values.js';
import { metricsOf } from './support/metrics.js';
import { taskRule } from './support/task-rule.js';

/** A metric and an aggregation that cannot combine what it gives (lm-evaluation-harness 0.4.13 `api/metrics.py`, `api/task.py`, `process_results`). */
export const metricAggregation = taskRule(
  {
    id: 'metric-aggregation',
    title: 'An aggregation that cannot combine what the metric gives',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'TypeError or ValueError after the run, when the scores are combined, or a result that is something else than its name says',
  },
  function* (task, context): Iterable<Finding> {
    const type = task.outputType;
    if (!task.whole || type === undefined || !task.lacks('process_results')) return;
    // 0.5 computes its metrics in another way.
    if (releaseOf(context.file, context.surroundings).build === 'classes') return;
    for (const metric of metricsOf(task)) {
      const name = metric.get('metric');
      if (name?.kind === 'str' && !metric.entry('hf_evaluate')) yield* ofMetric(context, metric, name, type);
    }
  },
);

function* ofMetric(context: CheckContext, metric: DictValue, name: StrValue, type: string): Iterable<Finding> {
  const values = givenValues(type, name.text);
  const given = metric.get('aggregation');
  const written = given?.kind === 'str' ? given : undefined;
  const combines = given ? written?.text : ownAggregation(name.text);
  const misfit = values && combines !== undefined ? aggregationMisfit(values, combines) : undefined;
  if (!values || combines === undefined || !misfit) return;
  if (harnessSourceOf(context.file, context.surroundings.workspace)?.scores(name.text)) return;
  const usual = aggregationsOf(values, name.text);
  yield {
    span: (written ?? name).span,
    severity: misfit === 'another' ? 'warning' : 'error',
    message: messageOf(misfit, name.text, combines, usual),
    fixes:
      written && usual !== undefined
        ? oneEdit(say`Write ${usual}`, false, replaceScalar(context.text(written.span.file), written, usual))
        : [],
  };
}

function messageOf(misfit: Misfit, metric: string, aggregation: string, usual: string | undefined): string {
  const advice = usual === undefined ? say`The harness has nothing that combines them.` : say`Its own aggregation is ${usual}.`;
  switch (misfit) {
    case 'no-pairs':
      return say`The metric ${metric} gives a number for each document, and ${aggregation} takes pairs: after the run, when the scores are combined, it raises TypeError. ${advice}`;
    case 'no-numbers':
      return say`The metric ${metric} gives a pair for each document, and ${aggregation} takes numbers: after the run, when the scores are combined, it raises an exception. ${advice}`;
    case 'other-pairs':
      return say`The pairs that the metric ${metric} gives are others than those that ${aggregation} takes: after the run, when the scores are combined, it raises ValueError. ${advice}`;
    case 'another':
      return say`What ${aggregation} makes of the numbers of the metric ${metric} is something else than the table of results calls it. ${advice}`;
  }
}
