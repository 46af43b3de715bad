import { say } from '../../../core/say.js';
import type { Severity } from '../../../core/severity.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { releaseOf } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { dictsIn } from '../values/harness-values.js';
import { addingUp } from '../values/metric-facts.js';
import { calledFunction } from './support/called-function.js';
import { certainResult, type CertainType } from './support/certain-result.js';
import { textMethodOf } from './support/list-as-text.js';
import { metricsOf } from './support/metrics.js';
import { droppedDocuments, rowsLeftAlone, strangeToDocuments } from './support/rows-left-alone.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';

/** A function that gives something else than the harness needs, whatever it is called with (lm-evaluation-harness 0.4.13 `api/task.py`, `evaluator.py`, `api/filter.py`). */
export const functionResult = taskRule(
  {
    id: 'function-result',
    title: 'A !function that gives nothing, or what the harness cannot use',
    severity: 'error',
    prevents: 'AttributeError, AssertionError or TypeError when the task is loaded or its answers are scored, or scores of 0',
  },
  function* (task, context): Iterable<Finding> {
    const release = releaseOf(context.file, context.surroundings);
    // 0.5 makes its tasks in another way.
    if (release.build === 'classes') return;
    const asked: Asked = { task, release };
    yield* ofFields(context, task.config, ofTask, asked);
    if (task.fewshot) yield* ofFields(context, task.fewshot, ofExamples, asked);
    for (const metric of metricsOf(task)) {
      yield* ofField(context, metric.get('aggregation'), combined, asked);
      if (addsUp(metric)) yield* ofField(context, metric.get('metric'), scored, asked);
    }
    for (const pipeline of dictsIn(task.config.get('filter_list')))
      for (const step of dictsIn(pipeline.get('filter'))) yield* ofField(context, step.get('filter_fn'), filtered, asked);
    yield* ofRows(context, task);
    yield* ofAnswers(context, task);
  },
);

interface Asked {
  readonly task: Task;
  readonly release: HarnessRelease;
}

/** What comes of what a function gives; undefined where the harness can work with it, or that is not certain. */
type Consequence = (type: CertainType, asked: Asked) => string | { readonly text: string; readonly severity: Severity } | undefined;

function* ofFields(
  context: CheckContext,
  config: DictValue,
  fields: Readonly<Record<string, Consequence>>,
  asked: Asked,
): Iterable<Finding> {
  for (const [key, consequence] of Object.entries(fields)) yield* ofField(context, config.get(key), consequence, asked);
}

function* ofField(context: CheckContext, value: Value | undefined, consequence: Consequence, asked: Asked): Iterable<Finding> {
  const called = calledFunction(context, value);
  const type = called && certainResult(called.node);
  if (!value || !called || type === undefined) return;
  const said = consequence(type, asked);
  if (said === undefined) return;
  const what =
    type === 'NoneType'
      ? say`The function ${called.node.name.name} has no \`return\` that gives something: it gives None, and ${textIn(said)}.`
      : say`The function ${called.node.name.name} gives a ${type}, and ${textIn(said)}.`;
  yield { span: value.span, message: what, ...(typeof said === 'string' ? {} : { severity: said.severity }) };
}

function textIn(said: string | { readonly text: string }): string {
  return typeof said === 'string' ? said : said.text;
}

const ofTask: Readonly<Record<string, Consequence>> = {
  process_docs: (type) => say`loading the task raises AttributeError: '${type}' object has no attribute 'features'`,
  custom_dataset: (type) => (type === 'dict' ? undefined : say`taking a split of it raises TypeError when the task is loaded`),
  doc_to_text: question,
  doc_to_target: target,
  doc_to_choice: choices,
  process_results: (type) =>
    type === 'dict'
      ? undefined
      : say`the scores of a document must be a dict: after the run, when the answers are scored, it raises AttributeError: '${type}' object has no attribute 'items'`,
};

const ofExamples: Readonly<Record<string, Consequence>> = {
  samples: noPool,
  process_docs: noPool,
  doc_to_text: (type, asked) => {
    const text = question(type, asked);
    return text === undefined ? undefined : { text: say`with examples ${text}`, severity: asked.task.hasShots ? 'error' : 'warning' };
  },
};

/** Without documents there is no sampler, which nobody misses before an example is drawn. */
function noPool(type: CertainType, { task }: Asked): ReturnType<Consequence> {
  if (type !== 'NoneType') return undefined;
  return {
    text: say`drawing an example raises AttributeError: 'ConfigurableTask' object has no attribute 'sampler'`,
    severity: task.hasShots ? 'error' : 'warning',
  };
}

