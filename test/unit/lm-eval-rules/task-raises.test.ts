import { describe, expect, it } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const file = '/ws/tasks/pond.yaml';
const head = 'task: pond\ndataset_path: example/pond\ntraining_split: train\ntest_split: test\nfewshot_split: train\n';
const asked = 'doc_to_text: "Q: {{question}}\\nA:"\ndoc_to_target: "{{answer}}"\n';
const choices = 'output_type: multiple_choice\ndoc_to_text: "Q: {{question}}\\nA:"\ndoc_to_target: label\ndoc_to_choice: options\n';

function projectOf(files: Readonly<Record<string, string>>): Project {
  return createProject(
    new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/tasks/${name}`, text])), ['/ws']),
    defaultSettings,
  );
}

/** The errors of a task with these lines: rule, what is underlined, message. */
function errors(lines: string, head_ = head): [string, string, string][] {
  const text = head_ + lines;
  const found = projectOf({ 'pond.yaml': text })
    .check(file)
    .filter(({ severity }) => severity === 'error');
  return found.map(({ rule, span, message }) => [rule, text.slice(span.start, span.end), message]);
}

describe('what a task raises is told', () => {
  it.each([
    [
      'at the expression',
      asked.replace('{{question}}', '{{ 1 // 0 }}'),
      '1 // 0',
      'Loading the task raises ZeroDivisionError: integer division or modulo by zero.',
    ],
    [
      'at what a template needs of a constant',
      asked.replace('{{question}}', "{{ 'abc'.x.y }}"),
      "'abc'.x.y",
      "Loading the task raises UndefinedError: 'str object' has no attribute 'x'.",
    ],
    [
      'at the prefix',
      `${asked}gen_prefix: true\n`,
      'true',
      "Building the prompt of the task raises TypeError: Can't compile non template nodes.",
    ],
    [
      'at the description',
      `${asked}description: "{{ 2 % 0 }}"\n`,
      '2 % 0',
      'Building the prompt of the task raises ZeroDivisionError: integer modulo by zero.',
    ],
    [
      'at the arguments',
      `${asked}generation_kwargs: {temperature: hot}\n`,
      'hot',
      "Loading the task raises ValueError: could not convert string to float: 'hot'.",
    ],
    [
      'at the prompt of the registry',
      `${asked}use_prompt: qa-basic\n`,
      'qa-basic',
      'Loading the task raises ValueError: not enough values to unpack (expected 2, got 1).',
    ],
    [
      'at fewshot_config',
      `${asked}fewshot_config: [a]\n`,
      '[a]',
      "Loading the task raises AttributeError: 'list' object has no attribute 'split'.",
    ],
  ])('%s', (_, lines, place, message) => {
    expect(errors(lines)).toEqual([['task-raises', place, message]]);
  });

  it('of choices that the registry writes', () => {
    expect(
      errors('output_type: multiple_choice\ndoc_to_text: x\ndoc_to_target: y\ndoc_to_choice: ["", b]\nuse_prompt: qa-basic:q-newline-a\n'),
    ).toEqual([['task-raises', 'qa-basic:q-newline-a', 'Loading the task raises SyntaxError: invalid syntax.']]);
  });

  it('again after an edit, and for a task of the same shape', () => {
    const bad = head + asked.replace('{{question}}', '{{ 1 // 0 }}');
    const project = projectOf({ 'pond.yaml': head + asked, 'lake.yaml': bad.replace('pond', 'lake') });
    const rules = (path: string): string[] => project.check(path).map(({ rule }) => rule);
    expect(rules(file)).toEqual([]);
    project.update(file, bad, 1, 'yaml');
    expect(rules(file)).toEqual(['task-raises']);
    expect(rules('/ws/tasks/lake.yaml')).toEqual(['task-raises']);
    project.update(file, head + asked, 2, 'yaml');
    expect(rules(file)).toEqual([]);
  });
});

function told(files: Readonly<Record<string, string>>, release: string, path = file): string[] {
  const all = Object.fromEntries(Object.entries(files).map(([name, text]) => [name.startsWith('/') ? name : `/ws/tasks/${name}`, text]));
  const project = createProject(new MemoryWorkspace(all, ['/ws']), { ...defaultSettings, release: { 'lm-eval': release } });
  return project.check(path).map(({ rule, message, span }) => `${rule} at ${all[path]!.slice(span.start, span.end)}: ${message}`);
}

it('says of a name that two files have what the release does with it', () => {
  const own = (path: string): string => `/ws/lm_eval/tasks/${path}/pond.yaml`;
  const files = { [own('a')]: head + asked, [own('b')]: head + asked, [own('z')]: head + asked };
  const last = own('z');
  expect(told(files, '0.4.13', last)).toEqual([
    'not-indexed at pond: The name pond is taken by a/pond.yaml: the harness skips this file, and --tasks pond runs the other. Give it another name.',
  ]);
  expect(told(files, '0.4.8', last)).toEqual([
    'not-indexed at pond: The name pond is also in a/pond.yaml: the harness has one of the two files, the one that it comes to last. Give it another name.',
  ]);
});

it('does not know whether a run has two folders that are beside each other', () => {
  const files = { '/ws/tasks/a/pond.yaml': head + asked, '/ws/tasks/z/pond.yaml': head + asked };
  expect(told(files, '0.4.13', '/ws/tasks/z/pond.yaml')).toEqual([
    'not-indexed at pond: The name pond is also in a/pond.yaml: where one run has both folders, it has one of the two tasks only. Give it another name.',
  ]);
});

it('says nothing of a template that nothing asks for', () =>
  expect(told({ 'pond.yaml': `${head}${asked}should_decontaminate: true\ndoc_to_decontamination_query: "{{qery}}"\n` }, '0.4.13')).toEqual(
    [],
  ));

it('says of a metric whose values nothing combines that building the task raises', () => {
  const withMetric = (metric: string): string => `${head}${asked}metric_list:\n  - metric: ${metric}\n`;
  expect(told({ 'pond.yaml': withMetric('pass_at_k') }, '0.4.13')).toEqual([
    'unknown-metric at pass_at_k: The harness has no metric pass_at_k, and nothing says how its values are combined: building the task raises KeyError: None. Give it an `aggregation`.',
  ]);
  expect(told({ 'pond.yaml': withMetric('exact_match') }, '0.4.13')).toEqual([]);
  expect(told({ 'pond.yaml': withMetric('pass_at_k\n    aggregation: mean') }, '0.4.13').join()).not.toContain('KeyError');
});

it('says of a tag that is no text what it does to all tasks', () =>
  expect(told({ 'pond.yaml': `${head}${asked}tag: [no, ponds]\n` }, '0.4.13')).toEqual([
    'not-indexed at no: This tag is a bool: when the harness sorts the names of all tasks it raises TypeError, and no task at all can be run while this file is among them. Put it in quotes.',
  ]));

describe('a task outside of the folder of lm_eval 0.4.9.2', () => {
  it('raises when it is called by its name', () => {
    expect(told({ 'pond.yaml': head + asked }, '0.4.9.2')).toEqual([
      "task-raises at task: Calling the task raises ValueError: '/ws/tasks/pond.yaml' is not in the subpath of 'lm_eval/tasks' OR one path is relative and the other is absolute. lm_eval 0.4.9.2 raises it for each task outside of its own folder lm_eval/tasks that is called by its name or a tag, as with --include_path: the prompt is never sent. Members of a group of tasks run, and every other release runs it.",
    ]);
  });

  it('is taken by the releases around it, by a group, and in that folder', () => {
    for (const release of ['0.4.8', '0.4.9', '0.4.9.1', '0.4.10', '0.4.13'])
      expect(told({ 'pond.yaml': head + asked }, release)).toEqual([]);
    expect(told({ 'pond.yaml': head + asked, 'ponds.yaml': 'group: ponds\ntask: [pond]\n' }, '0.4.9.2')).toEqual([]);
    const own = '/ws/lm_eval/tasks/pond.yaml';
    expect(told({ [own]: head + asked }, '0.4.9.2', own)).toEqual([]);
  });
});

describe('a metric of another output type', () => {
  const told = (lines: string, release: string): string[] => {
    const text = head + asked + lines;
    const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), { ...defaultSettings, release: { 'lm-eval': release } });
    const found = project.check(file).filter(({ rule }) => rule === 'task-raises');
    return found.map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`);
  };
  const mcc = 'metric_list: [{metric: mcc}]\n';

  it('is refused by 0.5.0.dev1 alone, unless each filter has metrics of its own', () => {
    expect(told(mcc, '0.5.0.dev1')).toEqual([
      "mcc: Loading the task raises ValueError: metric mcc is defined but has output_type '{'multiple_choice'}' which does not match expected output_type(s) 'generate_until'.",
    ]);
    expect(told(mcc, '0.4.13')).toEqual([]);
    const filters = (more: string): string => `${mcc}filter_list: [{name: a, filter: [{function: take_first}]${more}}]\n`;
    expect(told(filters(''), '0.5.0.dev1')).toHaveLength(1);
    expect(told(filters(', metric_list: [{metric: exact_match}]'), '0.5.0.dev1')).toEqual([]);
  });
});

