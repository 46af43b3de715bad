import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { taskWith } from './pond-task.js';

/** What is said of a task with some fields, beside a module of one function. */
function found(changed: Readonly<Record<string, string>>, definition: string): readonly string[] {
  const text = taskWith(changed);
  const utils = `${definition}\n    return []\n`;
  const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': text, '/ws/tasks/utils.py': utils }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond.yaml')
    .filter(({ rule }) => rule === 'function-arguments')
    .map(({ span, message }) => `${text.slice(span.start, span.end)}: ${message}`);
}

const f = '!function utils.f';
const raises = (error: string): readonly string[] => [`utils.f: The harness cannot call this function: it raises TypeError: f() ${error}.`];
const metric = (more: string): Readonly<Record<string, string>> => ({ metric_list: `[{metric: ${f}, ${more}}]` });

describe('a function that is called in order', () => {
  it.each([
    [{ doc_to_text: f }, 'def f(doc, split):', "missing 1 required positional argument: 'split'"],
    [{ doc_to_target: f }, 'def f(doc, a, b, c):', "missing 3 required positional arguments: 'a', 'b', and 'c'"],
    [{ process_docs: f }, 'def f():', 'takes 0 positional arguments but 1 was given'],
    [{ process_results: f }, 'def f(doc):', 'takes 1 positional argument but 2 were given'],
    [{ process_results: f }, 'def f(doc=None):', 'takes from 0 to 1 positional arguments but 2 were given'],
    [{ process_docs: f }, 'def f(dataset, *, split):', "missing 1 required keyword-only argument: 'split'"],
    [{ fewshot_config: `{samples: ${f}}` }, 'def f(doc):', "missing 1 required positional argument: 'doc'"],
    [
      { metric_list: `[{metric: exact_match, aggregation: ${f}}]` },
      'def f(golds, predictions):',
      "missing 1 required positional argument: 'predictions'",
    ],
    [
      { filter_list: `[{name: a, filter: [{function: custom, filter_fn: ${f}}]}]` },
      'def f(resps):',
      'takes 1 positional argument but 2 were given',
    ],
  ])('takes other values: %j', (changed, definition, error) => expect(found(changed, definition)).toEqual(raises(error)));

  it.each([
    [{ doc_to_text: f }, 'def f(doc, split="a"):'],
    [{ doc_to_text: f }, 'def f(*docs):'],
    [{ process_results: f }, 'def f(doc, results, **more):'],
    [{ doc_to_text: f }, '@wrapped\ndef f(doc, split):'],
    [{ metric_list: `[{metric: exact_match, aggregation: ${f}}]` }, 'def f(items):'],
  ])('takes them: %j', (changed, definition) => expect(found(changed, definition)).toEqual([]));
});

describe('a function some of whose arguments are given beforehand', () => {
  const module = (given: string, definition = 'def g(docs, label):'): string =>
    `from functools import partial\n\n${definition}\n    return docs\n\nf = partial(g${given})\n\ndef other():`;

  it.each([
    [', subject="a"', "got an unexpected keyword argument 'subject'"],
    ['', "missing 1 required positional argument: 'label'"],
    [', docs=1', "got multiple values for argument 'docs'"],
    [', 1, 2', 'takes 2 positional arguments but 3 were given'],
  ])('takes other values: %j', (given, error) =>
    expect(found({ process_docs: f }, module(given))).toEqual([
      `utils.f: The harness cannot call this function: it raises TypeError: g() ${error}.`,
    ]),
  );

  it.each([
    module(', label="a"'),
    module(', 1'),
    module(', subject="a"', 'def g(docs, **more):'),
    module(', **names'),
    module(', *names'),
    module(', subject="a"', '@wrapped\ndef g(docs):'),
    module(', subject="a"').replace('from functools', 'from other'),
    `${module(', subject="a"')}\n    pass\n\ng = other\n\ndef third():`,
  ])('takes them, or nobody knows: %j', (definition) => expect(found({ process_docs: f }, definition)).toEqual([]));
});

describe('a function that is called by names', () => {
  it.each([
    'def f(references, predictions):',
    'def f(predictions, references, **kwargs):',
    'def f(items):',
    'def f(items, more=1):',
    'def f(*args, **kwargs):',
  ])('is a metric: %s', (definition) => expect(found(metric('aggregation: mean'), definition)).toEqual([]));

  it('is no metric where it takes neither names nor a pair', () => {
    const said = (error: string): readonly string[] => [
      `utils.f: A metric is called with references= and predictions=, and where it does not take them with a pair of both, and f takes neither: after the run, when the answers are scored, it raises TypeError: f() ${error}.`,
    ];
    expect(found(metric('aggregation: mean'), 'def f(prediction, truth):')).toEqual(
      said("missing 1 required positional argument: 'truth'"),
    );
    expect(found(metric('aggregation: mean, ignore: a'), 'def f(references, predictions):')).toHaveLength(1);
    expect(found(metric('aggregation: mean, ignore: a'), 'def f(references, predictions, ignore):')).toEqual([]);
    expect(found({ ...metric('aggregation: mean'), output_type: 'multiple_choice' }, 'def f(prediction, truth):')).toEqual([]);
  });

  it('makes the documents of metadata and dataset_kwargs', () => {
    const dataset = { custom_dataset: f, metadata: '{version: 1.0}', dataset_kwargs: '{size: 3}' };
    expect(found(dataset, 'def f():')).toEqual(raises("got an unexpected keyword argument 'version'"));
    expect(found(dataset, 'def f(version):')).toEqual(raises("got an unexpected keyword argument 'size'"));
    expect(found(dataset, 'def f(version, **kwargs):')).toEqual([]);
    expect(found(dataset, 'def f(version, size):')).toEqual([]);
    expect(found({ custom_dataset: f }, 'def f(model):')).toEqual([]);
  });
});
