import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { taskWith } from './pond-task.js';

/** What is said of a task with some fields, beside a module. */
function found(changed: Readonly<Record<string, string>>, utils: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const text = taskWith(changed);
  const workspace = new MemoryWorkspace({ '/ws/tasks/pond.yaml': text, '/ws/tasks/utils.py': utils, ...more }, ['/ws']);
  return createProject(workspace, defaultSettings)
    .check('/ws/tasks/pond.yaml')
    .filter(({ rule }) => rule === 'function-result')
    .map(({ span, severity, message }) => `${severity} ${text.slice(span.start, span.end)}: ${message}`);
}

const f = '!function utils.f';
const choice = { output_type: 'multiple_choice', doc_to_choice: '["a", "b"]', generation_kwargs: 'null' };
const nothing = 'The function f has no `return` that gives something: it gives None, and';

describe('a function that gives nothing', () => {
  it.each([
    [{ process_docs: f }, "loading the task raises AttributeError: 'NoneType' object has no attribute 'features'"],
    [{ custom_dataset: f }, 'taking a split of it raises TypeError when the task is loaded'],
    [{ doc_to_text: f }, 'building the prompt raises AssertionError: Context is not a string!'],
    [{ doc_to_target: f }, 'every answer is compared with the text that Python prints of it'],
    [{ doc_to_target: f, process_results: '!function utils.scores', num_fewshot: '2' }, 'the examples have no answers'],
    [
      { ...choice, doc_to_target: f },
      'after the run, when the answers are scored, it raises TypeError: tuple indices must be integers or slices, not NoneType',
    ],
    [{ ...choice, doc_to_choice: f }, "the first request raises TypeError: 'NoneType' object is not iterable"],
    [
      { process_results: f },
      "the scores of a document must be a dict: after the run, when the answers are scored, it raises AttributeError: 'NoneType' object has no attribute 'items'",
    ],
    [{ metric_list: `[{metric: exact_match, aggregation: ${f}}]` }, 'that is the result of the metric'],
    [
      { metric_list: `[{metric: ${f}, aggregation: mean}]` },
      'after the run adding up the scores raises TypeError, or, where doc_to_target gives a list, every answer counts as wrong',
    ],
    [
      { filter_list: `[{name: a, filter: [{function: custom, filter_fn: ${f}}]}]` },
      "after the run, when the answers are filtered, it raises TypeError: 'NoneType' object is not iterable",
    ],
  ])('is said of %j', (changed, error) => {
    const utils = 'def scores(doc, results):\n    return {"exact_match": 1.0}\n\ndef f(doc, *more):\n    doc["a"].strip()\n';
    expect(found(changed, utils)).toEqual([`error utils.f: ${nothing} ${error}.`]);
  });

  it('makes no examples', () => {
    const utils = 'def f(*documents):\n    documents = []\n';
    const raises = `utils.f: ${nothing} drawing an example raises AttributeError: 'ConfigurableTask' object has no attribute 'sampler'.`;
    expect(found({ fewshot_config: `{samples: ${f}}` }, utils)).toEqual([`warning ${raises}`]);
    expect(found({ fewshot_config: `{process_docs: ${f}}`, num_fewshot: '2' }, utils)).toEqual([`error ${raises}`]);
  });

  it.each([
    'def f(doc):\n    return None\n',
    'def f(doc):\n    if doc["a"]:\n        return\n    doc["b"]\n',
    'def f(doc):\n    def inner(row):\n        return row\n    inner(doc)\n',
    'def g(doc, a):\n    pass\n\nfrom functools import partial\nf = partial(g, a=1)\n',
    'import functools\ndef g(a, doc):\n    pass\n\nf = functools.partial(g, 1)\n',
    'text = None\ndef f(doc):\n    result = None\n    return result\n',
  ])('is certain of %j', (utils) => expect(found({ doc_to_text: f }, utils)).toHaveLength(1));

  it.each([
    'def f(doc):\n    raise NotImplementedError\n',
    'def f(doc):\n    if doc["a"]:\n        return "a"\n',
    'def f(doc):\n    result = None\n    if doc["a"]:\n        result = doc["a"]\n    return result\n',
    'def f(doc):\n    result = None\n    for result in doc["a"]:\n        pass\n    return result\n',
    'def f(doc):\n    result = None\n    with open("a") as result:\n        pass\n    return result\n',
    'def f(doc):\n    result = None\n    def set():\n        nonlocal result\n        result = "a"\n    set()\n    return result\n',
    'def f(doc, result=None):\n    result = None\n    return result\n',
    '@wrapped\ndef f(doc):\n    pass\n',
    'def f(doc):\n    pass\n\nf = made(f)\n',
    'def f(doc):\n    return text\n',
    'def g(doc):\n    pass\n\nfrom functools import partial\nf = partial(g)\nf = other(f)\n',
  ])('is not certain of %j', (utils) => expect(found({ doc_to_text: f }, utils)).toEqual([]));
});

