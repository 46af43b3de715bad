import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { nearest } from '../../../checks/support/nearest.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { listed } from '../../../checks/support/words.js';
import { betterDown, betterUp, exactMatchArguments, metricKeys } from '../values/metric-facts.js';
import { isMentionedIn } from '../load/own-words.js';
import { metricsOf } from './support/metrics.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { namedAgain } from './support/named-again.js';

/** A key of a metric that nobody reads, or without which it is none (lm-evaluation-harness 0.4.13 `api/task.py`, `ConfigurableTask.__init__`). */
export const metricArgument = taskRule(
  {
    id: 'metric-argument',
    title: 'A metric with a key that it does not have, or without its name',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'ValueError when the task is loaded, TypeError when answers are scored, or a setting that is silently ignored',
  },
  function* (task, context): Iterable<Finding> {
    yield* namedTwice(task);
    yield* turnedRound(task);
    for (const metric of metricsOf(task)) {
      if (hasUnknownKey(metric)) continue;
      const unnamed = metric.entry('metric') === undefined;
      if (unnamed) yield withoutName(context, metric);
      for (const entry of metric.entries.values()) {
        const finding = unnamed && isSlipOf(entry, 'metric') ? undefined : stranger(task, context, metric, entry);
        if (finding) yield finding;
      }
    }
  },
);

/** Metrics of one name, under which all that is said of them is kept: what is said last is. */
function* namedTwice(task: Task): Iterable<Finding> {
  // Where a function scores the answers nothing is called with them.
  if (task.given('process_results')) return;
  for (const { name, last } of namedAgain(metricsOf(task), 'metric'))
    yield {
      span: name.span,
      severity: 'warning',
      message: say`The metric ${name.text} stands here again, and is computed once, with the arguments of the last one: those of this one have no effect.`,
      related: [{ span: last.span, message: say`the last one` }],
    };
}

/** A `higher_is_better` that says the opposite of what the harness knows of its own metric: results and their table hand it on. */
function* turnedRound(task: Task): Iterable<Finding> {
  if (!task.lacks('process_results')) return;
  for (const metric of metricsOf(task)) {
    const name = textOf(metric.get('metric'));
    const given = metric.get('higher_is_better');
    if (name === undefined || given?.kind !== 'bool' || metric.entry('hf_evaluate')) continue;
    if (!(given.value ? betterDown : betterUp).has(name)) continue;
    yield {
      span: given.span,
      severity: 'warning',
      message: given.value
        ? say`Of the metric ${name} less is better: the table of results has an arrow beside it that says the opposite.`
        : say`Of the metric ${name} more is better: the table of results has an arrow beside it that says the opposite.`,
      fixes: oneEdit(say`Write ${String(!given.value)}`, false, { span: given.span, newText: String(!given.value) }),
    };
  }
}

function withoutName(context: CheckContext, metric: DictValue): Finding {
  const slip = [...metric.entries.values()].find((entry) => isSlipOf(entry, 'metric')) ?? [...metric.entries.values()].find(isName);
  return {
    span: slip?.keySpan ?? metric.span,
    message: say`This metric has no \`metric\`, its name: loading the task raises ValueError: 'metric' key not provided for an entry in 'metric_list', must be specified.`,
    fixes: slip ? renameKeyFix(context, slip, 'metric') : [],
  };
}

function isSlipOf({ key }: DictEntry, wanted: string): boolean {
  return !metricKeys.includes(textOf(key) ?? '') && nearest(textOf(key) ?? '', [wanted]) === wanted;
}

/** What others call the name of a metric. */
function isName({ key, value }: DictEntry): boolean {
  return textOf(key) === 'name' && value.kind === 'str';
}

function stranger(task: Task, context: CheckContext, metric: DictValue, entry: DictEntry): Finding | undefined {
  const name = textOf(entry.key);
  if (name === undefined || metricKeys.includes(name)) return undefined;
  const exact = isExactMatch(task, metric);
  const takes = exact ? exactMatchArguments : [];
  if (takes.includes(name) || (exact && isMentionedIn(context.file, context.surroundings.workspace, 'api/metrics.py', name)))
    return undefined;
  const free = [...metricKeys, ...takes].filter((key) => !metric.entry(key));
  const meant = nearest(name, free) ?? free.find((key) => isOtherWord(name, key));
  // Other metrics leave alone what they do not know.
  if (!exact && meant === undefined) return undefined;
  const advice = meant === undefined ? say`It takes ${listed(takes)}.` : say`Did you mean ${meant}?`;
  return {
    span: entry.keySpan,
    severity: exact ? 'error' : 'warning',
    message: exact
      ? say`The metric exact_match has no argument ${name}: after the run, when the answers are scored, it raises TypeError. ${advice}`
      : say`The harness does not read the key ${name} of a metric, and hands it to the metric as an argument. ${advice}`,
    fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
  };
}

/** `is_higher_better` and `agg`: the words of a key in another order, or its beginning. */
function isOtherWord(name: string, key: string): boolean {
  const words = (text: string): string => text.toLowerCase().split('_').sort().join('_');
  return words(name) === words(key) || (name.length >= 3 && key.startsWith(name));
}

/** Whether the harness calls its own exact_match with what is written beside it. */
function isExactMatch(task: Task, metric: DictValue): boolean {
  return (
    textOf(metric.get('metric')) === 'exact_match' &&
    metric.get('hf_evaluate')?.kind !== 'bool' &&
    task.outputType === 'generate_until' &&
    task.lacks('process_results')
  );
}
