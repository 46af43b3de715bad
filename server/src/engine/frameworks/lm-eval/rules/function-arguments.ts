import type { FunctionDef } from '../../../python/syntax/tree/ast.js';
import { say } from '../../../core/say.js';
import { textOf, type DictValue, type RefValue, type Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { functionSource } from '../load/function.js';
import { dictsIn } from '../values/harness-values.js';
import { metricKeys } from '../values/metric-facts.js';
import { calledFunction } from './support/called-function.js';
import { metricsOf } from './support/metrics.js';
import { misfit } from './support/misfit.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';

/** How many values the functions of a task are called with, all of them in order (lm-evaluation-harness 0.4.13 `api/task.py`). */
const ofTask: Readonly<Record<string, number>> = {
  process_docs: 1,
  doc_to_text: 1,
  doc_to_target: 1,
  doc_to_choice: 1,
  doc_to_image: 1,
  doc_to_audio: 1,
  process_results: 2,
};
const ofExamples: Readonly<Record<string, number>> = { process_docs: 1, doc_to_text: 1, doc_to_target: 1, doc_to_choice: 1, samples: 0 };

/** A function of a task that cannot be called in the way in which the harness does it (Python 3.10; lm-evaluation-harness 0.4.13 `api/task.py`, `filters/custom.py`). */
export const functionArguments = taskRule(
  {
    id: 'function-arguments',
    title: 'A !function that does not take what it is called with',
    severity: 'error',
    prevents: 'TypeError when the task is loaded, or after the run, when its answers are scored',
  },
  function* (task, context): Iterable<Finding> {
    yield* ofFields(context, task.config, ofTask);
    if (task.fewshot) yield* ofFields(context, task.fewshot, ofExamples);
    yield* ofDataset(task, context);
    for (const metric of metricsOf(task)) {
      yield* called(context, metric.get('aggregation'), 1);
      if (task.outputType === 'generate_until' && task.lacks('process_results')) yield* ofMetric(context, metric);
    }
    for (const step of stepsOf(task)) if (textOf(step.get('function')) === 'custom') yield* called(context, step.get('filter_fn'), 2);
  },
);

function* ofFields(context: CheckContext, config: DictValue, fields: Readonly<Record<string, number>>): Iterable<Finding> {
  for (const [key, count] of Object.entries(fields)) yield* called(context, config.get(key), count);
}

/** The steps of all pipelines of `filter_list`. */
function stepsOf(task: Task): readonly DictValue[] {
  return dictsIn(task.config.get('filter_list')).flatMap((pipeline) => dictsIn(pipeline.get('filter')));
}

/** A function that is called with values in order. */
function* called(context: CheckContext, value: Value | undefined, count: number): Iterable<Finding> {
  const found = calledFunction(context, value);
  const error = found && misfit(found.node, found.positional + count, found.keywords);
  if (value?.kind === 'ref' && error !== undefined) yield finding(value, error);
}

/** The function of a metric: called by the names `references` and `predictions` with all that is written beside it, else with a pair of both. */
function* ofMetric(context: CheckContext, metric: DictValue): Iterable<Finding> {
  const value = metric.get('metric');
  const found = value?.kind === 'ref' ? definitionOf(context, value) : undefined;
  if (!found) return;
  const beside = [...metric.entries.values()].map(({ key }) => textOf(key));
  if (beside.includes(undefined)) return;
  const names = ['references', 'predictions', ...beside.filter((key) => !metricKeys.includes(key!)).map((key) => key!)];
  const error = misfit(found.node, 1);
  if (error === undefined || fitsNames(found.node, names)) return;
  yield {
    ...finding(found.ref, error),
    message: say`A metric is called with references= and predictions=, and where it does not take them with a pair of both, and ${found.node.name.name} takes neither: after the run, when the answers are scored, it raises TypeError: ${error}.`,
  };
}

/** `custom_dataset`, which is called with all of `metadata` and `dataset_kwargs` by their names. */
function* ofDataset(task: Task, context: CheckContext): Iterable<Finding> {
  const value = task.config.get('custom_dataset');
  const found = value?.kind === 'ref' ? definitionOf(context, value) : undefined;
  if (!found || found.node.parameters.kwArgs) return;
  const { positional, keywordOnly } = found.node.parameters;
  const takes = new Set([...positional, ...keywordOnly].map(({ name }) => name.name));
  const given = ['metadata', 'dataset_kwargs'].flatMap((key) => {
    const dict = task.config.get(key);
    return dict?.kind === 'dict' ? [...dict.entries.values()] : [];
  });
  const stranger = given.find(({ key }) => key.kind === 'str' && !takes.has(key.text));
  if (stranger) yield finding(found.ref, `${found.node.name.name}() got an unexpected keyword argument '${textOf(stranger.key)!}'`);
}

interface Defined {
  readonly ref: RefValue;
  readonly node: FunctionDef;
}

/** The definition of a function that nothing is wrapped around. */
function definitionOf({ surroundings }: CheckContext, ref: RefValue): Defined | undefined {
  const node = functionSource(ref, surroundings)?.node;
  return node?.decorators.length === 0 ? { ref, node } : undefined;
}

function finding(ref: RefValue, error: string): Finding {
  return { span: ref.span, message: say`The harness cannot call this function: it raises TypeError: ${error}.` };
}

/** Whether a function can be called with these names alone. */
function fitsNames({ parameters }: FunctionDef, names: readonly string[]): boolean {
  const byName = [...parameters.positional, ...parameters.keywordOnly];
  const known = new Set(byName.map(({ name }) => name.name));
  const needed = [...parameters.positionalOnly, ...byName.filter(({ name }) => !names.includes(name.name))];
  return (
    needed.every(({ defaultValue }) => defaultValue !== undefined) &&
    (parameters.kwArgs !== undefined || names.every((name) => known.has(name)))
  );
}