describe('nothing is told', () => {
  it.each([
    ['of what depends on a column', asked.replace('{{question}}', '{{ 1 // number }}')],
    ['of a branch that a column decides', asked.replace('{{question}}', '{% if hard %}{{ 1 // 0 }}{% endif %}')],
    [
      'of a word that may be a column of the documents',
      `${asked}num_fewshot: 1\nfewshot_config:\n  sampler: first_n\n  split: null\n  doc_to_text: Question\n  samples: [{question: a, answer: b}]\n`.replace(
        '{{question}}\\nA:',
        'x',
      ),
    ],
    ['of choices in a column with spaces in its name', choices.replace('options', 'Answer Options')],
    ['of a target that may be any choice', `${choices}num_fewshot: 3\n`],
    ['of functions', `${choices.replace('options', '!function pond.options')}num_fewshot: 3\n`],
    ['of a prompt of the registry', 'use_prompt: qa-basic:q-newline-a\n'],
  ])('%s', (_, lines) => {
    expect(errors(lines).filter(([rule]) => rule === 'task-raises')).toEqual([]);
  });

  it('of a file that tasks include, which may replace it', () => {
    const project = projectOf({ '_base.yaml': 'dataset_path: example/pond\ndoc_to_text: "{{ 1 // 0 }}"\n' });
    expect(project.check('/ws/tasks/_base.yaml')).toEqual([]);
  });

  it('of a text that is not whole YAML', () =>
    expect(errors(`doc_to_text: "{{ 1 // 0 }}" x\n`).map(([rule]) => rule)).toEqual(['syntax-error']));

  it('where an included file cannot be reached', () => {
    const project = projectOf({ 'pond.yaml': `include: _base\n${head}doc_to_text: "{{ 1 // 0 }}"\n` });
    expect(project.check(file).map(({ rule }) => rule)).toEqual(['base-not-found']);
  });
});