/** An int, and so a bool, is the index of a choice; until 0.4.9.2 several texts may be asked. */
function question(type: CertainType, { task, release }: Asked): string | undefined {
  if (type === 'str' || type === 'int' || type === 'bool') return undefined;
  if (release.build === 'turns') return say`building the prompt raises AssertionError: Context is not a string!`;
  return type === 'NoneType' && task.outputType === 'generate_until' ? say`there is no prompt to send` : undefined;
}

/** Where a function scores the answers, only examples need a target. */
function target(type: CertainType, { task, release }: Asked): ReturnType<Consequence> {
  if (type === 'builtin_function_or_method')
    return say`the brackets behind it are missing: the text that Python prints of a method is the target`;
  if (type !== 'NoneType' && type !== 'generator') return undefined;
  if (!task.lacks('process_results')) {
    const drops = task.whole && task.hasShots && type === 'NoneType' && release.build === 'turns' && !task.fewshot?.entry('doc_to_target');
    return drops ? say`the examples have no answers` : undefined;
  }
  if (task.outputType === 'multiple_choice' && textOf(task.config.get('doc_to_text')) !== undefined)
    return say`after the run, when the answers are scored, it raises TypeError: tuple indices must be integers or slices, not ${type}`;
  if (task.outputType !== 'generate_until' || !comparesTexts(task)) return undefined;
  return task.lacks('doc_to_choice')
    ? say`every answer is compared with the text that Python prints of it`
    : say`taking the choice of this number raises TypeError after the run, when the answers are scored`;
}

/** Whether all metrics are the harness's own, and look at the target. */
function comparesTexts(task: Task): boolean {
  const names = metricsOf(task).map((metric) => textOf(metric.get('metric')));
  return task.given('metric_list') ? names.length > 0 && !names.includes(undefined) && !names.includes('bypass') : task.whole;
}

function choices(type: CertainType, { task }: Asked): ReturnType<Consequence> {
  if (task.outputType !== 'multiple_choice') return undefined;
  if (type === 'NoneType' || type === 'int' || type === 'float' || type === 'bool')
    return say`the first request raises TypeError: '${type}' object is not iterable`;
  if (type === 'str') return say`each of its letters is taken for a choice`;
  if (type !== 'generator' || !task.lacks('process_results')) return undefined;
  return say`that is no list: loading the task raises TypeError where the target is a number, else scoring the answers after the run, since it has no len()`;
}

function filtered(type: CertainType): string | undefined {
  if (type !== 'NoneType' && type !== 'int' && type !== 'float' && type !== 'bool') return undefined;
  return say`after the run, when the answers are filtered, it raises TypeError: '${type}' object is not iterable`;
}

const combined: Consequence = (type) => (type === 'NoneType' ? say`that is the result of the metric` : undefined);

const scored: Consequence = (type, { task }) =>
  type === 'NoneType' && task.outputType === 'generate_until' && task.lacks('process_results')
    ? say`after the run adding up the scores raises TypeError, or, where doc_to_target gives a list, every answer counts as wrong`
    : undefined;

function addsUp(metric: DictValue): boolean {
  return addingUp.includes(textOf(metric.get('aggregation')) ?? '');
}

/** Answers are a list, also where there is one (`evaluator.py`). */
function* ofAnswers(context: CheckContext, task: Task): Iterable<Finding> {
  const value = task.config.get('process_results');
  const called = calledFunction(context, value);
  const method = called?.keywords.length === 0 ? textMethodOf(called.node, called.positional + 1) : undefined;
  if (value && called && method !== undefined)
    yield {
      span: value.span,
      message: say`The function ${called.node.name.name} takes the answers for a text, and they are a list, also where there is one: after the run it raises AttributeError: 'list' object has no attribute '${method}'.`,
    };
}

/** Rows that a function of `process_docs` changes, and does not give back. */
function* ofRows(context: CheckContext, task: Task): Iterable<Finding> {
  for (const value of [task.config.get('process_docs'), task.fewshot?.get('process_docs')]) {
    const called = calledFunction(context, value);
    const name = called && rowsLeftAlone(called);
    const method = called && name === undefined ? droppedDocuments(called) : undefined;
    const error = called && task.lacks('custom_dataset') ? strangeToDocuments(called) : undefined;
    if (value && called && error !== undefined)
      yield {
        span: value.span,
        severity: 'warning',
        message: say`The function ${called.node.name.name} asks something of its documents that a dataset does not have: loading the task raises ${error}.`,
      };
    if (value && called && method !== undefined)
      yield {
        span: value.span,
        severity: 'warning',
        message: say`The function ${called.node.name.name} calls ${method} of its documents and does not keep what that gives: the documents themselves stay as they were.`,
      };
    if (value && called && name !== undefined)
      yield {
        span: value.span,
        message: say`The function ${called.node.name.name} calls map with ${name}, which changes the row that it is given and has no \`return\`: map keeps the rows as they were, and what is written into them is lost.`,
      };
  }
}
