import { hasWord } from '../../../core/word-places.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import { dirname } from '../../../core/paths.js';
import { say } from '../../../core/say.js';
import { replaceScalar } from '../../../edit/index.js';
import type { Severity } from '../../../core/severity.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { withoutDash } from './support/without-dash.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { listed } from '../../../checks/support/words.js';
import { harnessSourceOf } from '../load/harness-source.js';
import { findFunction } from '../load/function.js';
import { isOwnName, metricModules } from '../load/own-harness.js';
import { releaseOf } from '../releases/find-harness.js';
import { addingUp, choiceMetrics, computedMetrics, evaluateMetrics, handedOn } from '../values/metric-facts.js';
import { uncombinedMetrics } from '../load/raised-by-metrics.js';
import { metrics } from '../values/registered-names.js';
import { combineNothing, type CombinesNothing } from './support/combined-metrics.js';
import { isMeantAsChoice } from './support/meant-as-choice.js';
import { metricsOf } from './support/metrics.js';
import { returnedScores } from './support/returned-scores.js';
import { tasksOf, type Task } from './support/task.js';
import { fileRule } from './support/task-rule.js';

/** A metric that nothing computes (lm-evaluation-harness 0.4.13 `api/registry.py`, `get_metric`, and `api/task.py`, `process_results`). */
export const unknownMetric = fileRule(
  {
    id: 'unknown-metric',
    title: 'A metric that nothing computes',
    severity: 'warning',
    fix: 'unsafe',
    prevents: "TypeError: 'NoneType' object is not callable after the run, or a table of results without the metric",
  },
  function* (context): Iterable<Finding> {
    for (const task of tasksOf(context)) yield* ofTask(task, context);
    yield* ofGroups(context);
  },
);

function* ofTask(task: Task, context: CheckContext): Iterable<Finding> {
  const uncombined = uncombinedIn(task, context);
  for (const name of uncombined) yield notCombined(context, name);
  // Where a function computes the scores the names are its own. A file that others include may get one from them.
  if (task.given('process_results')) return yield* ofFunction(task, context);
  for (const metric of metricsOf(task)) {
    const name = metric.get('metric');
    if (name?.kind !== 'str' || name.text.includes('/') || uncombined.includes(name)) continue;
    const finding =
      metrics.includes(name.text) || evaluateMetrics.has(name.text)
        ? notComputed(task, context, metric, name)
        : unknown(task, context, metric, name);
    if (finding) yield finding;
  }
}

/** Metrics of which nothing says how their values are combined: neither they themselves nor the harness, which has none of these names. */
function uncombinedIn(task: Task, context: CheckContext): StrValue[] {
  if (!task.whole || releaseOf(context.file, context.surroundings).build === 'classes' || task.given('class')) return [];
  const names = uncombinedMetrics(task.config, (name) => isOwnName(context.file, context.surroundings.workspace, metricModules, name));
  // What is meant by a name of the library is told with what that computes.
  return [...names].filter(({ text }) => !evaluateMetrics.has(text) || task.given('process_results'));
}