describe('a function that gives something else', () => {
  it.each([
    [{ process_docs: f }, 'return [dict(row) for row in doc]', 'list'],
    [{ process_docs: f }, 'rows = []\n    for row in doc:\n        rows.append(row)\n    return rows', 'list'],
    [{ process_docs: f }, 'for row in doc:\n        yield row', 'generator'],
    [{ doc_to_text: f }, 'return ["a"]', 'list'],
    [{ ...choice, doc_to_choice: f }, 'return (one for one in doc["a"])', 'generator'],
    [{ ...choice, doc_to_choice: f }, 'return f"{doc[0]}, {doc[1]}"', 'str'],
    [{ process_results: f }, 'return 1.0', 'float'],
    [{ process_results: f }, 'return (1.0, 2.0)', 'tuple'],
    [{ process_results: f }, 'return {1.0} if doc["a"] else {2.0}', 'set'],
  ])('is told: %j %j', (changed, body, type) => {
    const all = found(changed, `def f(doc, *more):\n    ${body}\n`);
    expect(all).toHaveLength(1);
    expect(all[0]).toContain(`error utils.f: The function f gives a ${type}, and `);
  });

  it.each([
    [{ process_docs: f }, 'return doc.map(dict)'],
    [{ doc_to_text: f }, 'return "a"'],
    [{ doc_to_text: f }, 'return 1'],
    [{ doc_to_target: f }, 'return ["a"]'],
    [{ ...choice, doc_to_choice: f }, 'return ("a", "b")'],
    [{ process_results: f }, 'return {"exact_match": 1.0}'],
    [{ doc_to_target: f, metric_list: '[{metric: bypass}]' }, 'pass'],
    [{ doc_to_target: f, metric_list: '[{metric: !function utils.own, aggregation: mean, higher_is_better: true}]' }, 'pass'],
    [{ doc_to_target: f, process_results: '!function utils.scores' }, 'pass'],
  ])('is what the harness takes: %j %j', (changed, body) => {
    const others = 'def own(items):\n    return 1.0\n\ndef scores(doc, results):\n    return {"exact_match": 1.0}\n\n';
    expect(found(changed, `${others}def f(doc, *more):\n    ${body}\n`)).toEqual([]);
  });
});

describe('rows that a function writes into', () => {
  const said = (name: string): readonly string[] => [
    `error utils.f: The function f calls map with ${name}, which changes the row that it is given and has no \`return\`: map keeps the rows as they were, and what is written into them is lost.`,
  ];
  const within = (inner: string, rest = 'return docs.map(change)'): string =>
    `def f(docs):\n    def change(row):\n        ${inner}\n    ${rest}\n`;

  it.each([
    within('row["gold"] = 1'),
    within('out = {"gold": row["a"]}\n        out'),
    within('out = dict(gold=row["a"])\n        out'),
    within('out = {"gold": row["a"]}\n        return'),
    within('out = {}\n        out["gold"] = row["a"]'),
    within('row["gold"] = 1', 'return docs.filter(bool).map(change)'),
    within('row["gold"] = 1', 'docs2 = docs.map(change)\n    return docs2'),
  ])('are lost: %j', (utils) => expect(found({ process_docs: f }, utils)).toEqual(said('change')));

  it.each([
    within('row["gold"] = 1\n        return row'),
    within('print(row)'),
    within('row["gold"] = 1', 'docs = list(docs)\n    return other(docs.map(change))'),
    within('row["gold"] = 1', 'return docs.map(change, batched=True)'),
    within('row["gold"] = 1', 'return pool.map(change)'),
  ])('are kept, or nobody knows: %j', (utils) => expect(found({ process_docs: f }, utils)).toEqual([]));
});

describe('answers that are taken for a text', () => {
  const said = (method: string): readonly string[] => [
    `error utils.f: The function f takes the answers for a text, and they are a list, also where there is one: after the run it raises AttributeError: 'list' object has no attribute '${method}'.`,
  ];
  const f2 = (body: string): string => `def f(doc, results):\n    ${body}\n    return {"exact_match": 1.0}\n`;
  it.each([
    [f2('answer = results.strip()'), 'strip'],
    [f2('import re\n    print(results.lower())'), 'lower'],
    ['def f(doc, results):\n    return {"exact_match": results.split("a")[0] == doc["a"]}\n', 'split'],
  ])('raise: %j', (utils, method) => expect(found({ process_results: f }, utils)).toEqual(said(method)));
  it.each([
    f2('answer = results[0].strip()'),
    f2('results = results[0]\n    results.strip()'),
    f2('if isinstance(results, str):\n        results = results.strip()'),
    f2('if isinstance(results, str):\n        results.strip()'),
    f2('answer = results.strip() if doc["a"] else ""'),
    f2('answer = [results.strip() for a in doc["a"]]'),
    f2('doc.strip()'),
  ])('do not, or nobody knows: %j', (utils) => expect(found({ process_results: f }, utils)).toEqual([]));
});