describe('another rule at the same cause', () => {
  it.each([
    ['an unknown field', `${asked}colour: blue\n`, 'unknown-field'],
    ['a template that cannot be read', asked.replace('{{question}}', '{{question'), 'jinja-syntax'],
    ['an empty choice', choices.replace('options', '["", b]'), 'choice-empty'],
    ['a target that no choice has', choices.replace('options', '[a, b]').replace('label', '2'), 'choice-range'],
    ['no choices', choices.replace('doc_to_choice: options\n', ''), 'mc-no-choice'],
    ['a field that lacks', asked.replace(/doc_to_target.*\n/, ''), 'missing-task-field'],
    [
      'too few samples',
      `${asked}num_fewshot: 2\n`.replace(
        'num',
        'fewshot_config: {sampler: first_n, split: null, samples: [{question: a, answer: b}]}\nnum',
      ),
      'samples-short',
    ],
  ])('%s stands alone', (_, lines, rule) => {
    expect(errors(lines, lines.includes('split: null') ? head.replace('fewshot_split: train\n', '') : head).map(([id]) => id)).toEqual([
      rule,
    ]);
  });

  it('but an error elsewhere hides nothing', () => {
    expect(errors(`colour: blue\n${asked}generation_kwargs: {temperature: hot}\n`).map(([id]) => id)).toEqual(['unknown-field']);
    expect(
      errors(`filter_list: [{name: a, filter: [{function: nothing}]}]\n${asked}generation_kwargs: {temperature: hot}\n`).map(([id]) => id),
    ).toEqual(['unknown-value', 'task-raises']);
  });
});