function notCombined(context: CheckContext, name: StrValue): Finding {
  const meant = nearest(name.text, metrics);
  return {
    span: name.span,
    severity: 'error',
    message: say`The harness has no metric ${name.text}, and nothing says how its values are combined: building the task raises KeyError: None. ${meant === undefined ? say`Give it an \`aggregation\`.` : say`Did you mean ${meant}?`}`,
    fixes: renamed(context, name, meant),
  };
}

/** A metric that hands on the pair of gold and answer to what adds up numbers. */
function ofPairs(task: Task, context: CheckContext, metric: DictValue, name: StrValue): Finding | undefined {
  const usual = Object.hasOwn(handedOn, name.text) ? handedOn[name.text] : undefined;
  if (usual === undefined || choiceMetrics.includes(name.text) || metric.get('hf_evaluate')?.kind === 'bool') return undefined;
  const given = metric.get('aggregation');
  const combined = given && given.kind !== 'none' ? textOf(given) : usual;
  if (combined === undefined || !addingUp.includes(combined)) return undefined;
  if (harnessSourceOf(context.file, context.surroundings.workspace)?.scores(name.text) || isMeantAsChoice(task, context)) return undefined;
  return {
    span: name.span,
    message: addingUp.includes(usual)
      ? say`${name.text} is a metric of likelihoods: it gives no number for a generated text, and after the run ${combined} raises TypeError.`
      : say`The metric ${name.text} gives the pair of target and answer, and ${combined} adds up numbers: after the run it raises TypeError. Its own aggregation is ${usual}.`,
    fixes: [],
  };
}

/** Names of scores that the module of `process_results` does not have, and that are nearly one that it has. */
function* ofFunction(task: Task, context: CheckContext): Iterable<Finding> {
  const ref = task.config.get('process_results');
  const found = ref?.kind === 'ref' ? findFunction(ref, context.surroundings) : undefined;
  if (found?.kind !== 'found') return;
  const read = context.surroundings.workspace.read(found.file);
  if (read.kind !== 'text') return;
  const mentioned = new Set(
    [...read.text.matchAll(/["']([A-Za-z_][\w@+.-]*)["']|\b([A-Za-z_]\w*)\s*=(?!=)/g)].map((match) => (match[1] ?? match[2])!),
  );
  const given = ref?.kind === 'ref' ? returnedScores(found, ref, context.surroundings) : undefined;
  const metrics = metricsOf(task).map((metric) => metric.get('metric'));
  for (const name of metrics) {
    if (name?.kind !== 'str' || (given ?? mentioned).has(name.text)) continue;
    if (!given && (read.text.includes(name.text) || isMade(read.text, name.text))) continue;
    const slip = [...(given ?? mentioned)].find((one) => isNameSlip(name.text, one, 'none'));
    // Where one score has no metric, and one metric no score, they belong together.
    const left = [...(given ?? [])].filter((one) => !metrics.some((other) => textOf(other) === one));
    const meant = slip ?? (left.length === 1 ? left[0] : undefined);
    if (meant === undefined && !given) continue;
    const who = found.signature.replace(/^def (\w+).*$/s, '$1');
    yield {
      span: name.span,
      message: given
        ? say`${who} gives the scores ${listed([...given], 8)}, and none under the name ${name.text}: the table of results does not have it.${meant === undefined ? '' : say` Did you mean ${meant}?`}`
        : say`The module of ${who} does not have the name ${name.text}: no score is given under it, and what is said of it here has no effect. Did you mean ${meant!}?`,
      fixes: renamed(context, name, meant),
    };
  }
}

/** An item of `aggregate_metric_list` that is none: mostly the rest of the one before it, behind a dash too many. */
function* withoutName(context: CheckContext, item: DictValue): Iterable<Finding> {
  const keys = [...item.entries.values()].map(({ key }) => textOf(key));
  if (!keys.every((key) => key === 'aggregation' || key === 'weight_by_size' || key === 'filter_list')) return;
  yield {
    span: item.span,
    severity: 'error',
    message: say`This item has no \`metric\`: building the group raises TypeError: AggMetricConfig.__init__() missing 1 required positional argument: 'metric'.`,
    fixes: oneEdit(say`Remove the dash`, false, withoutDash(context.text(item.span.file), item.span)),
  };
}