describe('a release in which tasks are made in another way', () => {
  it('is not known', () => {
    const more = { '/ws/lm_eval/config/formats/__init__.py': '', '/ws/lm_eval/api/task/_task.py': '', '/ws/lm_eval/__init__.py': '' };
    expect(found({ process_docs: f }, 'def f(docs):\n    pass\n')).toHaveLength(1);
    expect(found({ process_docs: f }, 'def f(docs):\n    pass\n', more)).toEqual([]);
  });
});

describe('documents that a function does not give on', () => {
  const add = '    def add(doc):\n        doc["b"] = 1\n        return doc\n\n';
  const isList =
    "error utils.f: The function f gives a list, and loading the task raises AttributeError: 'list' object has no attribute 'features'.";

  it.each([
    ['a list that Python makes', '    return list(docs.map(add))\n', isList],
    ['a list under a name', '    rows = sorted(docs)\n    return rows\n', isList],
    [
      'what nobody keeps',
      '    docs.map(add)\n    return docs\n',
      'warning utils.f: The function f calls map of its documents and does not keep what that gives: the documents themselves stay as they were.',
    ],
    [
      'what nobody keeps of others',
      '    docs.filter(add).shuffle(seed=1)\n    return docs\n',
      'warning utils.f: The function f calls shuffle of its documents and does not keep what that gives: the documents themselves stay as they were.',
    ],
  ])('are told of: %s', (_, body, said) => expect(found({ process_docs: f }, `def f(docs):\n${add}${body}`)).toEqual([said]));

  it.each([
    '    return docs.map(add)\n',
    '    docs = docs.map(add)\n    return docs\n',
    '    docs.set_format("numpy")\n    return docs\n',
    '    list = docs.map\n    return list(add)\n',
    '    docs = docs.to_pandas()\n    docs.map(add)\n    return docs\n',
  ])('are none in %j', (body) => expect(found({ process_docs: f }, `def f(docs):\n${add}${body}`)).toEqual([]));
});

describe('documents', () => {
  const said = (body: string): string[] =>
    found({ process_docs: f }, `def f(dataset):\n${body}\n`).map((message) => message.replace(/^(\w+) .* raises (.*)\.$/, '$1 $2'));

  it.each([
    ['    return dataset.apply(print)', "warning AttributeError: 'Dataset' object has no attribute 'apply'"],
    [
      '    rows = [row for row in dataset.iterrows()]\n    return dataset.select(rows)',
      "warning AttributeError: 'Dataset' object has no attribute 'iterrows'",
    ],
    ['    return dataset.map(print, batch=True)', "warning TypeError: Dataset.map() got an unexpected keyword argument 'batch'"],
    ['    return map(print, dataset)', "error AttributeError: 'map' object has no attribute 'features'"],
    ['    return filter(None, dataset)', "error AttributeError: 'filter' object has no attribute 'features'"],
  ])('are asked for what they do not have: %j', (body, error) => expect(said(body)).toEqual([error]));

  it.each([
    '    return dataset.map(print, batched=True, num_proc=2, fn_kwargs={})',
    '    frame = dataset.to_pandas()\n    return dataset.from_pandas(frame.drop(0))',
  ])('have what they are asked for: %j', (body) => expect(said(body)).toEqual([]));

  it('are left alone where the row that is made is not given', () => {
    const utils = 'def f(dataset):\n    def one(row):\n        out = {"a": row["a"]}\n    return dataset.map(one)\n';
    expect(found({ process_docs: f }, utils)).toHaveLength(1);
  });
});

it('What is given is seen through sums, methods and their missing brackets', () => {
  const utils = (given: string): string => `def f(doc):\n    words = []\n    return ${given}\n`;
  expect(found({ ...choice, doc_to_choice: f }, utils('" " + doc["a"] + doc["b"]'))[0]).toContain('gives a str, and each of its letters');
  expect(found({ ...choice, doc_to_choice: f }, utils('words.sort()'))[0]).toContain('it gives None');
  expect(found({ doc_to_target: f }, utils('doc["a"].strip'))[0]).toContain('the brackets behind it are missing');
  expect(found({ ...choice, doc_to_choice: f }, utils('words + [" " + doc["a"]]'))).toEqual([]);
  expect(found({ doc_to_text: f }, utils('doc["a"].strip() + str(len(words))'))).toEqual([]);
});