/** Whether an f-string of the module begins or ends as the name does: then the module may make it. */
function isMade(text: string, name: string): boolean {
  return [...text.matchAll(/\bf["']([^{}"'\n]{3,})\{|\}([^{}"'\n]{3,})["']/g)].some(([, before, behind]) =>
    before === undefined ? name.endsWith(behind!) : name.startsWith(before),
  );
}

/** A metric that a group combines and that none of its tasks has, or that looks like a slip: no file beside it has the name. */
function* ofGroups(context: CheckContext): Iterable<Finding> {
  const found = new Set<Value>();
  for (const nothing of combineNothing(context)) {
    found.add(nothing.metric);
    yield nothing.lacks === 'metric' ? withoutMetric(context, nothing) : withoutFilter(context, nothing);
  }
  for (const { kind, value } of context.config.places) {
    if (kind === 'aggregate-metric' && value.kind === 'dict') yield* withoutName(context, value);
    const name = kind === 'aggregate-metric' && value.kind === 'dict' ? value.get('metric') : undefined;
    if (
      name?.kind !== 'str' ||
      found.has(name) ||
      metrics.includes(name.text) ||
      evaluateMetrics.has(name.text) ||
      isNamedAround(context, name)
    )
      continue;
    const meant = nearest(name.text, metrics) ?? [...metricsAround(context)].find((one) => isNameSlip(name.text, one, 'some'));
    if (meant === undefined) continue;
    yield {
      span: name.span,
      message: say`No task is known to have the metric ${name.text}: the group combines nothing, and the table of results shows none for it. Did you mean ${meant}?`,
      fixes: renamed(context, name, meant),
    };
  }
}

/** One list may be written for groups of all kinds: beside a metric that is combined, another that is not is no slip, as long as it looks like none. */
function withoutMetric(context: CheckContext, { metric, given, beside }: CombinesNothing): Finding {
  const free = [...given].filter((name) => !beside.has(name));
  const meant = beside.size === 0 && free.length === 1 ? free[0] : nearest(metric.text, free);
  return {
    span: metric.span,
    ...(beside.size > 0 && meant === undefined && { severity: 'information' }),
    message: say`No task of the group has the metric ${metric.text}: the group combines nothing, and the table of results shows none for it. What they have: ${listed([...given], 8)}.`,
    fixes: renamed(context, metric, meant),
  };
}

function withoutFilter(context: CheckContext, { metric, filters, given }: CombinesNothing): Finding {
  const they = say`The filters that they have: ${listed([...given], 8)}.`;
  if (!filters)
    return {
      span: metric.span,
      message:
        say`No task of the group has the metric ${metric.text} behind the filter none, which counts where \`filter_list\` names no other: the group combines nothing, and the table of results shows none for it.` +
        ` ${they}`,
    };
  const written = filters.kind === 'list' ? filters.items : [filters];
  const names = written.map((item) => textOf(item) ?? '');
  const only = written.length === 1 ? written[0] : undefined;
  return {
    span: filters.span,
    message:
      say`No task of the group has the metric ${metric.text} behind the filter ${listed(names)}: the group combines nothing, and the table of results shows none for it.` +
      ` ${they}`,
    fixes: only?.kind === 'str' ? renamed(context, only, given.size === 1 ? [...given][0] : nearest(only.text, [...given])) : [],
  };
}

/** Whether a task file or a module in the folder of the group, or in a folder beside or above it, has the name. */
function isNamedAround({ file, surroundings: { workspace } }: CheckContext, { text, span }: StrValue): boolean {
  const folder = dirname(file);
  const has = (other: string): boolean => {
    const read = /\.(?:py|ya?ml)$|_yaml$/.test(other) ? workspace.read(other) : undefined;
    if (read?.kind !== 'text') return false;
    return other !== file && other !== span.file && hasWord(read.text, text, /[\w-]/);
  };
  const within = (at: string): boolean => (workspace.list(at) ?? []).slice(0, mostLookedAt).some((name) => has(`${at}/${name}`));
  return [folder, dirname(folder)].some(within);
}

/** The metrics of the tasks in the folder of the group. */
function metricsAround({ file, surroundings: { workspace } }: CheckContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of (workspace.list(dirname(file)) ?? []).slice(0, mostLookedAt)) {
    const other = `${dirname(file)}/${name}`;
    const read = other !== file && /\.ya?ml$|_yaml$/.test(name) ? workspace.read(other) : undefined;
    if (read?.kind === 'text')
      for (const [, metric] of read.text.matchAll(/^[ \t]*(?:-[ \t]*)?metric:[ \t]*["']?([\w+@.-]+)/gm)) found.add(metric!);
  }
  return found;
}

/** Files of a folder that are read for a name that the harness does not have. */
const mostLookedAt = 200;

/** A name of the harness, or of the library evaluate, that this output type does not look at. */
function notComputed(task: Task, context: CheckContext, metric: DictValue, name: StrValue): Finding | undefined {
  const type = task.outputType;
  const computed = type !== undefined && Object.hasOwn(computedMetrics, type) ? computedMetrics[type] : undefined;
  // A function of the task's own may put the pairs together. Of several targets the pairs are held for truth values, and none of them is empty.
  const isMean = !metric.entry('aggregation') || textOf(metric.get('aggregation')) === 'mean';
  if (type === 'generate_until' && isMean && task.lacks('process_results') && choiceMetrics.includes(name.text)) {
    if (harnessSourceOf(context.file, context.surroundings.workspace)?.scores(name.text) || isMeantAsChoice(task, context))
      return undefined;
    return {
      span: name.span,
      message: say`${name.text} is a metric of choices: it gives no number for a generated text, and after the run its mean raises TypeError, or, where doc_to_target gives a list, every answer counts as right. Use exact_match.`,
      fixes: name.text === 'acc' ? renamed(context, name, 'exact_match') : [],
    };
  }
  if (type === 'generate_until' && task.lacks('process_results')) return ofPairs(task, context, metric, name);
  if (!computed || !task.lacks('process_results') || computed.includes(name.text) || name.text === 'bypass') return undefined;
  if (isComputedByOwn(name.text, context)) return undefined;
  const meant = name.text === 'accuracy' ? 'acc' : nearest(name.text, computed);
  return {
    span: name.span,
    message: say`With output_type ${type!} the metric ${name.text} is not computed: the table of results does not have it. What is computed: ${listed(computed, 9)}.`,
    fixes: renamed(context, name, meant),
  };
}

/** Whether the harness within reach computes a metric that no release does. */
function isComputedByOwn(name: string, { file, surroundings: { workspace } }: CheckContext): boolean {
  if (Object.values(computedMetrics).flat().includes(name)) return false;
  const harness = harnessSourceOf(file, workspace);
  return harness !== undefined && (harness.computes(name) || harness.givesAlways(name));
}

/** A name that the harness does not have: near one that it has a slip, else perhaps one of a library that we do not know. */
function unknown(task: Task, context: CheckContext, metric: DictValue, name: StrValue): Finding | undefined {
  const evaluates = metric.get('hf_evaluate')?.kind === 'bool';
  if (evaluates || isOwnName(context.file, context.surroundings.workspace, metricModules, name)) return undefined;
  const type = task.outputType;
  const computed = type !== undefined && Object.hasOwn(computedMetrics, type) ? computedMetrics[type] : undefined;
  const near = nearest(name.text, computed ?? metrics) ?? nearest(name.text, [...metrics, ...evaluateMetrics]);
  const meant = near !== undefined && hasAnotherWord(name.text, near) ? undefined : near;
  const lacksFunction = task.lacks('process_results');
  if (meant === undefined && !lacksFunction) return undefined;
  const generates = type === 'generate_until';
  const consequence = generates
    ? say`after the run, when the answers are scored, it raises TypeError: 'NoneType' object is not callable`
    : say`it is not computed, and the table of results does not have it`;
  return {
    span: name.span,
    severity: severityOf(meant, lacksFunction),
    message: say`The harness has no metric ${name.text}: it looks for it in the library evaluate, and where that has none ${consequence}.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
    fixes: renamed(context, name, meant),
  };
}

/** Whether two names differ in one of their words by more than a slip of it: `acc_male` is meant for no `acc_all`. */
function hasAnotherWord(name: string, other: string): boolean {
  const [words, others] = [name.split('_'), other.split('_')];
  const different = words.filter((word, i) => word !== others[i]);
  if (words.length < 2 || words.length !== others.length || different.length !== 1) return false;
  return nearest(different[0]!, [others[words.indexOf(different[0]!)]!]) === undefined;
}

function severityOf(meant: string | undefined, lacksFunction: boolean): Severity {
  return meant !== undefined && lacksFunction ? 'error' : 'warning';
}

function renamed({ text }: CheckContext, name: StrValue, meant: string | undefined): Fix[] {
  return meant === undefined || textOf(name) === meant
    ? []
    : oneEdit(say`Write ${meant}`, false, replaceScalar(text(name.span.file), name, meant));
}
